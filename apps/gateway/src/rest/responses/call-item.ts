import { GrowingText } from "@cenote/core";
import type { DeclaredTools } from "./declared-tools";
import type { CallItem } from "./items";

/** A call by a model, under the name that the caller gave the tool. Nothing is written yet. Pure. */
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
