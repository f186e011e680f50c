import { parser } from "@prometheus-io/lezer-promql";

/** One series that a query selects. */
export interface Selector {
  readonly metric: string;
  /** Labels it is selected by. */
  readonly labels: readonly string[];
}

/** What a PromQL expression selects. Throws if it is invalid. */
export const selectorsOf = (expression: string): readonly Selector[] => {
  const selectors: { metric: string; labels: string[] }[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to, node: { parent } }) {
      const text = expression.slice(from, to);
      if (type.isError) throw new SyntaxError(`no PromQL at ${from}: ${expression}`);
      if (type.name === "Identifier" && parent?.name === "VectorSelector") selectors.push({ metric: text, labels: [] });
      if (type.name === "LabelName" && parent?.name === "UnquotedLabelMatcher") selectors.at(-1)?.labels.push(text);
    },
  });
  return selectors;
};
