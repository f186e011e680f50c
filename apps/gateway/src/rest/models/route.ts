import { CenoteError, didYouMean, ERROR_TABLE } from "@cenote/core";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { ModelDirectory, ModelList } from "../../models/directory";
import { JSON_TYPE } from "../../server/answers/json-type";
import { type Caller, callerOf } from "../../server/calls/caller";
import type { Exchanges } from "../../server/calls/exchanges";
import { mayUse, requireModels } from "../../server/calls/permissions";
import { errorResponses, SECURED_ERRORS } from "../document-parts";
import { anthropicModelJson, anthropicModelListJson } from "./to-anthropic-json";
import { modelJson, modelListJson } from "./to-json";

const seconds = (description: string) => Type.Optional(Type.Integer({ description }));

const model = Type.Object(
  {
    id: Type.String({ description: "`<provider>/<model>`" }),
    object: Type.Literal("model"),
    created: Type.Integer({ description: "Unix seconds of its release; if that is unknown, of its price." }),
    owned_by: Type.String({ description: "The namespace of the id." }),
    type: Type.Unsafe({ type: "string", enum: ["chat", "image", "video", "embedding"] }),
    context_length: Type.Optional(Type.Integer({ description: "Tokens." })),
    max_output_tokens: Type.Optional(Type.Integer()),
    capabilities: Type.Array(Type.String(), {
      description:
        "tools, vision, pdf, json_object, json_schema, json_schema_instructed, reasoning, prompt_caching, assistant_prefix, logprobs",
    }),
    dimensions: Type.Optional(Type.Integer({ description: "Dimensions of an embedding." })),
    default_duration: seconds("Seconds of a video."),
    max_duration: seconds("Seconds of a video."),
    durations: Type.Optional(Type.Array(Type.Integer(), { description: "Supported lengths of video, in seconds." })),
    audio: Type.Optional(Type.Boolean()),
    takes_first_frame: Type.Optional(
      Type.Boolean({
        description: "Whether a video may begin with an image (`input_reference` of `POST /v1/videos/generations`).",
      }),
    ),
    sizes: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "Image sizes that may be requested, `<width>x<height>`. If a provider supports only aspect ratios (Gemini, Imagen, Grok), the image has the size's aspect ratio, and the provider chooses its pixels.",
      }),
    ),
    max_input_images: Type.Optional(
      Type.Integer({
        description:
          "Most images that one edit may be given (`POST /v1/images/edits`). Absent if the model edits no images.",
      }),
    ),
    takes_mask: Type.Optional(Type.Boolean({ description: "Whether an edit may have a `mask`." })),
    zdr: Type.Boolean({ description: "Can be called with zero data retention." }),
    shutdown_date: Type.Optional(
      Type.String({
        format: "date",
        description:
          "The day, in UTC, on which the provider shuts the model down. From then on it can't be called. Absent if no day was announced.",
      }),
    ),
    simulated: Type.Optional(
      Type.Boolean({ description: "True if no provider is configured and the simulator is used." }),
    ),
    prices: Type.Array(
      Type.Object({
        unit: Type.String({
          description: "input_token, cached_input_token, cache_write_token, output_token, image, second, input_image",
        }),
        variant: Type.Optional(
          Type.String({ description: "Size and quality of an image, if the price depends on them." }),
        ),
        per: Type.Integer({ description: "Number of units the price applies to." }),
        usd: Type.Number({ description: "Exact, including markup." }),
        mxn: Type.Number({ description: "Exact, including markup, at the current exchange rate." }),
      }),
    ),
  },
  { $id: "Model" },
);

const list = Type.Object(
  {
    object: Type.Literal("list"),
    simulated: Type.Optional(Type.Boolean()),
    data: Type.Array(Type.Unsafe({ $ref: "Model#" })),
  },
  { title: "ModelList" },
);

const FOR_ANTHROPIC =
  "With the header `anthropic-version`, which Anthropic's clients send, the answer has the shape of Anthropic's API, and the key may be in `x-api-key`.";

const secured = { tags: ["Models"], security: [{ apiKey: [] }] };
const failures = errorResponses(...SECURED_ERRORS, "internal_error", "overloaded");

const listDocument = {
  ...secured,
  operationId: "listModels",
  summary: "Models the caller may use, with limits and prices",
  description: `${FOR_ANTHROPIC} It lists only chat models, on one page.`,
  response: {
    200: { description: "The models, in the order of the catalog.", content: { "application/json": { schema: list } } },
    ...failures,
  },
};
const modelDocument = {
  ...secured,
  operationId: "getModel",
  summary: "One model",
  description: FOR_ANTHROPIC,
  params: Type.Object({ "*": Type.String({ description: "`<provider>/<model>`; the slash may be written `%2F`." }) }),
  response: {
    200: { description: "The model.", content: { "application/json": { schema: { $ref: "Model#" } } } },
    ...errorResponses("model_not_found"),
    ...failures,
  },
};

export interface ModelRouteParts {
  readonly directory: ModelDirectory;
  readonly exchanges: Exchanges;
}

const missing = (id: string, { models, isUnserved }: ModelList, caller: Caller): CenoteError => {
  const message = isUnserved(id)
    ? "No provider of this model is configured, or its provider has shut it down, so it can't be called. GET /v1/models lists those that can."
    : `${ERROR_TABLE.model_not_found.message}${didYouMean(
        id,
        models.map(({ model: { id: listed } }) => listed).filter((listed) => mayUse(caller, listed)),
      )}`;
  return new CenoteError("model_not_found", message, { param: "model" });
};

/**
 * Anthropic's clients send this header with every request. They read `type` and the limits under other names than
 * OpenAI's.
 */
const isAnthropic = ({ headers }: FastifyRequest): boolean => headers["anthropic-version"] !== undefined;

export const addModelRoutes = (server: FastifyInstance, { directory, exchanges }: ModelRouteParts): void => {
  server.addSchema(model);
  const config = { operation: "any", takesApiKeyHeader: true } as const;
  server.get("/v1/models", { schema: listDocument, config, onRequest: exchanges.admit }, async (request, reply) => {
    const list = await directory.list();
    const caller = callerOf(request);
    const models = list.models.filter(({ model: { id } }) => mayUse(caller, id));
    const toJson = isAnthropic(request) ? anthropicModelListJson : modelListJson;
    return reply.type(JSON_TYPE).send(toJson({ ...list, models }));
  });

  server.get<{ Params: { "*": string } }>(
    "/v1/models/*",
    { schema: modelDocument, config, onRequest: exchanges.admit },
    async (request, reply) => {
      const id = request.params["*"];
      const caller = callerOf(request);
      // First, as for calls, so that a caller can't find out which other models exist.
      requireModels(caller, [id]);
      const list = await directory.list();
      const found = list.find(id);
      if (found === undefined) throw missing(id, list, caller);
      return reply
        .type(JSON_TYPE)
        .send(isAnthropic(request) ? anthropicModelJson(found) : modelJson(found, list.simulated));
    },
  );
};
