import { isFields } from "../json-fields";
import type { ToolCall } from "../spec";
import { invalidCall } from "./invalid-call";
import type { ReadWritableJson } from "./writable-json";

/**
 * The arguments of an earlier call, for protocols that take them as an object. Throws ProviderError `invalid`.
 * @param readJson Of the request.
 */
export const readArguments = ({ id, name, arguments: json }: ToolCall, readJson: ReadWritableJson): object => {
  const value = json.trim() === "" ? {} : readJson(json);
  if (isFields(value)) return value;
  throw invalidCall(
    "messages",
    `the arguments of the tool call "${id}" of "${name}" are not a JSON object, are nested too deeply, or have too much in them.`,
  );
};
