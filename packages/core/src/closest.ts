/** Levenshtein distance. */
const distance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
};

/** The option that a mistyped word probably means. @param share Maximum share of letters that may differ. */
export const closest = (word: string, options: Iterable<string>, share = 1 / 3): string | undefined => {
  let best: { option: string; away: number } | undefined;
  for (const option of options) {
    const mostAway = Math.max(word.length, option.length) * share;
    if (Math.abs(word.length - option.length) > mostAway) continue;
    const away = distance(word.toLowerCase(), option.toLowerCase());
    if (away <= mostAway && (best === undefined || away < best.away)) best = { option, away };
  }
  return best?.option;
};
