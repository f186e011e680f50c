import type { ChatCall, ChatEvent, ReasoningDetail } from "../spec";
import type { Target } from "../target";

/**
 * A signature is valid only for its maker. Another model refuses or ignores it, and so may the same model of another
 * provider. So each piece of reasoning carries its maker, and is sent back only there.
 */
const makerOf = ({ provider, model }: Target): string => `${provider}/${model}`;

const signedBy = (detail: ReasoningDetail, target: Target): ReasoningDetail => ({ ...detail, madeBy: makerOf(target) });

/** Adds the maker to an event with a piece of reasoning. */
export const withMaker = (event: ChatEvent, target: Target): ChatEvent =>
  event.type === "reasoning_detail" ? { type: "reasoning_detail", detail: signedBy(event.detail, target) } : event;

/** Adds the maker to all pieces of reasoning of an answer. */
export const allWithMaker = <Answer extends { readonly reasoningDetails?: readonly ReasoningDetail[] }>(
  answer: Answer,
  target: Target,
): Answer =>
  answer.reasoningDetails === undefined
    ? answer
    : { ...answer, reasoningDetails: answer.reasoningDetails.map((detail) => signedBy(detail, target)) };

/** Removes reasoning of other makers from a call. Reasoning without a maker counts as the target's own. */
export const withoutForeignReasoning = (call: ChatCall, target: Target): ChatCall => {
  const maker = makerOf(target);
  const isForeign = ({ madeBy }: ReasoningDetail): boolean => madeBy !== undefined && madeBy !== maker;
  if (!call.messages.some(({ reasoningDetails }) => reasoningDetails?.some(isForeign) === true)) return call;
  return {
    ...call,
    messages: call.messages.map((message) =>
      message.reasoningDetails === undefined
        ? message
        : { ...message, reasoningDetails: message.reasoningDetails.filter((detail) => !isForeign(detail)) },
    ),
  };
};
