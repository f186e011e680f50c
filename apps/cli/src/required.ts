import { CenoteError } from "@cenote/core";

/** A message field protobuf lets be absent and the service always fills. */
export const required = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined)
    throw new CenoteError(
      "internal_error",
      `The system answered without ${name}: is it of another version than this tool?`,
    );
  return value;
};
