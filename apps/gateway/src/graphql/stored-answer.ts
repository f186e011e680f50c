import type { CallInfo } from "@cenote/contracts";
import { CacheResult } from "./answer-cache";
import { valueOf } from "./value-of";

/** Whether an answer is a stored one: a replay of the idempotency key, or from the cache. */
export const storedAnswerOf = (
  info: CallInfo | undefined,
): { readonly replayed: boolean; readonly cache: CacheResult | null } => ({
  replayed: info?.replayed ?? false,
  cache: valueOf(CacheResult, info?.cache) ?? null,
});
