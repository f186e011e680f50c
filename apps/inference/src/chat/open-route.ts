import type { ChatModel } from "@cenote/catalog";
import type { CallTimes } from "@cenote/calls";
import type { ChatCall } from "@cenote/providers";
import type { RouteAnswer } from "@cenote/routing";
import type { ChatCandidate } from "./chat-candidate";
import { type CallScope, clientOf } from "../call-scope";
import { type OpenStream, openStream } from "./open-stream";
import { CHAT_PROMPT, type PreparedChat } from "./prepare";

/** The chat call for which routes are opened. */
export interface RoutedChat {
  readonly scope: CallScope;
  readonly prepared: PreparedChat;
  readonly times: CallTimes;
  readonly signal: AbortSignal;
}

/**
 * Opens the stream of one of these routes, which the router chooses.
 * @param callOf Returns the call as a route gets it. Errors: those of the router.
 */
export const openRoute = (
  { scope, prepared, times, signal }: RoutedChat,
  candidates: readonly ChatCandidate[],
  callOf: (candidate: ChatCandidate) => ChatCall,
  deadlineMs?: number,
): Promise<RouteAnswer<OpenStream, ChatModel>> =>
  scope.router.open({
    candidates,
    rankOf: prepared.routes.rankOf,
    isGiven: prepared.isGiven,
    prompt: CHAT_PROMPT,
    attempt: (routeTry) =>
      openStream({
        client: clientOf(scope, routeTry.candidate.kind),
        call: callOf(routeTry.candidate),
        routeTry,
        signal,
        clock: scope.clock,
      }),
    history: times.history,
    requestId: prepared.context.requestId,
    signal,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
