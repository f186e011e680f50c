import { wordOf, type Fields } from "../json-body";
import {
  FUNCTION_NAME,
  fileProblem,
  lengthProblem,
  misnamedFunction,
  missingProblem,
  shown,
  typeProblem,
  valueProblem,
} from "../openai/field-problems";
import { invalidRequest, type Problem } from "../openai/problem";
import { encryptionFault } from "./encrypted-reasoning";
import { eachProblem, fieldsProblem, stringsProblem } from "./field-problems";
import { neededReasoning } from "./item-ids";

const ROLES = ["assistant", "system", "developer", "user"];
const MAX_ID_CHARACTERS = 64;

/** The known fields of each item type besides `type`, and the prefix of its id. */
const ITEMS: Readonly<Record<string, { readonly fields: readonly string[]; readonly id: string }>> = {
  message: { fields: ["role", "content", "id", "status", "phase"], id: "msg" },
  function_call: { fields: ["call_id", "name", "arguments", "id", "status"], id: "fc" },
  function_call_output: { fields: ["call_id", "output", "id", "status"], id: "fc" },
  custom_tool_call: { fields: ["call_id", "name", "input", "id", "status"], id: "ctc" },
  custom_tool_call_output: { fields: ["call_id", "output", "id", "status"], id: "ctc" },
  reasoning: { fields: ["id", "summary", "content", "encrypted_content", "status"], id: "rs" },
  item_reference: { fields: ["id"], id: "" },
};

export const inputProblem = (input: unknown, provider: string): Problem | undefined => {
  if (typeof input === "string") return undefined;
  if (input === undefined || input === null || (Array.isArray(input) && input.length === 0)) {
    return invalidRequest(
      `One of "input" or "previous_response_id" or 'prompt' or 'conversation_id' must be provided.`,
      "input",
      "missing_required_parameter",
    );
  }
  if (!Array.isArray(input)) return typeProblem("input", "one of a string or array of input items", input);
  return (
    eachProblem(input, "input", (item, place) => itemProblem(item, place, provider)) ??
    orderProblem(input as readonly Fields[])
  );
};

const typeOf = (item: Fields): string =>
  item["type"] === undefined && item["role"] !== undefined ? "message" : shown(item["type"]);

const itemProblem = (item: Fields, place: string, provider: string): Problem | undefined => {
  const type = typeOf(item);
  const known = Object.hasOwn(ITEMS, type) ? ITEMS[type] : undefined;
  if (known === undefined) return valueProblem(type, place, Object.keys(ITEMS));
  return (
    fieldsProblem(item, place, ["type", ...known.fields]) ??
    idProblem(item, place, known.id) ??
    CHECKS[type]?.(item, place, provider)
  );
};

const idProblem = (item: Fields, place: string, beginning: string): Problem | undefined => {
  const { id } = item;
  if (typeof id === "string" && !id.startsWith(beginning))
    return invalidRequest(
      `Invalid '${place}.id': '${id}'. Expected an ID that begins with '${beginning}'.`,
      `${place}.id`,
      "invalid_value",
    );
  return (
    lengthProblem(wordOf(id), `${place}.id`, MAX_ID_CHARACTERS) ??
    lengthProblem(wordOf(item["call_id"]), `${place}.call_id`, MAX_ID_CHARACTERS)
  );
};

type CheckItem = (item: Fields, place: string, provider: string) => Problem | undefined;

const messageProblem: CheckItem = (item, place) => {
  const { role, content } = item;
  if (role === undefined) return missingProblem(`${place}.role`);
  if (!ROLES.includes(shown(role))) return valueProblem(role, `${place}.role`, ROLES);
  return contentProblem(
    content,
    `${place}.content`,
    role === "assistant" ? ["output_text", "refusal"] : ["input_text", "input_image", "input_file"],
  );
};

const contentProblem = (content: unknown, place: string, types: readonly string[]): Problem | undefined => {
  if (typeof content === "string") return undefined;
  if (content === undefined) return missingProblem(place);
  if (!Array.isArray(content)) return typeProblem(place, "one of an array of objects or string", content);
  return eachProblem(content, place, (part, at) => partProblem(part, at, types));
};

