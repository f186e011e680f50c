import { Type } from "typebox";
import { embeddingsBody } from "../../bodies/embeddings/body";
import { callHeaders, costProperties, errorResponses, PAID_CALL_ERRORS, unknownFieldsText } from "../document-parts";

const embeddings = Type.Object(
  {
    object: Type.Literal("list"),
    model: Type.String(),
    data: Type.Array(
      Type.Object({
        object: Type.Literal("embedding"),
        index: Type.Integer({ description: "Index of the input." }),
        embedding: Type.Union([
          Type.Array(Type.Number()),
          Type.String({ description: "With `encoding_format: base64`." }),
        ]),
      }),
    ),
    usage: Type.Object({ prompt_tokens: Type.Integer(), total_tokens: Type.Integer(), ...costProperties }),
  },
  { title: "Embeddings" },
);

/** The route in the OpenAPI document. */
export const embeddingsDocument = {
  operationId: "createEmbeddings",
  summary: "Text embeddings",
  description: unknownFieldsText([['`provider` with `zdr: true` or `data_collection: "deny"`', "use `zdr: true`"]]),
  tags: ["Embeddings"],
  security: [{ apiKey: [] }],
  body: embeddingsBody,
  response: {
    200: {
      description: "One vector per input, in the same order.",
      headers: callHeaders,
      content: { "application/json": { schema: embeddings } },
    },
    ...errorResponses(...PAID_CALL_ERRORS),
  },
};
