import { type Clock, type Log, startPeriodicTask } from "@cenote/core";
import type { AdmittedCall, CountedCall, LimitedCall, LimitState, WindowState } from "../limits/call-limits";
import { WINDOW_MS } from "../limits/rate-window";
import { tooManyCalls, tooManyRequests, tooManyTokens } from "../limits/refusals";
import type { SharedCallLimits } from "../limits/shared-call-limits";
import { createHeldLeases } from "./held-leases";
import type { RedisCommands } from "./redis-commands";

export interface RedisCallLimitsOptions {
  readonly commands: RedisCommands;
  readonly clock: Clock;
  readonly log: Log;
}

/** Lease of a slot: it is free again this long after its process has died. */
const LEASE_MS = 45_000;
const RENEW_MS = 15_000;
/** Calls that one command renews. */
const RENEWED_AT_ONCE = 500;

const PROBE_SUBJECT = "probe";
/** A probe without limits or a call. It writes, so that it detects a full Redis. */
const PROBE: AdmittedCall = {
  organizationId: "",
  subject: PROBE_SUBJECT,
  callId: PROBE_SUBJECT,
  tokens: 0,
  ttlMs: 1,
  background: true,
  limits: {
    requestsPerMinute: Number.MAX_SAFE_INTEGER,
    tokensPerMinute: Number.MAX_SAFE_INTEGER,
    concurrentRequests: 1,
  },
};

/** By the verdict of the script. */
const VERDICTS = ["admitted", "calls", "requests", "tokens", "again"] as const;

interface Admission extends LimitState {
  readonly verdict: (typeof VERDICTS)[number];
}

/**
 * Counts in Redis for all processes that use it: one round trip to admit a call and, in parallel with its answer, one to
 * end it. A slot is a lease, renewed while the call is open. If Redis can't count, the errors are those of the client.
 */
export const createRedisCallLimits = ({ commands, clock, log }: RedisCallLimitsOptions): SharedCallLimits => {
  const leases = createHeldLeases(clock);
  const underWay = new Set<Promise<unknown>>();

  const beside = (work: Promise<unknown>): void => {
    // If this fails, the slot is freed when its lease expires.
    const settled: Promise<unknown> = work.catch(() => {}).finally(() => underWay.delete(settled));
    underWay.add(settled);
  };

  const renewing = startPeriodicTask({
    clock,
    log,
    name: "the renewal of call slots",
    everyMs: RENEW_MS,
    async run() {
      for (const { subject, calls } of leases.live(RENEWED_AT_ONCE)) {
        const args = calls.flatMap(({ callId, leftMs }) => [callId, Math.min(leftMs, LEASE_MS)]);
        const gone = await commands.renew([keysOf(subject).calls], args).catch(() => {});
        // Not awaited by calls. If Redis is down or answers nonsense, the next call finds out.
        if (!Array.isArray(gone)) return;
        for (const callId of gone) leases.drop({ subject, callId: String(callId) });
      }
    },
  });

  const ask = async (call: AdmittedCall): Promise<Admission> => {
    const { subject, callId, tokens, ttlMs, limits, background = false } = call;
    const keys = keysOf(subject);
    const { requestsPerMinute, tokensPerMinute, concurrentRequests } = limits;
    const answer = await commands.admit(
      [keys.requests, keys.tokens, keys.calls, keys.counted(callId)],
      [
        requestsPerMinute,
        tokensPerMinute,
        concurrentRequests,
        tokens,
        callId,
        Math.min(ttlMs, LEASE_MS),
        WINDOW_MS,
        background ? 1 : 0,
      ],
    );
    return readAdmission(answer, call);
  };

  const counted = (call: AdmittedCall, { verdict, requests, tokens }: Admission): CountedCall => {
    const countedAtMs = clock.monotonicMs();
    return {
      requests,
      tokens,
      withdraw() {
        if (verdict === "again") return;
        const { subject, callId, background = false } = call;
        leases.drop(call);
        const keys = keysOf(subject);
        const leftMs = ({ resetMs }: WindowState) => Math.ceil(resetMs - (clock.monotonicMs() - countedAtMs));
        beside(
          commands.withdraw(
            [keys.requests, keys.tokens, keys.calls, keys.counted(callId)],
            [leftMs(requests), leftMs(tokens), callId, background ? call.tokens : 0],
          ),
        );
      },
    };
  };

  return {
    async admit(call) {
      const admission = await ask(call);
      const { verdict } = admission;
      if (verdict === "calls") throw tooManyCalls(call.limits, admission);
      if (verdict === "requests") throw tooManyRequests(call.limits, admission);
      if (verdict === "tokens") throw tooManyTokens(call.limits, call.tokens, admission);
      if (call.background !== true) leases.keep(call, call.ttlMs);
      return counted(call, admission);
    },
    renew(call, ttlMs) {
      // Another replica may have admitted the call. If Redis says that it has ended, the lease is dropped.
      leases.keep(call, ttlMs);
    },
    async finish(call: LimitedCall, usedTokens) {
      leases.drop(call);
      const keys = keysOf(call.subject);
      beside(commands.finish([keys.tokens, keys.calls, keys.counted(call.callId)], [call.callId, usedTokens]));
    },
    async probe() {
      await ask(PROBE);
    },
    async close() {
      await renewing.close();
      await Promise.all(underWay);
      commands.close();
    },
  };
};

const keysOf = (subject: string) => ({
  requests: `cenote:limits:{${subject}}:requests`,
  tokens: `cenote:limits:{${subject}}:tokens`,
  calls: `cenote:limits:{${subject}}:calls`,
  counted: (callId: string) => `cenote:limits:{${subject}}:counted:${callId}`,
});

/** Throws if this is not an answer of the script: another server may listen at the address. */
const readAdmission = (answer: unknown, { limits }: AdmittedCall): Admission => {
  const isAnswer =
    Array.isArray(answer) && answer.length === 5 && answer.every((number) => Number.isSafeInteger(number));
  const [verdictIndex = -1, requestsUsed = 0, requestsLeftMs = 0, tokensUsed = 0, tokensLeftMs = 0] = isAnswer
    ? (answer as number[])
    : [];
  const verdict = VERDICTS[verdictIndex];
  if (verdict === undefined) throw new Error("Redis gave no valid answer");
  return {
    verdict,
    requests: windowState(limits.requestsPerMinute, requestsUsed, requestsLeftMs),
    tokens: windowState(limits.tokensPerMinute, tokensUsed, tokensLeftMs),
  };
};

const windowState = (limit: number, used: number, resetMs: number): WindowState => ({
  limit,
  remaining: Math.min(limit, Math.max(0, limit - used)),
  resetMs: Math.max(0, resetMs),
});
