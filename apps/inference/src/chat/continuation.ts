import type { ChatCall, ChatEvent, ProviderError } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { type TextJoin, withoutLastSpace } from "./join-text";

/** Whether the failure means that a stream was cut or fell silent, so that another route may continue it. */
export const isInterrupted = ({ kind, phase }: ProviderError): boolean =>
  kind === "cut" || kind === "server" || (kind === "timeout" && phase === "idle");

/** The messages with the answer so far as a prefill. An earlier prefill, of the caller or a previous part, is included. */
const withBeginning = ({ messages }: ChatCall, text: string): ChatCall["messages"] => {
  const last = messages.at(-1);
  if (last?.role !== "assistant" || typeof last.content !== "string")
    return [...messages, { role: "assistant", content: withoutLastSpace(text) }];
  return [...messages.slice(0, -1), { ...last, content: withoutLastSpace(last.content + text) }];
};

/**
 * Whether an answer to this call may be continued. JSON may not, in whatever way a route is asked for it, because another
 * provider would begin the object again.
 * @param call The call as the caller sent it.
 */
export const isContinuable = ({ responseFormat }: ChatCall): boolean =>
  responseFormat === undefined || responseFormat.type === "text";

/**
 * The call that continues an answer. Undefined if the answer can't be continued: it has only reasoning so far, it has log
 * probabilities, or no tokens are left.
 * @param call The original call. @param soFar The text that the caller has seen. @param soFarTokens Tokens of that text.
 */
export const continuationOf = (call: ChatCall, soFar: string, soFarTokens: number): ChatCall | undefined => {
  if (soFar.trim() === "" || call.logprobs === true) return undefined;
  const messages = withBeginning(call, soFar);
  if (call.maxTokens === undefined) return { ...call, messages };
  const maxTokens = call.maxTokens - soFarTokens;
  return maxTokens < 1 ? undefined : { ...call, messages, maxTokens };
};

/** Counts how often each route broke off this answer. */
export interface Breaks {
  note(candidate: ChatCandidate, failure: ProviderError): void;
  /**
   * Routes that may continue the answer. They are of the same model, because a call has one price. The route that broke
   * off comes last. A route that was cut may be tried once more; a route that fell silent or failed may not.
   */
  goOnAfter(candidates: readonly ChatCandidate[], broken: ChatCandidate): readonly ChatCandidate[];
}

const MAX_BREAKS = 2;

export const createBreaks = (): Breaks => {
  const breaks = new Map<ChatCandidate, number>();
  const of = (candidate: ChatCandidate) => breaks.get(candidate) ?? 0;
  return {
    note(candidate, { kind }) {
      breaks.set(candidate, kind === "cut" ? of(candidate) + 1 : MAX_BREAKS);
    },
    goOnAfter(candidates, broken) {
      const able = candidates.filter(
        (one) => one.model === broken.model && one.model.capabilities.has("assistant_prefix") && of(one) < MAX_BREAKS,
      );
      return [...able.filter((one) => one !== broken), ...able.filter((one) => one === broken)];
    },
  };
};

/** The events of a continuation as the caller may see them: as part of one answer, whose reasoning was sent before. */
export const joinEvents = (events: readonly ChatEvent[], join: TextJoin): ChatEvent[] => {
  const out: ChatEvent[] = [];
  const add = (text: string) => {
    if (text !== "") out.push({ type: "text", text });
  };
  for (const event of events) {
    if (event.type === "text") add(join.push(event.text));
    else if (event.type === "finish" || event.type === "tool_call") {
      add(join.flush());
      out.push(event);
    } else if (event.type !== "reasoning" && event.type !== "reasoning_detail") out.push(event);
  }
  return out;
};
