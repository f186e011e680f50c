import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pythonWithOpenai } from "../../harness/python";
import { type Ask, toBody } from "../ask";
import type { Client, Driver } from "../driver";
import { type Failure, NOTHING, type Outcome, type UsageBody, toUsage } from "../outcome";

interface Seen {
  readonly serial: number;
  readonly id?: string;
  readonly model?: string;
  readonly message?: {
    readonly content?: string | null;
    readonly refusal?: string | null;
    readonly reasoning_content?: string;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  };
  readonly finish?: string | null;
  readonly usage?: UsageBody | null;
  readonly logprobs?: boolean;
  readonly error?: {
    readonly status: number | null;
    readonly code: string | null;
    readonly message: string;
    readonly request_id: string | null;
  };
}

const toFailure = ({ status, code, message, request_id }: NonNullable<Seen["error"]>): Failure => ({
  status: status ?? undefined,
  code: code ?? undefined,
  message,
  requestId: request_id ?? undefined,
});

const toOutcome = ({ id = "", model = "", message, finish, usage, logprobs = false, error }: Seen): Outcome => ({
  ...NOTHING,
  requestId: id,
  model,
  message,
  finishReason: finish ?? undefined,
  usage: toUsage(usage),
  hasLogprobs: logprobs,
  text: message?.content ?? "",
  refusal: message?.refusal ?? "",
  reasoning: message?.reasoning_content ?? "",
  toolCalls: (message?.tool_calls ?? []).map(({ id: callId, function: called }) => ({
    id: callId,
    name: called.name,
    arguments: JSON.parse(called.arguments) as unknown,
  })),
  error: error === undefined ? undefined : toFailure(error),
});

const createDriver = (python: string, baseUrl: string, key: string): Driver => {
  const child = spawn(python, [join(__dirname, "openai_python.py"), baseUrl, key], { stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map<
    number,
    { readonly resolve: (seen: Seen) => void; readonly reject: (error: Error) => void }
  >();
  let serial = 0;
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  const ended = once(child, "exit").then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`the Python client ended: ${complaints}`));
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const seen = JSON.parse(line) as Seen;
    waiting.get(seen.serial)?.resolve(seen);
    waiting.delete(seen.serial);
  });
  const call = (ask: Ask, stream: boolean, leave: boolean): Promise<Seen> =>
    new Promise((resolve, reject) => {
      waiting.set(++serial, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ serial, stream, leave, body: toBody(ask) })}\n`);
    });
  return {
    complete: async (ask) => toOutcome(await call(ask, false, false)),
    stream: async (ask, { leave = false } = {}) => toOutcome(await call(ask, true, leave)),
    async close() {
      child.stdin.end();
      await ended;
    },
  };
};

/** OpenAI's package for Python, in one process for all calls. */
export const OPENAI_PYTHON: Client = {
  name: "openai for Python",
  lacks: new Set(),
  withEveryFamily: false,
  open: async ({ baseUrl, key }) => createDriver(await pythonWithOpenai(), `${baseUrl}/v1`, key),
};
