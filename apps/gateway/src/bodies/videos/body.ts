import { type Static, Type } from "typebox";
import { optionalBoolean, optionalInteger, optionalOf, optionalString } from "../../schema/fields";
import { callFields, PROMPT_CHARACTERS } from "../call-fields";
import { BASE64_DATA_URL } from "../url-patterns";

const MAX_DURATION_S = 3600;
const CALLBACK_CHARACTERS = 2048;

const firstFrame = Type.Object({
  image_url: Type.String({
    pattern: BASE64_DATA_URL,
    description:
      "an image as a data URL, `data:image/png;base64,...`. There are no files with an id here, and none is fetched from an address",
  }),
});

/**
 * Body of `POST /v1/videos/generations`: validation, type and document. Unknown fields are ignored and reported. `null`
 * means absent.
 */
export const videoBody = Type.Object({
  model: callFields.model,
  prompt: Type.String({ minLength: 1, maxLength: PROMPT_CHARACTERS }),
  duration: optionalInteger({
    minimum: 1,
    maximum: MAX_DURATION_S,
    description:
      "Seconds, up to the model's `max_duration`; by default the model's own. The longest supported length that does not exceed it is generated and billed.",
  }),
  aspect_ratio: optionalString({
    pattern: "^[1-9][0-9]?:[1-9][0-9]?$",
    description: "`<width>:<height>`, such as `16:9`, `9:16`, `1:1`; support depends on the model.",
  }),
  input_reference: optionalOf(
    firstFrame,
    "The image that the video begins with: PNG, JPEG or WebP, for models with `takes_first_frame`. Some of them give the video its shape, and then refuse `aspect_ratio`. It is passed to the provider and not stored.",
  ),
  callback_url: optionalString({
    maxLength: CALLBACK_CHARACTERS,
    description:
      "Receives a POST when the job ends, at least once, with the event `video.completed` or `video.failed`. It is signed as Standard " +
      "Webhooks specifies, with the secret of `GET /v1/callbacks/secret`; `webhook-id` is the id of the job. Public addresses only.",
  }),
  zdr: optionalBoolean("Zero data retention is impossible, since videos are stored: true is rejected."),
});

export type VideoBody = Static<typeof videoBody>;
