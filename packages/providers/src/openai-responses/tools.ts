import { toOpenAiParameters } from "../requests/openai-schemas";
import type { ChatCall, CustomFormat, Tool } from "../spec";
import type { Quirks } from "./quirks";

const NO_ARGUMENTS = { type: "object", properties: {}, required: [], additionalProperties: false };

/** The names of the call's custom tools; none if the target does not support custom tools. */
export const customNames = ({ tools = [] }: ChatCall, { customTools }: Quirks): ReadonlySet<string> =>
  new Set(customTools ? tools.flatMap(({ name, custom }) => (custom === undefined ? [] : [name])) : []);

const toWireFormat = (format: CustomFormat): object =>
  format.type === "text"
    ? { type: format.type }
    : { type: format.type, syntax: format.syntax, definition: format.definition };

/** `strict` is always set, because it defaults to true here: other schemas would be changed or refused. */
export const toWireTool = (
  { name, description, parameters = NO_ARGUMENTS, strict = false, custom }: Tool,
  customs: ReadonlySet<string>,
  { schemas }: Quirks,
): object => {
  if (custom !== undefined && customs.has(name))
    return { type: "custom", name, description: custom.description, format: toWireFormat(custom.format) };
  const declared = { parameters, strict };
  return {
    type: "function",
    name,
    description,
    ...(schemas === "openai" ? toOpenAiParameters(declared) : declared),
  };
};
