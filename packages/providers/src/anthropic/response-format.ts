import type { ResponseFormat } from "../spec";
import { writtenSchema } from "../written-schema";
import type { GrammarRoom } from "./grammar-room";
import type { Quirks } from "./quirks";

/** How a model is made to answer in the requested format. */
export type FormatPlan =
  | { readonly how: "text" }
  /** By a grammar: `output_config.format`. */
  | { readonly how: "grammar"; readonly schema: object }
  /** By a tool that it has to call, whose input is the answer. */
  | { readonly how: "tool"; readonly schema: object; readonly description: string }
  /** By text in the system prompt. */
  | { readonly how: "words"; readonly text: string };

/** The tool through which a model without grammars answers. Its streamed input becomes the text of the answer. */
export const ANSWER_TOOL = "answer_in_the_format_asked_for";

const TEXT: FormatPlan = { how: "text" };
const ONLY_JSON =
  "Answer with one JSON object and nothing else: no words before or after it, and no code fence around it.";

const isObjectSchema = (schema: object): boolean => (schema as { type?: unknown }).type === "object";

/**
 * A schema is sent as a grammar if the model supports grammars, and they can express the schema and have room for it.
 * Otherwise it is sent as a tool, or else as text.
 */
export const planFormat = (format: ResponseFormat | undefined, quirks: Quirks, grammars: GrammarRoom): FormatPlan => {
  if (format === undefined) return TEXT;
  if (format.type !== "json_schema") return format.type === "text" ? TEXT : { how: "words", text: ONLY_JSON };
  const { schema, description } = format;
  const grammar = quirks.structuredOutputs ? grammars.ofAnswer(schema) : undefined;
  if (grammar !== undefined)
    return { how: "grammar", schema: description === undefined ? grammar : { description, ...grammar } };
  if (quirks.forcedTools && isObjectSchema(schema)) {
    return {
      how: "tool",
      schema,
      description: description ?? "Takes your answer, in the format the caller asked for.",
    };
  }
  const about = description === undefined ? "" : ` It is this: ${description}`;
  return { how: "words", text: `${ONLY_JSON}${about} It has to satisfy this JSON Schema:\n${writtenSchema(schema)}` };
};
