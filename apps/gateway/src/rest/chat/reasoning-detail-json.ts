import type { CallInfo, ReasoningDetail } from "@cenote/contracts";
import { openRouterDetailOf, reasoningDetailOf } from "../../bodies/chat/reasoning-details";
import { oneLineJson } from "../../server/answers/one-line-json";
import { isForOpenRouter } from "../edition";

/** One detail as JSON text. Pure. @param info Of the answer. */
export const reasoningDetailJson = (detail: ReasoningDetail, info: CallInfo | undefined): string =>
  oneLineJson(isForOpenRouter(info) ? openRouterDetailOf(detail) : reasoningDetailOf(detail));
