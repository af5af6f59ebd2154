"""The playground's page: what a person sees of the workspace, the documents, traces and cases."""
