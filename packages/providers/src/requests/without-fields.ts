import type { ChatCall } from "../spec";

/** The call without these fields, itself if there are none. Its messages stay whatever is said of them. */
export const withoutFields = (call: ChatCall, fields: readonly string[]): ChatCall =>
  fields.length === 0
    ? call
    : {
        ...Object.fromEntries(Object.entries(call).filter(([field]) => !fields.includes(field))),
        messages: call.messages,
      };
