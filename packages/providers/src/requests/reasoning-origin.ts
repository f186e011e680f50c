import type { ChatCall, ChatEvent, ReasoningDetail } from "../spec";
import type { Target } from "../target";

/**
 * Signatures belong to whoever made them: another model refuses or ignores them, and so may the same model at another
 * provider. So each piece carries its maker, and is sent back to nobody else.
 */
const makerOf = ({ provider, model }: Target): string => `${provider}/${model}`;

const signedBy = (detail: ReasoningDetail, target: Target): ReasoningDetail => ({ ...detail, madeBy: makerOf(target) });

/** The event with the maker of a piece of reasoning. */
export const withMaker = (event: ChatEvent, target: Target): ChatEvent =>
  event.type === "reasoning_detail" ? { type: "reasoning_detail", detail: signedBy(event.detail, target) } : event;

/** An answer's pieces of reasoning with their maker. */
export const allWithMaker = <Answer extends { readonly reasoningDetails?: readonly ReasoningDetail[] }>(
  answer: Answer,
  target: Target,
): Answer =>
  answer.reasoningDetails === undefined
    ? answer
    : { ...answer, reasoningDetails: answer.reasoningDetails.map((detail) => signedBy(detail, target)) };

/** The call without reasoning that somebody else made. What comes without a maker is taken for the target's own. */
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
