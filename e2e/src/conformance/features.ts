import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../harness/paths";
import { FAMILIES } from "./families";

/**
 * `yes`: works with every client. `no`: a 400 names the field, or the field is dropped and reported, as the model's row
 * says.
 */
export type Verdict = "yes" | "no";

const PATH = inRoot("docs/features.md");

const HEAD = `# Features by family of providers

Written by the conformance suite from its results: each mark is a set of tests that passed, with OpenAI's packages for Node (chat completions and
Responses) and Python, Anthropic's, the AI SDK, LangChain, gRPC and GraphQL, plain and streamed, in one process and as services. \`CENOTE_WRITE_FEATURES=1\` makes the suite write this file; else it compares.

A dash is a field that the family does not support: the call is a 400 that names it, or, if the model's row says \`unsupported: drop\`, the field is dropped
and named in \`x-gateway-dropped-fields\`. The name of a speaker is always dropped and named there (as \`messages.name\`), because a name written before the text
would change the message. DeepSeek is told a JSON schema in words, and so are Groq and Gemini 2.5 beside functions: nothing
enforces it then, and the header names \`response_format.json_schema.strict\`; \`response_format.type\` where that is JSON mode.
A model of a family may support less than its neighbours: its row in the shipped catalog says what. For unknown fields see
[fields.md](fields.md).

Tested with ${FAMILIES.map(({ name, upstream }) => `\`${upstream}\` (${name})`).join(", ")}.

`;

/** Collects the results, one mark per feature and family. */
export const createFeatureTable = (features: readonly string[]) => {
  const marks = new Map<string, Verdict>();
  const keyOf = (feature: string, family: string) => `${feature} | ${family}`;
  const text = (): string => {
    const names = FAMILIES.map(({ name }) => name);
    const row = (feature: string) =>
      names.map((name) => {
        const verdict = marks.get(keyOf(feature, name));
        if (verdict === undefined) throw new Error(`nothing is known of ${feature} with ${name}: run the whole suite`);
        return verdict === "yes" ? "✓" : "–";
      });
    const lines = [
      ["feature", ...names],
      ["---", ...names.map(() => ":-:")],
      ...features.map((feature) => [feature, ...row(feature)]),
    ];
    return `${HEAD}${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
  };
  return {
    mark(feature: string, family: string, verdict: Verdict) {
      marks.set(keyOf(feature, family), verdict);
    },
    text,
    write() {
      writeFileSync(PATH, text());
    },
    inTree: (): string => (existsSync(PATH) ? readFileSync(PATH, "utf8") : ""),
  };
};
