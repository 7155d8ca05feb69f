// The order of what the site's search finds. Of the pages that have a word only in their text, the
// guide comes first, and the pages about the library itself come last.
var Scorer = {
  score: ([page, , , , score, , kind]) => {
    if (kind !== "text") return score;
    if (page.startsWith("docs/guide/")) return score + 2;
    if (page.startsWith("docs/coming-from-")) return score + 1;
    return /^docs\/(advanced|calls)/.test(page) ? score : score - 2;
  },
  // What follows are the numbers that Sphinx itself uses.
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
