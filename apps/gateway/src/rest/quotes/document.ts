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
        prompt_tokens: Type.Optional(Type.Integer({ description: "Only of chat and embeddings." })),
        completion_tokens: Type.Optional(Type.Integer({ description: "Only of chat." })),
        images: Type.Optional(Type.Integer({ description: "Only of images." })),
        duration: Type.Optional(Type.Integer({ description: "Only of videos: seconds, as the video will be made." })),
      }),
      cost_usd: Type.Number({ description: "Exact, markup included." }),
      cost_mxn: Type.Number({ description: "Exact." }),
    },
    { description },
  );

const quote = Type.Object(
  {
    object: Type.Literal("quote"),
    model: Type.String({ description: "The model asked for." }),
    exact: Type.Boolean({
      description: "Both costs are what will be charged if everything asked for is delivered: images and videos.",
    }),
    mxn_per_usd: Type.Number({ description: "The exchange rate, exact." }),
    expected: cost("What such a call usually uses. Where the body has `max_tokens`, as many are expected."),
    maximum: cost("All that the call may use, by the dearest of the models that may answer it."),
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
    `The same body and the same checks as ${call} itself, but no provider is called, and nothing is held or charged. ` +
    `Prices and exchange rate are those of this moment.${more}`,
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

/** What the routes are in the OpenAPI document. */
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
