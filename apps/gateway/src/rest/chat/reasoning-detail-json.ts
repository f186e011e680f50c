import type { ReasoningDetail } from "@cenote/contracts";
import { reasoningDetailOf } from "../../bodies/chat/reasoning-details";
import { oneLineJson } from "../../server/answers/one-line-json";

/** One detail as JSON text. Pure. */
export const reasoningDetailJson = (detail: ReasoningDetail): string => oneLineJson(reasoningDetailOf(detail));
