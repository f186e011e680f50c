import type { Idempotency } from "@cenote/idempotency";
import type { MediaScope } from "../media-scope";

export interface KeyedScope extends MediaScope {
  readonly idempotency: Pick<Idempotency, "begin">;
}
