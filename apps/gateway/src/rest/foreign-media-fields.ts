import { invalidField } from "@cenote/core";
import { imagesBody } from "../bodies/images/body";
import { editsBody } from "../bodies/images/edits-body";
import { videoBody } from "../bodies/videos/body";
import { isEmptyList, providerRule, refused } from "./refused";
import { createUnknownFields, type FieldRule } from "./unknown-fields";

/** Names of input files in the APIs of OpenAI, OpenRouter, xAI, fal and similar ones. */
const GIVEN_IMAGES = [
  "image",
  "images",
  "image_url",
  "image_urls",
  "imageUrl",
  "image_list",
  "input_image",
  "input_images",
  "input_reference",
  "input_references",
  "reference_image",
  "reference_images",
  "reference_image_urls",
  "referenceImages",
  "subject_reference",
  "mask",
] as const;
const FIRST_FRAMES = [
  "first_frame",
  "first_frame_image",
  "first_frame_url",
  "start_image",
  "start_image_url",
  "frame_images",
  "keyframes",
  "promptImage",
  "prompt_image",
  "firstFrame",
] as const;
const LAST_FRAMES = [
  "last_frame",
  "last_frame_image",
  "last_frame_url",
  "last_image",
  "end_image",
  "end_image_url",
  "image_tail",
  "tail_image_url",
  "lastFrame",
] as const;
const NO_FRAMES = ["mask", "video", "video_url", "input_video"] as const;

const isNothing = (value: unknown): boolean => value === "" || isEmptyList(value);
const isAuto = (value: unknown): boolean => value === "auto" || value === "";

const refusedAll = (
  names: readonly string[],
  advice: string,
  isHarmless: (value: unknown) => boolean,
): Readonly<Record<string, FieldRule>> =>
  Object.fromEntries(names.map((name) => [name, refused(name, advice, isHarmless)]));

/** OpenAI's other way to give an image. Given together with the image itself, it is unclear which one is meant. */
const refuseFileId = (field: string, given: unknown): false => {
  const { file_id: id = null } = given as { readonly file_id?: unknown };
  if (id === null || isNothing(id)) return false;
  throw invalidField(
    `${field}.file_id`,
    "there are no files with an id here; leave it out, since `image_url` gives the image.",
  );
};

const provider = providerRule("files are stored, so zero data retention is impossible; leave it out.");

const refusedTransparency = refused(
  "background",
  "no transparent one can be asked for here; leave it out.",
  (value) => value !== "transparent",
);

const COMMON_IMAGE_RULES: Readonly<Record<string, FieldRule>> = {
  ...refusedAll(
    ["aspect_ratio", "resolution", "width", "height"],
    "not known here; use `size`, with one of the model's `sizes`.",
    isAuto,
  ),
  background: (value, body) => refusedTransparency(value, body) || value !== "auto",
  moderation: (value) => value !== "auto",
  provider,
};

/** By name: fields of other APIs' image bodies that ours do not have. */
export const IMAGE_RULES: Readonly<Record<string, FieldRule>> = {
  ...refusedAll(
    GIVEN_IMAGES,
    "images are made from the prompt alone here; send it to `/v1/images/edits`, or leave it out.",
    isNothing,
  ),
  ...COMMON_IMAGE_RULES,
};

export const unknownImageFields = createUnknownFields(imagesBody, IMAGE_RULES);

/** The same for edits. */
export const EDIT_RULES: Readonly<Record<string, FieldRule>> = {
  ...refusedAll(
    GIVEN_IMAGES.filter((name) => !Object.hasOwn(editsBody.properties, name)),
    "not known here; use `images`, or `image` in a body of `multipart/form-data`.",
    isNothing,
  ),
  images: (given) => {
    (given as readonly unknown[]).forEach((one, place) => refuseFileId(`images[${place}]`, one));
    return false;
  },
  mask: (given) => refuseFileId("mask", given),
  ...COMMON_IMAGE_RULES,
};

export const unknownEditFields = createUnknownFields(editsBody, EDIT_RULES);

/** The same for videos. */
export const VIDEO_RULES: Readonly<Record<string, FieldRule>> = {
  ...refusedAll(
    [...GIVEN_IMAGES, ...FIRST_FRAMES].filter((name) => !Object.hasOwn(videoBody.properties, name)),
    "not known here; use `input_reference`, with the image that the video begins with.",
    isNothing,
  ),
  input_reference: (given) => refuseFileId("input_reference", given),
  ...refusedAll(
    LAST_FRAMES,
    "only the first frame can be given, as `input_reference`; leave it out, and describe the end in `prompt`.",
    isNothing,
  ),
  ...refusedAll(
    NO_FRAMES,
    "videos are made from the prompt and, with `input_reference`, from their first frame; leave it out.",
    isNothing,
  ),
  ...refusedAll(["seconds", "duration_seconds"], "not known here; use `duration`.", () => false),
  size: refused("size", "not known here; use `aspect_ratio`. The resolution is the model's own.", isAuto),
  resolution: refused("resolution", "the resolution is the model's own; leave it out.", isAuto),
  ...refusedAll(
    ["n", "number_of_videos"],
    "a job makes one video; leave it out, and start one for each.",
    (value) => value === 1,
  ),
  generate_audio: refused(
    "generate_audio",
    "whether a video has sound is the model's own, as its `audio` in `GET /v1/models` says; leave it out.",
  ),
  provider,
};

export const unknownVideoFields = createUnknownFields(videoBody, VIDEO_RULES);
