import { createQuirkReader, mapping } from "../quirk-choices";

/** The one way in which requests of several families deviate. In the catalog it is the key `input` of a route's `quirks`. */
export interface InputQuirk {
  /** Further fields of the request, `resolution` or `mode` for example, the same for every call. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export const { check: checkQuirks, of: quirksOf } = createQuirkReader<InputQuirk>(
  { input: mapping("input") },
  () => ({}),
);
