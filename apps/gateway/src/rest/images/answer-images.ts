import type { MediaService } from "@cenote/contracts";
import type { Clock, Log } from "@cenote/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ImagesBody } from "../../bodies/images/body";
import type { EditsBody } from "../../bodies/images/edits-body";
import { toImagesRequest } from "../../bodies/images/to-request";
import type { ImageLimits } from "../../limits";
import { answerHeaders } from "../../server/answers/answer-headers";
import { paidIdOf } from "../../server/answers/paid-id";
import { sendAnswer } from "../../server/answers/send-answer";
import { sendPieces } from "../../server/answers/send-pieces";
import { contextOfRequest } from "../../server/calls/call-context";
import { callerOf, shareOfCaller } from "../../server/calls/caller";
import type { SlowReaders } from "../../server/readers/slow-readers";
import type { FieldNames } from "../field-names";
import type { UnknownFields } from "../unknown-fields";
import { createBase64Of } from "./base64-of";
import { createReadImage } from "./read-image";
import { toImagesAnswer, toImagesPieces } from "./to-answer";

export interface ImagesAnswerParts {
  readonly media: Pick<MediaService, "createImages" | "readImage">;
  readonly readers: SlowReaders;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: ImageLimits;
}

/** The call of a request. Releases the body: it may contain images, and would hold them twice until the answer. */
const takeCall = (request: FastifyRequest & { body: ImagesBody | EditsBody }, unknownFieldsOf: UnknownFields) => {
  const { body } = request;
  const taken = {
    unknownFields: unknownFieldsOf(body),
    call: { context: contextOfRequest(request, body), images: toImagesRequest(body) },
    withBytes: body.response_format === "b64_json",
  };
  (request as FastifyRequest).body = undefined;
  return taken;
};

/** Generates images, or edits those of the body, and answers with them. */
export const createImagesAnswer = ({ media, readers, clock, log, limits }: ImagesAnswerParts) => {
  const readImage = createReadImage({ media, clock, limits });
  /** @param fieldNamesOf Translates the field names in media's errors. */
  return (unknownFieldsOf: UnknownFields, fieldNamesOf: (request: FastifyRequest) => FieldNames) =>
    async (request: FastifyRequest & { readonly body: ImagesBody | EditsBody }, reply: FastifyReply): Promise<void> => {
      const { call, unknownFields, withBytes } = takeCall(request, unknownFieldsOf);
      const { signal } = request.exchange.abort;
      const share = shareOfCaller(callerOf(request));
      if (withBytes) readers.requireRoom(share);
      const answer = await media.createImages(call, signal).catch((thrown: unknown) => {
        throw fieldNamesOf(request).inError(thrown);
      });
      const requestId = paidIdOf(answer.info, request.id);
      const headers = answerHeaders(request, { info: answer.info, unknownFields }, clock);
      if (!withBytes) {
        sendAnswer(reply, toImagesAnswer(requestId, answer), headers);
        return;
      }
      const base64Of = createBase64Of(
        { readImage, readers, limits, log },
        { context: call.context, share, raw: reply.raw, signal },
      );
      await sendPieces(reply, toImagesPieces(requestId, answer, base64Of), headers, readers);
    };
};
