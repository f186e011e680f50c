import { fork } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { benchProgram } from "../repository";
import { stateOf } from "../load/state-of";
import type { SubscribeOrder, SubscriberState } from "../load/subscriber-main";
import { treeCpuMs } from "../processes/cpu";
import { treeMemoryBytes } from "../processes/memory";
import { startProcess } from "../processes/start-process";
import type { Target } from "../targets/target";
import { CHAT_SUBSCRIPTION, chatInput } from "./chat-subscription";

/** One round with all subscriptions open. */
export interface SubscriptionsResult {
  readonly target: "bare graphql-ws" | "gateway";
  readonly subscriptions: number;
  /** Memory of the Node side per subscription, compared with the same process idle. */
  readonly bytesEach: number;
  readonly eventsPerSecond: number;
  /**
   * Processor microseconds of the Node side per event. For the gateway this includes reading, counting and billing the
   * provider's stream.
   */
  readonly cpuUsEach: number;
}

/**
 * Four tokens per second each: a fast reader's pace, and a load that two cores can handle along with generator and
 * simulator.
 */
const CHUNK_MS = 250;
const CHUNKS = 2000;
const START_LIMIT_MS = 10_000;
const OPEN_LIMIT_MS = 120_000;
const LOOK_MS = 100;
const REST_MS = 2000;
const SUBSCRIBER = benchProgram("subscriber-main");

const BARE = "subscription { chatTokens { __typename ... on ChatDelta { content } ... on ChatStarted { requestId } } }";

interface Measured {
  readonly name: SubscriptionsResult["target"];
  readonly pid: number;
  readonly order: SubscribeOrder;
  readonly measureMs: number;
}

const measureOne = async ({ name, pid, order, measureMs }: Measured): Promise<SubscriptionsResult> => {
  await pause(REST_MS);
  const idleBytes = treeMemoryBytes(pid);
  const subscriber = fork(SUBSCRIBER);
  try {
    subscriber.send(order);
    const deadlineMs = Date.now() + OPEN_LIMIT_MS;
    for (
      let state = await stateOf<SubscriberState>(subscriber);
      state.begun < order.subscriptions;
      state = await stateOf<SubscriberState>(subscriber)
    ) {
      if (state.failure !== undefined || Date.now() > deadlineMs)
        throw new Error(`${name}: ${state.begun} subscriptions began: ${state.failure ?? "too slow"}`);
      await pause(LOOK_MS);
    }
    const [fromMs, cpuBefore, before] = [performance.now(), treeCpuMs(pid), await stateOf<SubscriberState>(subscriber)];
    await pause(measureMs);
    const bytes = treeMemoryBytes(pid);
    const [toMs, cpuAfter, after] = [performance.now(), treeCpuMs(pid), await stateOf<SubscriberState>(subscriber)];
    if (after.failure !== undefined) throw new Error(`${name}: ${after.failure}`);
    const events = after.events - before.events;
    return {
      target: name,
      subscriptions: order.subscriptions,
      bytesEach: (bytes - idleBytes) / order.subscriptions,
      eventsPerSecond: (events * 1000) / (toMs - fromMs),
      cpuUsEach: ((cpuAfter - cpuBefore) * 1000) / events,
    };
  } finally {
    subscriber.disconnect();
  }
};

/** The same subscriptions on a bare server and on the gateway, whose tokens come from the simulator. */
export const measureSubscriptions = async (
  gateway: Target,
  subscriptions: number,
  measureMs: number,
): Promise<SubscriptionsResult[]> => {
  const bare = await startProcess(benchProgram("bare-graphql-main"), { CHUNK_MS: String(CHUNK_MS) }, START_LIMIT_MS);
  try {
    const common = { subscriptions, authorization: gateway.headers["authorization"] ?? "" };
    const results = [
      await measureOne({
        name: "bare graphql-ws",
        pid: bare.pid,
        measureMs,
        order: { ...common, url: `${bare.url.replace("http", "ws")}/graphql`, query: BARE, variables: {} },
      }),
    ];
    if (gateway.nodePid === undefined) throw new Error("The gateway's process can't be looked at.");
    results.push(
      await measureOne({
        name: "gateway",
        pid: gateway.nodePid,
        measureMs,
        order: {
          ...common,
          url: `ws://127.0.0.1:${gateway.port}/graphql`,
          query: CHAT_SUBSCRIPTION,
          variables: { input: chatInput(gateway, `words=${CHUNKS} chunk_ms=${CHUNK_MS}`) },
        },
      }),
    );
    return results;
  } finally {
    await bare.stop();
  }
};
