import { Type } from "typebox";
import { imagesBody } from "../../bodies/images/body";
import { editsBody } from "../../bodies/images/edits-body";
import { callHeaders, costProperties, errorResponses, PAID_CALL_ERRORS, unknownFieldsText } from "../document-parts";
import { editForm } from "./edit-form";

/** OpenAI's typed clients require these members in every `usage`. */
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
              "The file, if `response_format` is `b64_json`. Absent if the file can't be read at the moment, or if the answer would exceed 64 MiB of base64.",
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
          description: "Present if some of the `n` images failed. Those are not billed.",
        },
      ),
    ),
  },
  { title: "Images" },
);

const common = {
  tags: ["Images"],
  security: [{ apiKey: [] }],
  response: {
    200: {
      description: "The images, each stored and paid for.",
      headers: callHeaders,
      content: { "application/json": { schema: images } },
    },
    ...errorResponses(...PAID_CALL_ERRORS),
  },
};

const SIZES =
  "If a provider supports only aspect ratios (Gemini, Imagen, Grok), the image has the aspect ratio of `size`, and the provider chooses its pixels.\n\n";

export const generationsDocument = {
  ...common,
  operationId: "createImages",
  summary: "Generate images",
  description: SIZES + unknownFieldsText(),
  body: imagesBody,
};

export const editsDocument = {
  ...common,
  operationId: "editImages",
  summary: "Edit images, or generate new ones from them",
  description:
    "For models with `max_input_images` in `GET /v1/models`. Each generated image costs its own price plus the price of an `input_image` for each given image. Given images are passed to the provider and are not stored.\n\n" +
    SIZES +
    unknownFieldsText(),
  body: editsBody,
};

const EXAMPLE = { model: "openai/gpt-image-2.5-flare", prompt: "Add a ladder to the cenote." };

/** Both formats of the body of edits, each with an example. */
export const editBodies = {
  content: {
    "multipart/form-data": {
      schema: { ...editForm, examples: [{ ...EXAMPLE, image: ["<the bytes of cenote.png>"] }] },
    },
    "application/json": {
      schema: {
        ...editsBody,
        examples: [{ ...EXAMPLE, images: [{ image_url: "data:image/png;base64,iVBORw0KGgo..." }] }],
      },
    },
  },
};
