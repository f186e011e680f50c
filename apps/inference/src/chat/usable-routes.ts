import { type ChatCall, mayCallFunction } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { type CallScope, clientOf } from "../call-scope";
import type { AskedChat } from "./asked-chat";
import { createContextCheck } from "./context-limit";
import { type AdaptOptions, type AdaptedRoutes, adaptRoutes } from "./adapt-routes";
import { instructedCalls } from "./instructed-format";
import { leastFileTokens, withoutFiles } from "./prompt-with-files";

/** The longest form of a call, for counts and holds: a format as text is longer than the format itself. */
export const longestForm = ({ call, candidates }: Pick<AskedChat, "call" | "candidates">): ChatCall =>
  mayCallFunction(call) || candidates.some(({ model }) => model.capabilities.has("json_schema_instructed"))
    ? (instructedCalls(call)[0] ?? call)
    : call;

export interface CountedPrompt {
  /** See longestForm. */
  readonly longest: ChatCall;
  /** Tokens; Infinity if they can't be estimated, and everything but the files has to be counted. */
  readonly likely: number;
}

/**
 * The routes that can honour a call and whose context window holds the prompt. Errors: invalid_request_error that names
 * the field that no route can honour.
 */
export const usableRoutes = async (
  scope: CallScope,
  { call, candidates, countedFor }: AskedChat,
  { longest, likely }: CountedPrompt,
): Promise<AdaptedRoutes & Pick<AdaptOptions, "unsupported">> => {
  const readable = withoutFiles(longest);
  // A prompt that may be too long is counted here without blocking the event loop. The check below uses the cached count.
  if (candidates.some(({ contextTokens = Infinity }) => likely > contextTokens))
    await scope.counter.countPromptInTurns(countedFor, readable);
  const unsupported = ({ kind, targets: [{ target }] }: ChatCandidate, sent: ChatCall) =>
    clientOf(scope, kind).unsupported(sent, target);
  const tooLong = createContextCheck(readable, scope.counter, { estimate: likely, fileTokens: leastFileTokens(call) });
  return { ...adaptRoutes({ call, candidates, unsupported, tooLong }), unsupported };
};
