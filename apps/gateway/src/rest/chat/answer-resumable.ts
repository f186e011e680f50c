import { invalidField } from "@cenote/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ChatBody } from "../../bodies/chat/body";
import { toChatRequest } from "../../bodies/chat/to-request";
import type { EventPosition } from "../../resumable-answers/event-id";
import type { ResumableAnswer } from "../../resumable-answers/resumable-answer";
import type { ResumableAnswers } from "../../resumable-answers/resumable-answers";
import { contextOfRequest } from "../../server/calls/call-context";
import { callerOf } from "../../server/calls/caller";
import { isZdr } from "../../server/calls/payer-context";
import { unknownChatFields } from "../foreign-fields";
import type { RelayParts } from "../relay-answer";
import { fieldNamesOf } from "./field-names";
import { hasLastEventId, LAST_EVENT_ID, lastEventIdOf } from "./last-event-id";
import { relayResumable } from "./resumable-stream";

export interface ResumableParts extends RelayParts {
  readonly resumableAnswers: ResumableAnswers;
}

type ChatHttpRequest = FastifyRequest<{ Body: ChatBody }>;

/** Whether a request starts or resumes a resumable answer. */
export const isResumable = (request: ChatHttpRequest): boolean => {
  if (hasLastEventId(request)) return true;
  const { stream, resumable, zdr } = request.body;
  // Zero data retention forbids keeping an answer, even for a minute.
  return stream === true && resumable === true && !isZdr(callerOf(request), zdr);
};

/** The answer that a request resumes. It is never generated again. Errors: invalid_request_error, not_found. */
const findAnswer = (
  resumableAnswers: ResumableAnswers,
  request: ChatHttpRequest,
  { requestId }: EventPosition,
): ResumableAnswer => {
  if (request.body.stream !== true) throw invalidField(LAST_EVENT_ID, "needs `stream` to be true.");
  const { answer, matches } = resumableAnswers.find(requestId, callerOf(request));
  if (!matches(toChatRequest(request.body)))
    throw invalidField(LAST_EVENT_ID, "belongs to the answer of another request.");
  return answer;
};

/** Starts a resumable answer. Errors: those of its request, overloaded. */
const openAnswer = (resumableAnswers: ResumableAnswers, request: ChatHttpRequest): ResumableAnswer => {
  const { body } = request;
  const call = { context: contextOfRequest(request, body), chat: toChatRequest(body) };
  return resumableAnswers.open(call, callerOf(request));
};

/** Answers a request that starts or resumes a resumable answer. */
export const answerResumable = async (
  parts: ResumableParts,
  request: ChatHttpRequest,
  reply: FastifyReply,
): Promise<void> => {
  const { resumableAnswers } = parts;
  const { body } = request;
  const fieldNames = fieldNamesOf(body);
  try {
    const unknownFields = unknownChatFields(body);
    const last = lastEventIdOf(request);
    const answer =
      last === undefined ? openAnswer(resumableAnswers, request) : findAnswer(resumableAnswers, request, last);
    const from = last === undefined ? 0 : last.index + 1;
    const includeUsage = body.stream_options?.include_usage === true;
    await relayResumable(parts, { request, reply, answer, from, includeUsage, unknownFields, fieldNames });
  } catch (thrown) {
    throw fieldNames.inError(thrown);
  }
};