const partProblem = (part: Fields, place: string, types: readonly string[]): Problem | undefined => {
  const type = shown(part["type"]);
  if (!types.includes(type)) return valueProblem(part["type"], place, types);
  if (type === "refusal") return stringsProblem(part, place, ["refusal"]);
  if (type.endsWith("_text")) return stringsProblem(part, place, ["text"]);
  if (type === "input_file") return fileProblem(part, place);
  const url = part["image_url"];
  if (url !== undefined && typeof url !== "string") return typeProblem(`${place}.image_url`, "an image URL", url);
  return /^(https?:|data:image\/)/.test(url ?? "")
    ? undefined
    : invalidRequest(
        `Invalid '${place}.image_url'. Expected a valid URL, but got a value with an invalid format.`,
        `${place}.image_url`,
        "invalid_value",
      );
};

/** @param given The field with the call's arguments or text. */
const callProblem =
  (given: "arguments" | "input"): CheckItem =>
  (item, place) =>
    stringsProblem(item, place, ["call_id", "name", given]) ??
    (FUNCTION_NAME.test(wordOf(item["name"])) ? undefined : misnamedFunction(`${place}.name`));

const outputProblem: CheckItem = (item, place) =>
  stringsProblem(item, place, ["call_id"]) ??
  contentProblem(item["output"], `${place}.output`, ["input_text", "input_image", "input_file"]);

const reasoningProblem: CheckItem = (item, place, provider) => {
  if (!Array.isArray(item["summary"]))
    return item["summary"] === undefined
      ? missingProblem(`${place}.summary`)
      : typeProblem(`${place}.summary`, "an array of objects", item["summary"]);
  const { id, encrypted_content: content } = item;
  if (typeof content !== "string") return notStored(id);
  const fault = encryptionFault(content, provider, typeof id === "string" ? id : undefined);
  const named = typeof id === "string" ? `for item ${id}` : `${content.slice(0, 4)}...${content.slice(-4)}`;
  return fault === undefined
    ? undefined
    : invalidRequest(
        `The encrypted content ${named} could not be verified. Reason: ${fault}`,
        null,
        "invalid_encrypted_content",
      );
};

const notStored = (id: unknown): Problem => ({
  ...invalidRequest(
    `Item with id '${shown(id)}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
    "input",
  ),
  status: 404,
});

const CHECKS: Readonly<Record<string, CheckItem>> = {
  message: messageProblem,
  function_call: callProblem("arguments"),
  function_call_output: outputProblem,
  custom_tool_call: callProblem("input"),
  custom_tool_call_output: outputProblem,
  reasoning: reasoningProblem,
  item_reference: (item) => notStored(item["id"]),
};

/** A result has the type that matches its call. */
const CALLS: Readonly<Record<string, { readonly output: string; readonly words: string }>> = {
  function_call: { output: "function_call_output", words: "function call" },
  custom_tool_call: { output: "custom_tool_call_output", words: "custom tool call" },
};

const pairProblem = (items: readonly Fields[], index: number): Problem | undefined => {
  const item = items[index]!;
  const id = item["call_id"];
  const has = (type: string, of: readonly Fields[]) => of.some((one) => typeOf(one) === type && one["call_id"] === id);
  for (const [call, { output, words }] of Object.entries(CALLS)) {
    if (typeOf(item) === call && !has(output, items))
      return invalidRequest(`No tool output found for ${words} ${shown(id)}.`, "input");
    if (typeOf(item) === output && !has(call, items.slice(0, index)))
      return invalidRequest(`No tool call found for ${words} output with call_id ${shown(id)}.`, "input");
  }
  return undefined;
};

/** What must precede and follow each item. */
const orderProblem = (items: readonly Fields[]): Problem | undefined => {
  for (const [index, item] of items.entries()) {
    const type = typeOf(item);
    const before = items.slice(0, index);
    const unpaired = pairProblem(items, index);
    if (unpaired !== undefined) return unpaired;
    const next = items[index + 1];
    if (
      type === "reasoning" &&
      !(
        next !== undefined &&
        (Object.hasOwn(CALLS, typeOf(next)) || typeOf(next) === "reasoning" || next["role"] === "assistant")
      )
    ) {
      return invalidRequest(
        `Item '${shown(item["id"])}' of type 'reasoning' was provided without its required following item.`,
        "input",
      );
    }
    const needed = neededReasoning(wordOf(item["id"]));
    if (
      needed !== undefined &&
      !before.some((earlier) => typeOf(earlier) === "reasoning" && (earlier["id"] ?? needed) === needed)
    ) {
      return invalidRequest(
        `Item '${wordOf(item["id"])}' of type '${type}' was provided without its required 'reasoning' item: '${needed}'.`,
        "input",
      );
    }
  }
  return undefined;
};
