// An indexed page: bring what an answer quotes into view, once its heading has been reached.
const mark = document.querySelector(".document mark");
if (mark) {
  const at = mark.getBoundingClientRect();
  if (at.top < 0 || at.bottom > innerHeight) mark.scrollIntoView({ block: "center" });
}
