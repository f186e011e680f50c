import type { BillingService, RefusedKey } from "@cenote/contracts";
import { CenoteError, ChurnMap, type Clock, type Log, type Timer, toCenoteError } from "@cenote/core";

/** What an open connection does when its key stops being valid. */
export interface KeyWatcher {
  /** The key has expired. Calls that were admitted before may finish. Called once; `onRefused` may still follow. */
  readonly onExpired: (error: CenoteError) => void;
  /** The key was revoked or no longer exists. Called once. */
  readonly onRefused: (error: CenoteError) => void;
}

/** Checks the keys and client tokens of open connections periodically. */
export interface LiveKeys {
  /** @returns Stops watching. */
  watch(keyDigest: Buffer, watcher: KeyWatcher): () => void;
}

export interface LiveKeysOptions {
  readonly billing: Pick<BillingService, "findRefused">;
  readonly clock: Clock;
  readonly log: Log;
  readonly everyMs: number;
}

/** Most digests in one RPC. */
const DIGESTS_PER_CALL = 10_000;

const toRefusal = (code: string, message: string): CenoteError =>
  new CenoteError(code === "key_revoked" ? "key_revoked" : "invalid_api_key", message);

export const createLiveKeys = ({ billing, clock, log, everyMs }: LiveKeysOptions): LiveKeys => {
  /** By the digest of their key. Thousands of short streams may use the same key. */
  const watchersByDigest = new ChurnMap<string, ChurnMap<KeyWatcher, { isNotifiedOfExpiry: boolean }>>();
  let timer: Timer | undefined;

  const notify = ({ keyDigest, code, message, expired }: RefusedKey): void => {
    const digest = Buffer.from(keyDigest).toString("hex");
    const watchers = watchersByDigest.get(digest);
    if (!expired) watchersByDigest.delete(digest);
    const error = toRefusal(code, message);
    for (const [watcher, state] of watchers ?? []) {
      if (!expired) watcher.onRefused(error);
      else if (!state.isNotifiedOfExpiry) {
        state.isNotifiedOfExpiry = true;
        watcher.onExpired(error);
      }
    }
  };

  const check = async (): Promise<void> => {
    const digests = [...watchersByDigest.keys()];
    try {
      for (let start = 0; start < digests.length; start += DIGESTS_PER_CALL) {
        const keyDigests = digests.slice(start, start + DIGESTS_PER_CALL).map((digest) => Buffer.from(digest, "hex"));
        const { refused } = await billing.findRefused({ keyDigests });
        for (const refusedKey of refused) notify(refusedKey);
      }
    } catch (error) {
      // Billing is unavailable: open connections stay. New calls fail on their own.
      log.warn({ code: toCenoteError(error).code }, "keys of open connections could not be checked");
    }
    timer =
      watchersByDigest.size === 0
        ? undefined
        : clock.setTimer(() => {
            void check();
          }, everyMs);
  };

  return {
    watch(keyDigest, watcher) {
      const digest = keyDigest.toString("hex");
      const watchers = watchersByDigest.get(digest) ?? new ChurnMap();
      watchersByDigest.set(digest, watchers);
      watchers.set(watcher, { isNotifiedOfExpiry: false });
      timer ??= clock.setTimer(() => {
        void check();
      }, everyMs);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0 && watchersByDigest.get(digest) === watchers) watchersByDigest.delete(digest);
      };
    },
  };
};
