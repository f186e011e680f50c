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
  const watchers = new ChurnMap<string, ChurnMap<(error: CenoteError) => void, true>>();
  let timer: Timer | undefined;

  const look = async (): Promise<void> => {
    const digests = [...watchers.keys()];
    try {
      for (let start = 0; start < digests.length; start += DIGESTS_PER_CALL) {
        const keyDigests = digests.slice(start, start + DIGESTS_PER_CALL).map((digest) => Buffer.from(digest, "hex"));
        const { refused } = await billing.findRefused({ keyDigests });
        for (const { keyDigest, code, message } of refused) {
          const digest = Buffer.from(keyDigest).toString("hex");
          const told = watchers.get(digest);
          watchers.delete(digest);
          for (const onRefused of told?.keys() ?? []) onRefused(toRefusal(code, message));
        }
      }
    } catch (error) {
      // Billing is away: open connections stay, and new calls find out by themselves.
      log.warn({ code: toCenoteError(error).code }, "keys of open connections could not be checked");
    }
    timer =
      watchers.size === 0
        ? undefined
        : clock.setTimer(() => {
            void look();
          }, everyMs);
  };

  return {
    watch(keyDigest, onRefused) {
      const digest = keyDigest.toString("hex");
      const told = watchers.get(digest) ?? new ChurnMap();
      watchers.set(digest, told);
      told.set(onRefused, true);
      timer ??= clock.setTimer(() => {
        void look();
      }, everyMs);
      return () => {
        told.delete(onRefused);
        if (told.size === 0 && watchers.get(digest) === told) watchers.delete(digest);
      };
    },
  };
};
