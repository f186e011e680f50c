import { isFields } from "../json-fields";
import type { ToolCall } from "../spec";
import { invalidCall } from "./invalid-call";
import type { ReadWritableJson } from "./writable-json";

/**
 * Parses the arguments of an earlier tool call, for protocols that take an object. Throws ProviderError `invalid`.
 * @param readJson The reader of the request, which has the request's bounds.
 */
export const readArguments = ({ id, name, arguments: json }: ToolCall, readJson: ReadWritableJson): object => {
  const value = json.trim() === "" ? {} : readJson(json);
  if (isFields(value)) return value;
  throw invalidCall(
    "messages",
    `the arguments of the tool call "${id}" of "${name}" are not a JSON object, are nested too deeply, or have too much in them.`,
  );
};
