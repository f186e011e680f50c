import { CenoteError } from "@cenote/core";

/** A message field that protobuf allows to be absent but the service always sets. */
export const required = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined)
    throw new CenoteError(
      "internal_error",
      `The system answered without ${name}: is it of another version than this tool?`,
    );
  return value;
};
