import { createQuirkReader, mapping } from "../quirk-choices";

/** How a model's request deviates. In the catalog these are snake_case keys of a route's `quirks`. */
export interface MinimaxQuirks {
  /** `input`: further fields of the request, `resolution` for example, the same for every call. */
  readonly input?: Readonly<Record<string, unknown>>;
}

export const { check: checkQuirks, of: quirksOf } = createQuirkReader<MinimaxQuirks>(
  { input: mapping("input") },
  () => ({}),
);
