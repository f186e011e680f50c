import { DURATION_SPELLINGS, type DurationSpelling } from "../media/duration-spelling";
import { createQuirkReader, fieldName, mapping, oneOf, wholeNumber, yesOrNo } from "../quirk-choices";

/** How a model's input deviates. In the catalog these are snake_case keys of a route's `quirks`. */
export interface FalQuirks {
  /** `image_size_field`: takes a size in pixels, or the nearest common aspect ratio; `none`: accepts neither. */
  readonly imageSizeField?: "image_size" | "aspect_ratio" | "none";
  /** `images_per_call` */
  readonly imagesPerCall?: number;
  /** `duration_spelling`: `8`, `"8"` or `"8s"`; `none`: accepts no duration. */
  readonly durationSpelling?: DurationSpelling;
  /** `aspect_ratio`: accepts one. */
  readonly aspectRatio?: boolean;
  /** `first_frame`: the endpoint for videos that begin with an image; absent if there is none. */
  readonly firstFrame?: string;
  /** `first_frame_field`: the field of the image at that endpoint. */
  readonly firstFrameField?: string;
  /** `input`: additional fields of the input, the same for every call. */
  readonly input?: Readonly<Record<string, unknown>>;
}

const MAX_IMAGES_PER_CALL = 8;

/** An id that may be in the path of a request. None can leave the base URL. */
const ENDPOINT = /^\w[\w.-]*(?:\/\w[\w.-]*)+$/;

export const { check: checkQuirks, of: quirksOf } = createQuirkReader<FalQuirks>(
  {
    image_size_field: oneOf("imageSizeField", "image_size", "aspect_ratio", "none"),
    images_per_call: wholeNumber(
      "imagesPerCall",
      `a whole number from 1 to ${MAX_IMAGES_PER_CALL}`,
      MAX_IMAGES_PER_CALL,
    ),
    duration_spelling: oneOf("durationSpelling", ...DURATION_SPELLINGS),
    aspect_ratio: yesOrNo("aspectRatio"),
    first_frame: {
      key: "firstFrame",
      expected: "the id of an endpoint",
      accepts: (value) => typeof value === "string" && ENDPOINT.test(value),
    },
    first_frame_field: fieldName("firstFrameField"),
    input: mapping("input"),
  },
  () => ({}),
);
