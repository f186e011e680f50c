import type { BillingService, InferenceService, LedgerEntry } from "@cenote/contracts";
import { CenoteError, type Clock, silentLog, sleep } from "@cenote/core";
import { createIdempotency, type IdempotencyStore } from "@cenote/idempotency";
import { createMemoryIdempotencyStore } from "@cenote/idempotency/testing";
import { type ChatEvent, type ProviderClient, ProviderError } from "@cenote/providers";
import { createManualClock, createSeededIds, type ManualClock } from "@cenote/testkit";
import { withIdempotency } from "../idempotency/with-idempotency";
import { createInferenceService } from "../service";
import { createFakeClient } from "./fake-client";
import { createTestScope } from "./scope";

/** What happens to one step of one process: a call of the store, of billing or of the provider. */
export type Fate = "done" | "fails_before" | "fails_after" | "dies_before" | "dies_after";

export interface MortalProcess {
  readonly service: InferenceService;
  readonly isAlive: () => boolean;
  kill(): void;
}

/** One database, one ledger and one provider, shared by any number of processes that may die at any step. */
export interface World {
  readonly clock: ManualClock;
  /** Amounts in the ledger by request id, each posted once. */
  readonly posted: ReadonlyMap<string, bigint>;
  start(fateOf: (step: string) => Fate): MortalProcess;
}

export interface WorldOptions {
  /** How many milliseconds a step takes. */
  readonly stepMs: () => number;
  /** Whether the ledger refuses to charge a call whose hold it does not know. */
  readonly isBroke?: () => boolean;
}

/** A message that contains this ends its stream after two words. */
export const CUT = "cut";

const createSharedLedger = (isBroke: () => boolean) => {
  const posted = new Map<string, { readonly amount: bigint; readonly usage: string }>();
  const holds = new Set<string>();
  const idOf = (context: { readonly requestId: string } | undefined): string => context?.requestId ?? "";
  const ledger: Partial<BillingService> = {
    async admit({ context }) {
      holds.add(idOf(context));
      return { heldNanoMxn: 1n, rateLimits: undefined };
    },
    confirmHold: async () => ({}),
    growHold: async () => ({ heldNanoMxn: 1n, availableNanoMxn: 1n }),
    async settle({ context, usage, requiresHold }) {
      const id = idOf(context);
      const amount = usage.reduce((sum, { quantity }) => sum + quantity, 0n);
      const body = usage.map(({ unit, quantity }) => `${unit}:${quantity}`).join();
      const standing = posted.get(id);
      if (standing !== undefined && standing.usage !== body) throw new CenoteError("idempotency_conflict");
      if (standing === undefined && requiresHold === true && !holds.has(id) && isBroke())
        throw new CenoteError("insufficient_balance");
      if (standing === undefined) posted.set(id, { amount, usage: body });
      holds.delete(id);
      return { costUsd: `${amount}`, costNanoMxn: amount, availableNanoMxn: 1n };
    },
    async release({ context }) {
      holds.delete(idOf(context));
      return {};
    },
    async getCharges({ requestIds: [id = ""] }) {
      const standing = posted.get(id);
      const charge = { costUsd: `${standing?.amount}` };
      return {
        entries:
          standing === undefined
            ? []
            : [{ amountNanoMxn: -standing.amount, charge } as Partial<LedgerEntry> as LedgerEntry],
      };
    },
  };
  return { ledger: ledger as BillingService, posted };
};

export const createWorld = ({ stepMs, isBroke = () => false }: WorldOptions): World => {
  const clock = createManualClock();
  const store = createMemoryIdempotencyStore();
  const { ledger, posted } = createSharedLedger(isBroke);
  let answers = 0;
  let processes = 0;

  /** No two answers are alike: a second provider call would show in text and price. */
  const answerWords = (): string[] => {
    answers += 1;
    return Array.from({ length: 2 + answers }, (_, index) => `w${answers}.${index} `);
  };
  const usageOf = (words: readonly string[]) => ({
    promptTokens: 7,
    completionTokens: words.length,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  });

  return {
    clock,
    get posted() {
      return new Map([...posted].map(([id, { amount }]) => [id, amount]));
    },
    start(fateOf) {
      let alive = true;
      const forever = new Promise<never>(() => {});
      const mortal: Clock = {
        ...clock,
        setTimer: (callback, delayMs) =>
          clock.setTimer(() => {
            if (alive) callback();
          }, delayMs),
      };
      const step = async <T>(name: string, run: () => T | Promise<T>): Promise<T> => {
        await sleep(mortal, stepMs());
        const fate = fateOf(name);
        if (fate === "dies_before") alive = false;
        if (!alive) return forever;
        if (fate === "fails_before") throw new CenoteError("overloaded");
        const result = await run();
        if (fate === "dies_after") alive = false;
        if (!alive) return forever;
        if (fate === "fails_after") throw new CenoteError("overloaded");
        return result;
      };
      const gated = <S extends object>(service: S, prefix: string): S =>
        Object.fromEntries(
          Object.entries(service).map(([name, method]: [string, (...given: unknown[]) => Promise<unknown>]) => [
            name,
            (...given: unknown[]) => step(`${prefix}.${name}`, () => method(...given)),
          ]),
        ) as S;

      const client: ProviderClient = {
        ...createFakeClient(),
        completeChat: () =>
          step("provider.complete", () => {
            const words = answerWords();
            return { text: words.join(""), toolCalls: [], finishReason: "stop" as const, usage: usageOf(words) };
          }),
        async *streamChat(call): AsyncGenerator<readonly ChatEvent[]> {
          const words = answerWords();
          const isCut = JSON.stringify(call.messages).includes(CUT);
          for (const word of isCut ? words.slice(0, 2) : words) {
            await step("provider.stream", () => {});
            yield [{ type: "text", text: word }];
          }
          if (isCut) throw new ProviderError({ kind: "cut", message: "The provider hung up." });
          yield [
            { type: "finish", reason: "stop" },
            { type: "usage", usage: usageOf(words) },
          ];
        },
      };
      const { scope: blank } = createTestScope();
      processes += 1;
      const ids = createSeededIds(processes);
      const billing = gated(ledger, "billing");
      const scope = {
        ...blank,
        billing,
        clock: mortal,
        ids,
        clients: new Map([["openai-compatible" as const, client]]),
      };
      const idempotency = createIdempotency({
        store: gated<IdempotencyStore>(store, "store"),
        secret: "secret",
        clock: mortal,
        ids,
        log: silentLog,
      });
      return {
        service: withIdempotency({
          ...scope,
          serviceOver: (over) => createInferenceService({ ...scope, billing: over }, { simulated: false }),
          idempotency,
        }),
        isAlive: () => alive,
        kill() {
          alive = false;
        },
      };
    },
  };
};
