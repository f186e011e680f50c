import type { BillingService } from "@cenote/contracts";
import { CenoteError, ChurnMap, type Clock, type Log, type Timer, toCenoteError } from "@cenote/core";

/** Watches the keys and client tokens of open connections. */
export interface LiveKeys {
  /** @param onRefused Called once, when the key no longer works. @returns Stops looking. */
  watch(keyDigest: Buffer, onRefused: (error: CenoteError) => void): () => void;
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
  const watchersByDigest = new ChurnMap<string, ChurnMap<(error: CenoteError) => void, true>>();
  let timer: Timer | undefined;

  const look = async (): Promise<void> => {
    const digests = [...watchersByDigest.keys()];
    try {
      for (let start = 0; start < digests.length; start += DIGESTS_PER_CALL) {
        const keyDigests = digests.slice(start, start + DIGESTS_PER_CALL).map((digest) => Buffer.from(digest, "hex"));
        const { refused } = await billing.findRefused({ keyDigests });
        for (const { keyDigest, code, message } of refused) {
          const digest = Buffer.from(keyDigest).toString("hex");
          const watchers = watchersByDigest.get(digest);
          watchersByDigest.delete(digest);
          for (const onRefused of watchers?.keys() ?? []) onRefused(toRefusal(code, message));
        }
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
    watch(keyDigest, onRefused) {
      const digest = keyDigest.toString("hex");
      const watchers = watchersByDigest.get(digest) ?? new ChurnMap();
      watchersByDigest.set(digest, watchers);
      watchers.set(onRefused, true);
      timer ??= clock.setTimer(() => {
        void look();
      }, everyMs);
      return () => {
        watchers.delete(onRefused);
        if (watchers.size === 0 && watchersByDigest.get(digest) === watchers) watchersByDigest.delete(digest);
      };
    },
  };
};
