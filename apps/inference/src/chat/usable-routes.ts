import { type ChatCall, mayCallFunction } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { type CallScope, clientOf } from "../call-scope";
import type { AskedChat } from "./asked-chat";
import { createContextCheck } from "./context-limit";
import { type FitOptions, type FittingRoutes, fitRoutes } from "./fit-routes";
import { instructedCalls } from "./instructed-format";
import { leastFileTokens, withoutFiles } from "./prompt-with-files";

/** The form that is counted and held for: a format in words is longer than the format itself. */
export const longestForm = ({ call, candidates }: Pick<AskedChat, "call" | "candidates">): ChatCall =>
  mayCallFunction(call) || candidates.some(({ model }) => model.capabilities.has("json_schema_instructed"))
    ? (instructedCalls(call)[0] ?? call)
    : call;

export interface CountedPrompt {
  /** See longestForm. */
  readonly longest: ChatCall;
  /** Tokens; Infinity where only a count of all but its files tells. */
  readonly likely: number;
}

/**
 * The routes that can honour a call and read all of its prompt. Errors: invalid_request_error naming the field that no
 * route can honour.
 */
export const usableRoutes = async (
  scope: CallScope,
  { call, candidates, countedFor }: AskedChat,
  { longest, likely }: CountedPrompt,
): Promise<FittingRoutes & Pick<FitOptions, "unsupported">> => {
  const readable = withoutFiles(longest);
  // A prompt that may be too long is counted here, in turns of the event loop: the check below finds it counted.
  if (candidates.some(({ contextTokens = Infinity }) => likely > contextTokens))
    await scope.counter.countPromptInTurns(countedFor, readable);
  const unsupported = ({ kind, targets: [{ target }] }: ChatCandidate, sent: ChatCall) =>
    clientOf(scope, kind).unsupported(sent, target);
  const tooLong = createContextCheck(readable, scope.counter, { estimate: likely, fileTokens: leastFileTokens(call) });
  return { ...fitRoutes({ call, candidates, unsupported, tooLong }), unsupported };
};
