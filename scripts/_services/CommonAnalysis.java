package footnote.services;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.core.FlattenGraphFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterIterator;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Stands in for Elasticsearch's own module analysis-common, which the distribution for integration
 * tests leaves out, so that index settings sent to it are exactly those sent to a full server.
 *
 * <p>It binds the Lucene filters that Footnote names to Elasticsearch's documented names, settings
 * and defaults; pattern_capture, unique and uax_url_email are also what the security module's own index
 * needs before an API key can be made. It lacks what Footnote does not use: the other filters and
 * tokenizers, the built-in analyzers, char filters, stemmers of other languages, type_table and
 * protected_words. For tests and development only; a full server brings the real module.
 */
public final class CommonAnalysis extends Plugin implements AnalysisPlugin {
    private static final String[] SCRIPTS = {"han", "hiragana", "katakana", "hangul"};

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        Map<String, AnalysisProvider<TokenFilterFactory>> filters = new HashMap<>();
        filters.put("asciifolding", normalizing(s -> in -> new ASCIIFoldingFilter(in, s.getAsBoolean("preserve_original", false))));
        filters.put("cjk_width", normalizing(s -> CJKWidthFilter::new));
        filters.put("cjk_bigram", plain(s -> in -> new CJKBigramFilter(in, scripts(s), s.getAsBoolean("output_unigrams", false))));
        filters.put("flatten_graph", plain(s -> FlattenGraphFilter::new));
        filters.put("length", plain(s -> in -> new LengthFilter(in, s.getAsInt("min", 0), s.getAsInt("max", Integer.MAX_VALUE))));
        filters.put("pattern_capture", AnalysisPlugin.requiresAnalysisSettings(plain(CommonAnalysis::patternCapture)));
        filters.put("pattern_replace", AnalysisPlugin.requiresAnalysisSettings(normalizing(CommonAnalysis::patternReplace)));
        filters.put("porter_stem", plain(s -> PorterStemFilter::new));
        filters.put("remove_duplicates", plain(s -> RemoveDuplicatesTokenFilter::new));
        filters.put("stemmer", plain(CommonAnalysis::stemmer));
        filters.put("unique", plain(s -> Unique::new));
        filters.put("word_delimiter_graph", plain(CommonAnalysis::wordDelimiterGraph));
        return filters;
    }

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        return Map.of(
            "whitespace", (index, env, name, settings) -> TokenizerFactory.newFactory(name, WhitespaceTokenizer::new),
            "uax_url_email", (index, env, name, settings) -> TokenizerFactory.newFactory(name, UAX29URLEmailTokenizer::new));
    }

    private static Function<TokenStream, TokenStream> wordDelimiterGraph(Settings s) {
        int flags = flag(s, "generate_word_parts", true, WordDelimiterGraphFilter.GENERATE_WORD_PARTS)
            | flag(s, "generate_number_parts", true, WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS)
            | flag(s, "catenate_words", false, WordDelimiterGraphFilter.CATENATE_WORDS)
            | flag(s, "catenate_numbers", false, WordDelimiterGraphFilter.CATENATE_NUMBERS)
            | flag(s, "catenate_all", false, WordDelimiterGraphFilter.CATENATE_ALL)
            | flag(s, "split_on_case_change", true, WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE)
            | flag(s, "split_on_numerics", true, WordDelimiterGraphFilter.SPLIT_ON_NUMERICS)
            | flag(s, "preserve_original", false, WordDelimiterGraphFilter.PRESERVE_ORIGINAL)
            | flag(s, "stem_english_possessive", true, WordDelimiterGraphFilter.STEM_ENGLISH_POSSESSIVE)
            | flag(s, "ignore_keywords", false, WordDelimiterGraphFilter.IGNORE_KEYWORDS);
        boolean adjustOffsets = s.getAsBoolean("adjust_offsets", true);
        byte[] table = WordDelimiterIterator.DEFAULT_WORD_DELIM_TABLE;
        return in -> new WordDelimiterGraphFilter(in, adjustOffsets, table, flags, CharArraySet.EMPTY_SET);
    }

    private static Function<TokenStream, TokenStream> patternCapture(Settings s) {
        Pattern[] patterns = s.getAsList("patterns").stream().map(Pattern::compile).toArray(Pattern[]::new);
        boolean original = s.getAsBoolean("preserve_original", true);
        return in -> new PatternCaptureGroupTokenFilter(in, original, patterns);
    }

    private static Function<TokenStream, TokenStream> patternReplace(Settings s) {
        if (s.get("pattern") == null) {
            throw new IllegalArgumentException("pattern is missing for a token filter of type 'pattern_replace'");
        }
        Pattern pattern = Pattern.compile(s.get("pattern"));
        return in -> new PatternReplaceFilter(in, pattern, s.get("replacement", ""), s.getAsBoolean("all", true));
    }

    private static Function<TokenStream, TokenStream> stemmer(Settings s) {
        String language = s.get("language", s.get("name", "porter"));
        return switch (language) {
            case "porter", "english" -> PorterStemFilter::new;
            case "light_english", "kstem" -> KStemFilter::new;
            case "possessive_english" -> EnglishPossessiveFilter::new;
            default -> throw new IllegalArgumentException("the stand-in has no stemmer for '" + language + "'");
        };
    }

    private static int scripts(Settings s) {
        List<String> ignored = s.getAsList("ignored_scripts");
        int flags = 0;
        for (int i = 0; i < SCRIPTS.length; i++) {
            flags |= ignored.contains(SCRIPTS[i]) ? 0 : 1 << i;
        }
        return flags;
    }

    private static int flag(Settings s, String name, boolean fallback, int bit) {
        return s.getAsBoolean(name, fallback) ? bit : 0;
    }

    private static AnalysisProvider<TokenFilterFactory> plain(Function<Settings, Function<TokenStream, TokenStream>> bind) {
        return (index, env, name, settings) -> new Filter(name, settings, bind.apply(settings));
    }

    private static AnalysisProvider<TokenFilterFactory> normalizing(Function<Settings, Function<TokenStream, TokenStream>> bind) {
        return (index, env, name, settings) -> new Normalizer(name, settings, bind.apply(settings));
    }

    private static class Filter extends AbstractTokenFilterFactory {
        private final Function<TokenStream, TokenStream> filter;

        Filter(String name, Settings settings, Function<TokenStream, TokenStream> filter) {
            super(name, settings);
            this.filter = filter;
        }

        @Override
        public TokenStream create(TokenStream in) {
            return filter.apply(in);
        }
    }

    /** Drops a term that the same text had before, at whatever position (only_on_same_position false). */
    private static final class Unique extends TokenFilter {
        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final Set<String> seen = new HashSet<>();

        Unique(TokenStream in) {
            super(in);
        }

        @Override
        public boolean incrementToken() throws IOException {
            while (input.incrementToken()) {
                if (seen.add(term.toString())) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void reset() throws IOException {
            super.reset();
            seen.clear();
        }
    }

    private static final class Normalizer extends Filter implements NormalizingTokenFilterFactory {
        Normalizer(String name, Settings settings, Function<TokenStream, TokenStream> filter) {
            super(name, settings, filter);
        }
    }
}
