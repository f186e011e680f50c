import { isFields } from "../json-fields";
import type { ToolCall } from "../spec";
import { invalidCall } from "./invalid-call";
import { writableJson } from "./writable-json";

/** The arguments of an earlier call, for protocols that take them as an object. Throws ProviderError `invalid`. */
export const readArguments = ({ id, name, arguments: json }: ToolCall): object => {
  const value = json.trim() === "" ? {} : writableJson(json);
  if (isFields(value)) return value;
  throw invalidCall(
    "messages",
    `the arguments of the tool call "${id}" of "${name}" are not a JSON object, or are nested too deeply.`,
  );
};
