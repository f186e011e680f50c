import type { MediaService } from "@cenote/contracts";
import type { Clock, Log } from "@cenote/core";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { ImageLimits } from "../../limits";
import { answerHeaders } from "../../server/answers/answer-headers";
import { paidIdOf } from "../../server/answers/paid-id";
import { sendAnswer } from "../../server/answers/send-answer";
import { sendPieces } from "../../server/answers/send-pieces";
import { contextOfRequest } from "../../server/calls/call-context";
import { callerOf, shareOfCaller } from "../../server/calls/caller";
import type { Exchanges } from "../../server/calls/exchanges";
import type { SlowReaders } from "../../server/readers/slow-readers";
import { callHeaders, costProperties, errorResponses, PAID_CALL_ERRORS, unknownFieldsText } from "../document-parts";
import { unknownImageFields } from "../foreign-media-fields";
import { createBase64Of } from "./base64-of";
import { type ImagesBody, imagesBody } from "../../bodies/images/body";
import { createReadImage } from "./read-image";
import { toImagesAnswer, toImagesPieces } from "./to-answer";
import { toImagesRequest } from "../../bodies/images/to-request";

/** Members that OpenAI's typed clients want wherever there is a `usage`. */
const tokens = Type.Integer({ description: "0: images are priced individually." });

const images = Type.Object(
  {
    id: Type.String({ pattern: "^req_[0-9a-f]{24}$", description: "The request id." }),
    object: Type.Literal("list"),
    created: Type.Integer({ description: "Unix seconds." }),
    model: Type.String(),
    data: Type.Array(
      Type.Object({
        url: Type.String({ description: "In the service's own storage: public, does not expire." }),
        b64_json: Type.Optional(
          Type.String({
            description:
              "The file, if `response_format` is `b64_json`. Missing if the file can't be read at the moment, or if the answer would exceed 64 MiB of base64.",
          }),
        ),
      }),
    ),
    usage: Type.Object({
      images: Type.Integer({ description: "Number of images charged." }),
      input_tokens: tokens,
      output_tokens: tokens,
      total_tokens: tokens,
      input_tokens_details: Type.Object({ text_tokens: tokens, image_tokens: tokens }),
      ...costProperties,
    }),
    failed: Type.Optional(
      Type.Object(
        {
          count: Type.Integer(),
          message: Type.String({ description: "The provider's message for the first of them." }),
        },
        {
          description: "Present if some of `n` failed; those are not billed.",
        },
      ),
    ),
  },
  { title: "Images" },
);

const document = {
  operationId: "createImages",
  summary: "Generate images",
  description:
    "If a provider supports only aspect ratios (Gemini, Imagen, Grok), the image has the aspect ratio of `size`, and the provider chooses its pixels.\n\n" +
    unknownFieldsText(),
  tags: ["Images"],
  security: [{ apiKey: [] }],
  body: imagesBody,
  response: {
    200: {
      description: "The images, each stored and paid for.",
      headers: callHeaders,
      content: { "application/json": { schema: images } },
    },
    ...errorResponses(...PAID_CALL_ERRORS),
  },
};

export interface ImagesRouteParts {
  readonly media: Pick<MediaService, "createImages" | "readImage">;
  readonly exchanges: Exchanges;
  readonly readers: SlowReaders;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: ImageLimits;
}

export const addImagesRoute = (
  server: FastifyInstance,
  { media, exchanges, readers, clock, log, limits }: ImagesRouteParts,
): void => {
  const readImage = createReadImage({ media, clock, limits });
  server.post<{ Body: ImagesBody }>(
    "/v1/images/generations",
    { schema: document, config: { operation: "images" }, onRequest: exchanges.admit },
    async (request, reply) => {
      const { body } = request;
      const unknownFields = unknownImageFields(body);
      const context = contextOfRequest(request, body.zdr);
      const { signal } = request.exchange.abort;
      const withBytes = body.response_format === "b64_json";
      const share = shareOfCaller(callerOf(request));
      if (withBytes) readers.requireRoom(share);
      const answer = await media.createImages({ context, images: toImagesRequest(body) }, signal);
      const requestId = paidIdOf(answer.info, request.id);
      const headers = answerHeaders(request, { info: answer.info, unknownFields }, clock);
      if (!withBytes) {
        sendAnswer(reply, toImagesAnswer(requestId, answer), headers);
        return;
      }
      const base64Of = createBase64Of({ readImage, readers, limits, log }, { context, share, raw: reply.raw, signal });
      await sendPieces(reply, toImagesPieces(requestId, answer, base64Of), headers, readers);
    },
  );
};
