import type { MediaService } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { contextOfRequest } from "../../server/calls/call-context";
import type { Exchanges } from "../../server/calls/exchanges";
import { errorResponses, SECURED_ERRORS } from "../document-parts";

export interface DeleteRouteParts {
  readonly media: Pick<MediaService, "deleteImage">;
  readonly exchanges: Exchanges;
}

const params = Type.Object({
  organization: Type.String({ description: "UUID." }),
  media: Type.String({ description: "UUID." }),
  file: Type.String({ description: "Such as `1.png`." }),
});

const document = {
  tags: ["Images"],
  security: [{ apiKey: [] }],
  operationId: "deleteImage",
  summary: "Delete a stored image",
  description:
    "The path of the image's `url`; where that leads to a bucket or a CDN, its last three parts. What it cost stays charged.",
  params,
  response: {
    204: Type.Null({ description: "The image is gone." }),
    ...errorResponses("invalid_request_error", "not_found", ...SECURED_ERRORS, "internal_error", "overloaded"),
  },
};

/** Media names the `url` it was given; here that is the address of the request, and no field. */
const withoutUrl = (thrown: unknown): unknown =>
  thrown instanceof CenoteError && thrown.param === "url"
    ? thrown.with({
        param: undefined,
        message: thrown.message.replace(/^url: (.)/, (_all, first: string) => first.toUpperCase()),
      })
    : thrown;

/** Takes a stored image away, wherever it is stored. For API keys: anybody who was shown an image has its address. */
export const addDeleteImageRoute = (server: FastifyInstance, { media, exchanges }: DeleteRouteParts): void => {
  server.delete<{ Params: { readonly organization: string; readonly media: string; readonly file: string } }>(
    "/media/:organization/:media/:file",
    { schema: document, config: { bodyless: true }, onRequest: exchanges.admit },
    async (request, reply) => {
      const { organization, media: mediaId, file } = request.params;
      const url = `/media/${organization}/${mediaId}/${file}`;
      await media
        .deleteImage({ context: contextOfRequest(request), url }, request.exchange.abort.signal)
        .catch((thrown: unknown) => {
          throw withoutUrl(thrown);
        });
      return reply.code(204).send();
    },
  );
};
