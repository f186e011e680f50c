import type { ChatCall } from "../spec";

/** The call without these fields; the same object if there are none. Messages are never removed. */
export const withoutFields = (call: ChatCall, fields: readonly string[]): ChatCall =>
  fields.length === 0
    ? call
    : {
        ...Object.fromEntries(Object.entries(call).filter(([field]) => !fields.includes(field))),
        messages: call.messages,
      };
