import type { Clock, Log } from "@cenote/core";
import { asProviderError } from "./answers/answer-failures";
import { createChatStream } from "./chat-stream";
import { embedInParts } from "./requests/embed-in-parts";
import { inWireNames } from "./requests/function-names";
import { buildRequest } from "./requests/build-request";
import { allWithMaker, withoutForeignReasoning } from "./requests/reasoning-origin";
import { createErrorReader } from "./errors/error-reader";
import { scrubbedError } from "./errors/scrub";
import { familyPart } from "./family-part";
import type { ProviderError } from "./provider-error";
import type { CallOptions, ProviderClient, ProviderFamily } from "./spec";
import type { Target, WireRequest } from "./target";
import { ANSWER_LIMITS, plainChatBytes } from "./wire/answer-limits";
import type { Http, HttpHeaders } from "./wire/http";
import { parseJsonAnswer } from "./wire/json-answer";
import { readWholeAnswer } from "./wire/plain-answer";

export interface ProviderClientOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly log: Log;
}

interface PlainOptions extends CallOptions {
  readonly maxBytes: number;
}

/** Creates the client of a family. It is the same code for all wire protocols. */
export const createProviderClient = (
  family: ProviderFamily,
  { http, clock, log }: ProviderClientOptions,
): ProviderClient => {
  const readError = createErrorReader(family, clock);
  const errorReader =
    (target: Target) =>
    (status: number, headers: HttpHeaders, body: string): ProviderError =>
      scrubbedError(readError(target, status, headers, body), target);

  const callPlain = async <Answer>(
    target: Target,
    { limits, signal, maxBytes }: PlainOptions,
    toRequest: () => WireRequest,
    fromAnswer: (body: unknown) => Answer,
  ): Promise<Answer> => {
    try {
      const { text } = await readWholeAnswer({
        http,
        clock,
        request: buildRequest(toRequest),
        limits,
        signal,
        toError: errorReader(target),
        resend: true,
        maxBytes,
      });
      return fromAnswer(parseJsonAnswer(text));
    } catch (error) {
      throw scrubbedError(asProviderError(error), target);
    }
  };

  return {
    unsupported: (call, target) => family.chat?.unsupported(call, target) ?? [],
    streamChat: (call, target, options) => ({
      [Symbol.asyncIterator]() {
        const chat = familyPart(family.chat, family, "chat");
        const names = inWireNames(call, chat.functionName);
        return createChatStream({
          http,
          clock,
          log,
          chat,
          target,
          names,
          toRequest: () => chat.toRequest(withoutForeignReasoning(names.call, target), target, true),
          toError: errorReader(target),
          ...options,
        });
      },
    }),
    async completeChat(call, target, options) {
      const chat = familyPart(family.chat, family, "chat");
      const names = inWireNames(call, chat.functionName);
      return callPlain(
        target,
        { ...options, maxBytes: plainChatBytes(call) },
        () => chat.toRequest(withoutForeignReasoning(names.call, target), target, false),
        (body) => names.answer(allWithMaker(chat.fromAnswer(body, target, names.call), target)),
      );
    },
    async embed(call, target, options) {
      const embeddings = familyPart(family.embeddings, family, "embeddings");
      const maxInputs = embeddings.maxInputs?.(target) ?? Infinity;
      return embedInParts(call, {
        ...options,
        clock,
        maxInputs,
        embed: (part, partOptions) =>
          callPlain(
            target,
            { ...partOptions, maxBytes: ANSWER_LIMITS.embeddingsBytes },
            () => embeddings.toRequest(part, target),
            (body) => embeddings.fromAnswer(body, part, target),
          ),
      });
    },
  };
};
