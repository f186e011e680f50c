import { GrowingText } from "@cenote/core";
import type { DeclaredTools } from "./declared-tools";
import type { CallItem } from "./items";

/** A model's tool call, under the caller's name of the tool, with empty arguments. Pure. */
export const callItem = (
  call: { readonly id: string; readonly name: string },
  declared: DeclaredTools,
  newId: (prefix: string) => string,
): CallItem => {
  const { name = call.name, namespace, isCustom = false } = declared.get(call.name) ?? {};
  return {
    kind: "call",
    id: newId(isCustom ? "ctc" : "fc"),
    callId: call.id,
    name,
    namespace,
    isCustom,
    written: new GrowingText(),
  };
};
