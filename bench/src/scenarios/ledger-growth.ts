import { generateLoad } from "../load/generate-load";
import { measure, type Duration, type Measurement } from "../measure";
import type { StartedProcess } from "../processes/start-process";
import type { Target } from "../targets/target";
import { chatAlone, chatAt64 } from "./chat";

export interface GrowthStep {
  /** Entries in the organization's ledger, from this run's calls only. */
  readonly entries: number;
  readonly at64: Measurement;
  readonly alone: Measurement;
}

export interface GrowthOptions {
  readonly target: Target;
  readonly simulator: StartedProcess;
  readonly duration: Duration & { readonly firstWarmUpMs: number };
  readonly entries: number;
  readonly say: (what: string) => void;
}

/** Every call is a hold and a settlement. */
const ENTRIES_PER_CALL = 2;
const STEPS = 4;
const FILLING_CALLERS = 256;
const FILLING_LIMIT_MS = 1_800_000;

/** What a call costs as the ledger grows: measured, then filled by real calls, then measured again. */
export const measureLedgerGrowth = async (options: GrowthOptions): Promise<GrowthStep[]> => {
  const { target, simulator, duration, entries: totalEntries, say } = options;
  let calls = 0;
  const steps: GrowthStep[] = [];
  const look = async (warmUpMs: number) => {
    const at64 = await measure(chatAt64, target, simulator, { warmUpMs, measureMs: duration.measureMs });
    const alone = await measure(chatAlone, target, simulator, duration);
    calls += [at64, alone].reduce((sum, { calls, furtherCalls }) => sum + calls + furtherCalls, 0);
    steps.push({ entries: calls * ENTRIES_PER_CALL, at64, alone });
  };
  await look(duration.firstWarmUpMs);
  for (let step = 1; step <= STEPS; step++) {
    const missing = Math.ceil((totalEntries * step) / STEPS / ENTRIES_PER_CALL) - calls;
    if (missing > 0) {
      say(`filling the ledger: ${missing} calls`);
      calls += await fill(target, missing);
    }
    await look(duration.warmUpMs);
  }
  return steps;
};

const fill = async (target: Target, calls: number): Promise<number> => {
  const result = await generateLoad({
    port: target.port,
    path: `${target.basePath}${chatAt64.path}`,
    headers: target.headers,
    body: chatAt64.body(target),
    goodTail: chatAt64.goodTail,
    callers: FILLING_CALLERS,
    warmUpMs: 0,
    measureMs: FILLING_LIMIT_MS,
    maximumCalls: calls,
  });
  if (result.failed > 0)
    throw new Error(`${result.failed} calls failed while the ledger was filled: ${result.firstFailure ?? ""}`);
  return result.calls + result.furtherCalls;
};
