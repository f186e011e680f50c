import { type TSchema, Type } from "typebox";
import { chatBody } from "../../bodies/chat/body";
import { embeddingsBody } from "../../bodies/embeddings/body";
import { imagesBody } from "../../bodies/images/body";
import { editsBody } from "../../bodies/images/edits-body";
import { videoBody } from "../../bodies/videos/body";
import { COUNT_ERRORS, errorResponses } from "../document-parts";

const cost = (description: string) =>
  Type.Object(
    {
      model: Type.String({ description: "The model whose prices these are." }),
      usage: Type.Object({
        prompt_tokens: Type.Optional(Type.Integer({ description: "Only for chat and embeddings." })),
        completion_tokens: Type.Optional(Type.Integer({ description: "Only for chat." })),
        images: Type.Optional(Type.Integer({ description: "Only for images." })),
        duration: Type.Optional(Type.Integer({ description: "Only for videos: the seconds that will be generated." })),
      }),
      cost_usd: Type.Number({ description: "Exact, markup included." }),
      cost_mxn: Type.Number({ description: "Exact." }),
    },
    { description },
  );

const quote = Type.Object(
  {
    object: Type.Literal("quote"),
    model: Type.String({ description: "The requested model." }),
    exact: Type.Boolean({
      description:
        "True for images and videos: both costs are what will be charged if everything requested is delivered.",
    }),
    mxn_per_usd: Type.Number({ description: "The exchange rate, exact." }),
    expected: cost("What such a call usually uses. If the body has `max_tokens`, that many are expected."),
    maximum: cost("The most that the call can use, at the prices of the most expensive model that may answer it."),
  },
  { title: "Quote" },
);

interface QuotedRoute {
  readonly tag: string;
  readonly operationId: string;
  /** As in "an images call". */
  readonly call: string;
  readonly body: TSchema;
  readonly more?: string;
}

const quoteDocument = ({ tag, operationId, call, body, more = "" }: QuotedRoute) => ({
  operationId,
  summary: `What ${call} would cost`,
  description:
    `Takes the same body and makes the same checks as ${call}. No provider is called, and nothing is held or charged. ` +
    `Prices and exchange rate are the current ones.${more}`,
  tags: [tag],
  security: [{ apiKey: [] }],
  body,
  response: {
    200: { description: "The quote.", content: { "application/json": { schema: quote } } },
    ...errorResponses(...COUNT_ERRORS, "provider_unavailable"),
  },
});

const COUNTED =
  "\n\nThe prompt is counted with OpenAI's encoding, whatever the model. The provider's count is what is charged; it may differ.";

/** The routes in the OpenAPI document. */
export const DOCUMENTS = {
  chat: quoteDocument({
    tag: "Chat",
    operationId: "quoteChatCompletion",
    call: "a chat call",
    body: chatBody,
    more: `${COUNTED} With \`continue_on_cut\` each route that continues a stream is sent the prompt again, which is not in the quote.`,
  }),
  embeddings: quoteDocument({
    tag: "Embeddings",
    operationId: "quoteEmbeddings",
    call: "an embeddings call",
    body: embeddingsBody,
    more: COUNTED,
  }),
  images: quoteDocument({ tag: "Images", operationId: "quoteImages", call: "an images call", body: imagesBody }),
  edits: quoteDocument({ tag: "Images", operationId: "quoteImageEdits", call: "an edit of images", body: editsBody }),
  video: quoteDocument({ tag: "Videos", operationId: "quoteVideo", call: "a video", body: videoBody }),
};
