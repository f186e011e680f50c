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
    "Use the path of the image's `url`. If the `url` is at a bucket or a CDN, use its last three segments. The cost of the image stays charged.",
  params,
  response: {
    204: Type.Null({ description: "The image is gone." }),
    ...errorResponses("invalid_request_error", "not_found", ...SECURED_ERRORS, "internal_error", "overloaded"),
  },
};

/** Removes the field name `url` from media's errors: here it is the request's address, not a field. */
const withoutUrl = (thrown: unknown): unknown =>
  thrown instanceof CenoteError && thrown.param === "url"
    ? thrown.with({
        param: undefined,
        message: thrown.message.replace(/^url: (.)/, (_all, first: string) => first.toUpperCase()),
      })
    : thrown;

/** Deletes a stored image. It requires an API key: anybody who was shown an image knows its address. */
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
