import { answeredWithin, type Clock } from "@cenote/core";
import { type Http, ProviderError } from "@cenote/providers";
import { JOB_LIMITS } from "../jobs/limits";
import type { JobCallbacks } from "../jobs/ports";
import { callbackJson } from "./event-json";
import { callbackSecret, signatureHeaders } from "./signature";

export interface CallbackOptions {
  readonly http: Http;
  readonly clock: Clock;
  /** Secrets of organizations are derived from it. */
  readonly masterSecret: string;
  /** Origins callbacks may go to though they are private. */
  readonly privateOrigins: readonly string[];
}

/** The receiver wants no more callbacks at this URL. */
const GONE = 410;

/**
 * Reports the end of a job with a signed POST, only to public addresses and the allowed private origins. Redirects are
 * not followed.
 */
export const createCallbacks = ({ http, clock, masterSecret, privateOrigins }: CallbackOptions): JobCallbacks => {
  const post = async (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> => {
    const { promise: status, resolve, reject } = Promise.withResolvers<number>();
    // The body of its answer is ignored.
    const sink = { onConnected: () => {}, onAnswer: resolve, onBytes: () => {}, onEnd: () => {}, onFailure: reject };
    const exchange = http.send({ method: "POST", url, headers, body }, sink, {
      reach: privateOrigins.includes(new URL(url).origin) ? "any" : "public",
    });
    try {
      return await answeredWithin(clock, JOB_LIMITS.callbackMs, status);
    } finally {
      exchange.abort();
    }
  };

  return {
    async deliver(job) {
      if (job.callbackUrl === undefined) return false;
      const body = callbackJson(job);
      const signature = signatureHeaders(callbackSecret(masterSecret, job.organizationId), {
        id: job.id,
        timestampS: Math.floor(clock.nowMs() / 1000),
        body,
      });
      let status: number;
      try {
        status = await post(
          job.callbackUrl,
          { "content-type": "application/json", "user-agent": "Cenote", ...signature },
          body,
        );
      } catch (error) {
        // Not an address of the public internet, and it will not become one.
        if (error instanceof ProviderError && error.kind === "rejected") return false;
        throw error;
      }
      if (status === GONE) return false;
      if (status < 200 || status > 299) throw new Error(`answered ${status}`);
      return true;
    },
  };
};
