import { DURATION_SPELLINGS, type DurationSpelling } from "../media/duration-spelling";
import { createQuirkReader, fieldName, mapping, oneOf, yesOrNo } from "../quirk-choices";

/** How a model's input deviates. In the catalog these are snake_case keys of a route's `quirks`. */
export interface ReplicateQuirks {
  /** `duration_spelling`: `8`, `"8"` or `"8s"`; `none`: accepts no duration. */
  readonly durationSpelling: DurationSpelling;
  /** `aspect_ratio`: accepts one. */
  readonly aspectRatio: boolean;
  /** `first_frame_field`: the field of the image with which a video begins; absent if the model accepts none. */
  readonly firstFrameField?: string;
  /** `input`: additional fields of the input, the same for every call. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export const { check: checkQuirks, of: quirksOf } = createQuirkReader<ReplicateQuirks>(
  {
    duration_spelling: oneOf("durationSpelling", ...DURATION_SPELLINGS),
    aspect_ratio: yesOrNo("aspectRatio"),
    first_frame_field: fieldName("firstFrameField"),
    input: mapping("input"),
  },
  () => ({ durationSpelling: "integer", aspectRatio: true }),
);
