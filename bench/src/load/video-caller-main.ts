/**
 * Callers of video jobs, in a separate process: each submits one and polls it until it ends. Controlled and polled by
 * messages.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Agent } from "undici";

export interface VideoOrder {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Body of a submission. */
  readonly body: string;
  readonly jobs: number;
  /** Between two polls of one caller. */
  readonly pollEveryMs: number;
}

export interface VideoCallersState {
  readonly submitted: number;
  readonly completed: number;
  /** Milliseconds of each submission and each poll so far. */
  readonly submitMs: readonly number[];
  readonly pollMs: readonly number[];
  readonly failure: string | undefined;
}

const PATH = "/v1/videos";
const STATUS_OK = 200;
const SUBMITTED_AT_ONCE = 16;
const CONNECTIONS = 64;

const agent = new Agent({ connections: CONNECTIONS });
const state = {
  submitted: 0,
  completed: 0,
  submitMs: [] as number[],
  pollMs: [] as number[],
  failure: undefined as string | undefined,
};

interface Job {
  readonly id: string;
  readonly status: string;
}

const call = async (
  { origin, headers }: VideoOrder,
  path: string,
  body: string | undefined,
  tookMs: number[],
): Promise<Job> => {
  const startMs = performance.now();
  const answer = await agent.request({
    origin,
    path,
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.body.text();
  tookMs.push(performance.now() - startMs);
  if (answer.statusCode !== STATUS_OK) throw new Error(`${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text) as Job;
};

const follow = async (order: VideoOrder, id: string): Promise<void> => {
  // Spreads the callers, which would otherwise all poll at the same moment.
  await pause(Math.random() * order.pollEveryMs);
  for (;;) {
    const { status } = await call(order, `${PATH}/${id}`, undefined, state.pollMs);
    if (status === "failed") throw new Error(`the job ${id} failed`);
    if (status === "completed") break;
    await pause(order.pollEveryMs);
  }
  state.completed++;
};

const start = async (order: VideoOrder): Promise<void> => {
  const fail = (error: unknown) => {
    state.failure ??= error instanceof Error ? error.message : String(error);
  };
  let left = order.jobs;
  const submit = async () => {
    while (left > 0 && state.failure === undefined) {
      left--;
      const { id } = await call(order, `${PATH}/generations`, order.body, state.submitMs);
      state.submitted++;
      follow(order, id).catch(fail);
    }
  };
  await Promise.all(Array.from({ length: SUBMITTED_AT_ONCE }, submit)).catch(fail);
};

process.on("message", (message: VideoOrder | "state") => {
  if (message === "state") process.send?.(state satisfies VideoCallersState);
  else void start(message);
});
process.on("disconnect", () => process.exit(0));
