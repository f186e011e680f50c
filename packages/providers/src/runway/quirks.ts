import { createQuirkReader, mapping, oneOf } from "../quirk-choices";

/** How a model's request deviates. In the catalog these are snake_case keys of a route's `quirks`. */
export interface RunwayQuirks {
  /** `ratio_spelling`: an aspect ratio in pixels, `1280:720`, or plain, `16:9`. */
  readonly ratioSpelling: "pixels" | "plain";
  /** `input`: additional fields of the request, the same for every call. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export const { check: checkQuirks, of: quirksOf } = createQuirkReader<RunwayQuirks>(
  {
    ratio_spelling: oneOf("ratioSpelling", "pixels", "plain"),
    input: mapping("input"),
  },
  () => ({ ratioSpelling: "pixels" }),
);
