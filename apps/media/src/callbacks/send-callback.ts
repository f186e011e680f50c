import type { Clock } from "@cenote/core";
import { type Http, type HttpExchange, ProviderError } from "@cenote/providers";
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

/** It wants no callbacks at this address any more. */
const GONE = 410;

/** Tells the end of a job by a signed POST, to addresses of the public internet alone. Redirects are not followed. */
export const createCallbacks = ({ http, clock, masterSecret, privateOrigins }: CallbackOptions): JobCallbacks => {
  const post = (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> =>
    new Promise((resolve, reject) => {
      let exchange: HttpExchange | undefined;
      let over = false;
      const end = (settle: () => void) => {
        if (over) return;
        over = true;
        timer.cancel();
        exchange?.abort();
        settle();
      };
      const timer = clock.setTimer(() => { end(() => { reject(new Error(`no answer within ${JOB_LIMITS.callbackMs} ms`)); }); }, JOB_LIMITS.callbackMs);
      const sink = {
        onConnected: () => {},
        // What it says beside its status is of no interest.
        onAnswer: (status: number) => { end(() => { resolve(status); }); },
        onBytes: () => {},
        onEnd: () => {},
        onFailure: (error: ProviderError) => { end(() => { reject(error); }); },
      };
      exchange = http.send({ method: "POST", url, headers, body }, sink, { reach: privateOrigins.includes(new URL(url).origin) ? "any" : "public" });
      if (over) exchange.abort();
    });

  return {
    async deliver(job) {
      if (job.callbackUrl === undefined) return false;
      const body = callbackJson(job);
      const signature = signatureHeaders(callbackSecret(masterSecret, job.organizationId), { id: job.id, timestampS: Math.floor(clock.nowMs() / 1000), body });
      let status: number;
      try {
        status = await post(job.callbackUrl, { "content-type": "application/json", "user-agent": "Cenote", ...signature }, body);
      } catch (error) {
        // Not an address of the public internet: it will not become one.
        if (error instanceof ProviderError && error.kind === "rejected") return false;
        throw error;
      }
      if (status === GONE) return false;
      if (status < 200 || status > 299) throw new Error(`answered ${status}`);
      return true;
    },
  };
};
