import type { BillingService, RefusedKey } from "@cenote/contracts";
import { CenoteError, ChurnMap, type Clock, type Log, type Timer, toCenoteError } from "@cenote/core";

/** What a connection does when its key no longer works. */
export interface KeyWatcher {
  /** It has expired: what it has begun and paid for may finish. Called once; it may still be revoked. */
  readonly onExpired: (error: CenoteError) => void;
  /** It was revoked, or is gone. Called once. */
  readonly onRefused: (error: CenoteError) => void;
}

/** Watches the keys and client tokens of open connections. */
export interface LiveKeys {
  /** @returns Stops looking. */
  watch(keyDigest: Buffer, watcher: KeyWatcher): () => void;
}

export interface LiveKeysOptions {
  readonly billing: Pick<BillingService, "findRefused">;
  readonly clock: Clock;
  readonly log: Log;
  readonly everyMs: number;
}

/** Digests in one question. */
const DIGESTS_PER_CALL = 10_000;

const toRefusal = (code: string, message: string): CenoteError =>
  new CenoteError(code === "key_revoked" ? "key_revoked" : "invalid_api_key", message);

export const createLiveKeys = ({ billing, clock, log, everyMs }: LiveKeysOptions): LiveKeys => {
  /** By the digest of their key. Streams come and go by the thousand, with one and the same key. */
  const watchersByDigest = new ChurnMap<string, ChurnMap<KeyWatcher, { isToldOfExpiry: boolean }>>();
  let timer: Timer | undefined;

  const tell = ({ keyDigest, code, message, expired }: RefusedKey): void => {
    const digest = Buffer.from(keyDigest).toString("hex");
    const watchers = watchersByDigest.get(digest);
    if (!expired) watchersByDigest.delete(digest);
    const error = toRefusal(code, message);
    for (const [watcher, state] of watchers ?? []) {
      if (!expired) watcher.onRefused(error);
      else if (!state.isToldOfExpiry) {
        state.isToldOfExpiry = true;
        watcher.onExpired(error);
      }
    }
  };

  const look = async (): Promise<void> => {
    const digests = [...watchersByDigest.keys()];
    try {
      for (let start = 0; start < digests.length; start += DIGESTS_PER_CALL) {
        const keyDigests = digests.slice(start, start + DIGESTS_PER_CALL).map((digest) => Buffer.from(digest, "hex"));
        const { refused } = await billing.findRefused({ keyDigests });
        for (const refusedKey of refused) tell(refusedKey);
      }
    } catch (error) {
      // Billing is away: open connections stay, and new calls find out by themselves.
      log.warn({ code: toCenoteError(error).code }, "keys of open connections could not be checked");
    }
    timer =
      watchersByDigest.size === 0
        ? undefined
        : clock.setTimer(() => {
            void look();
          }, everyMs);
  };

  return {
    watch(keyDigest, watcher) {
      const digest = keyDigest.toString("hex");
      const watchers = watchersByDigest.get(digest) ?? new ChurnMap();
      watchersByDigest.set(digest, watchers);
      watchers.set(watcher, { isToldOfExpiry: false });
      timer ??= clock.setTimer(() => {
        void look();
      }, everyMs);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0 && watchersByDigest.get(digest) === watchers) watchersByDigest.delete(digest);
      };
    },
  };
};
