import type { CustomFormat as ContractFormat, Tool as ContractTool } from "@cenote/contracts";
import { CUSTOM_INPUT_SCHEMA, invalidField } from "@cenote/core";
import type { CustomFormat, Tool } from "@cenote/providers";

const toFormat = ({ type, syntax, definition }: ContractFormat, param: string): CustomFormat => {
  if (type === "text") return { type };
  if (type !== "grammar") throw invalidField(`${param}.type`, "must be text or grammar.");
  if (syntax !== "lark" && syntax !== "regex") throw invalidField(`${param}.syntax`, "must be lark or regex.");
  return { type, syntax, definition };
};

const KINDS = { lark: "Lark grammar", regex: "regular expression" } as const;

/** The grammar as text. Only providers with custom tools can enforce a grammar; other models read it. */
const inWords = (format: CustomFormat): string[] =>
  format.type === "text"
    ? []
    : [`The input must match this ${KINDS[format.syntax]}, as a whole:\n${format.definition}`];

/** Converts a custom tool, both as itself and as a function. Pure. Errors: invalid_request_error that names its format. */
export const toCustomTool = ({ name, description }: ContractTool, contract: ContractFormat, index: number): Tool => {
  const format = toFormat(contract, `tools[${index}].custom.format`);
  const words = [...(description === "" ? [] : [description]), ...inWords(format)];
  return {
    name,
    ...(words.length === 0 ? {} : { description: words.join("\n\n") }),
    parameters: CUSTOM_INPUT_SCHEMA,
    custom: { ...(description === "" ? {} : { description }), format },
  };
};
