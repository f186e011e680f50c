import { connect } from "node:net";
import { requestBytes } from "../load/request-bytes";
import { createResponseReader } from "../load/response-reader";
import type { StartedProcess } from "../processes/start-process";
import { CHAT_MODEL } from "../targets/gateway-config";
import type { Target } from "../targets/target";
import { subscribeToChat } from "./chat-subscription";
import { messages } from "./prompt";

/** Callers that leave in the middle of an answer, one after another. */
export interface LeavingResult {
  readonly door: "REST stream, connection closed" | "GraphQL, unsubscribed";
  /** Milliseconds from the caller's leaving to the end of the provider's call, sorted. */
  readonly abortMs: readonly number[];
}

export interface LeavingOptions {
  readonly gateway: Target;
  readonly simulator: StartedProcess;
  readonly times: number;
}

interface SimulatedCall {
  readonly at: string;
  readonly outcome: string;
  readonly aborted_ms: number | null;
}

/** The next token never comes, so only the caller's leaving can end the call. */
const DIRECTIVE = "words=20 hold=for-ever after=2";
const ABORT_LIMIT_MS = 5_000;

/** Opens a stream, waits for its start and leaves. @returns When it left, in milliseconds since the epoch. */
type Leave = (gateway: Target) => Promise<number>;

const closeStream: Leave = (gateway) =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ model: gateway.modelName(CHAT_MODEL), stream: true, messages: messages(DIRECTIVE) });
    const request = requestBytes({
      port: gateway.port,
      path: `${gateway.basePath}/chat/completions`,
      headers: gateway.headers,
      body,
    });
    const socket = connect({ port: gateway.port, host: "127.0.0.1", noDelay: true });
    const reader = createResponseReader();
    socket.on("connect", () => {
      socket.write(request);
    });
    socket.on("data", (bytes) => {
      const answer = reader.read(bytes);
      if (answer !== undefined)
        reject(new Error(`A stream that should have waited ended with status ${answer.status}.`));
      if (!reader.begun) return;
      socket.destroy();
      resolve(Date.now());
    });
    socket.on("error", reject);
  });

const unsubscribe: Leave = (gateway) =>
  new Promise((resolve, reject) => {
    const leave = subscribeToChat({
      gateway,
      directive: DIRECTIVE,
      onFailure: reject,
      onDelta() {
        leave();
        resolve(Date.now());
      },
    });
  });

const lastAbortMs = async (simulator: StartedProcess): Promise<number> => {
  const answer = await fetch(`${simulator.url}/__simulator/calls?idle_within_ms=${ABORT_LIMIT_MS}`);
  const { calls } = (await answer.json()) as { readonly calls: readonly SimulatedCall[] };
  const last = calls.at(-1);
  if (last?.outcome !== "aborted" || last.aborted_ms === null)
    throw new Error(`The provider's call was ${last?.outcome ?? "not made"} after its caller had left.`);
  return Date.parse(last.at) + last.aborted_ms;
};

const measureDoor = async (
  door: LeavingResult["door"],
  leave: Leave,
  { gateway, simulator, times }: LeavingOptions,
): Promise<LeavingResult> => {
  const abortMs: number[] = [];
  for (let count = 0; count < times; count++) {
    const leftMs = await leave(gateway);
    abortMs.push((await lastAbortMs(simulator)) - leftMs);
  }
  return { door, abortMs: abortMs.toSorted((a, b) => a - b) };
};

/**
 * Measures how soon a provider's call ends after its caller has left. Both ends use the machine's clock, in whole
 * milliseconds.
 */
export const measureLeaving = async (options: LeavingOptions): Promise<LeavingResult[]> => [
  await measureDoor("REST stream, connection closed", closeStream, options),
  await measureDoor("GraphQL, unsubscribed", unsubscribe, options),
];
