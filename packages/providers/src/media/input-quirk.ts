import { createQuirkReader, mapping } from "../quirk-choices";

/** The only quirk of several families. In the catalog it is the key `input` of a route's `quirks`. */
export interface InputQuirk {
  /** Additional fields of the request, for example `resolution` or `mode`, the same for every call. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export const { check: checkQuirks, of: quirksOf } = createQuirkReader<InputQuirk>(
  { input: mapping("input") },
  () => ({}),
);
