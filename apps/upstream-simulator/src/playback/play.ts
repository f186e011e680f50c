import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clock, Timer } from "@cenote/core";
import type { Holds } from "./holds";
import type { Plan, PlanStep } from "./plan";

export interface PlayContext {
  readonly response: ServerResponse;
  readonly clock: Clock;
  readonly holds: Holds;
  /** 24 hexadecimal characters. */
  readonly serial: string;
}

/** Writes a planned answer. Stops by itself when the client disconnects. */
export const play = (plan: Plan, context: PlayContext): void => {
  if (isPlainAndQuick(plan)) playAtOnce(plan, context);
  else playInSteps(plan, context);
};

const isPlainAndQuick = (plan: Plan): boolean =>
  plan.head?.bodyBytes !== undefined &&
  plan.headWaitMs === 0 &&
  plan.steps.length === 1 &&
  plan.ending === "end" &&
  plan.split === undefined &&
  plan.hold === undefined;

const playAtOnce = (plan: Plan, { response, clock, serial }: PlayContext): void => {
  const stamp = plan.stamp(serial, unixSeconds(clock));
  writeHead(plan, response, serial, stamp);
  const step = plan.steps[0];
  response.end(step === undefined ? "" : stamped(step, stamp), plan.encoding);
};

const playInSteps = (plan: Plan, { response, clock, holds, serial }: PlayContext): void => {
  const stamp = plan.stamp(serial, unixSeconds(clock));
  const chunked = plan.head?.bodyBytes === undefined;
  let timer: Timer | undefined;
  let keepAlive: Timer | undefined;
  let turn: NodeJS.Immediate | undefined;
  let giveUp: (() => void) | undefined;
  let held = plan.hold !== undefined;
  let place = 0;
  let over = false;
  const pieces: Buffer[] = [];

  const stop = () => {
    over = true;
    timer?.cancel();
    keepAlive?.cancel();
    clearImmediate(turn);
    giveUp?.();
  };
  response.on("close", stop);
  response.on("error", stop);

  const wait = (waitMs: number, next: () => void) => {
    timer = clock.setTimer(next, waitMs);
  };
  const waitForRelease = (name: string, next: () => void) => {
    giveUp = holds.wait(name, () => {
      held = false;
      next();
    });
  };
  const scheduleKeepAlive = () => {
    const beat = plan.keepAlive;
    if (beat === undefined) return;
    keepAlive = clock.setTimer(() => {
      response.write(beat.text);
      scheduleKeepAlive();
    }, beat.everyMs);
  };
  const begin = () => {
    if (plan.head !== undefined) {
      writeHead(plan, response, serial, stamp);
      response.flushHeaders();
      scheduleKeepAlive();
    }
    advance();
  };
  /** Writes everything that is due without a wait, then schedules the rest. */
  const advance = () => {
    if (over) return;
    while (place < plan.steps.length) {
      if (held && place === plan.hold?.beforeStep) {
        waitForRelease(plan.hold.name, advance);
        return;
      }
      const step = plan.steps[place++]!;
      if (step.waitMs > 0) {
        wait(step.waitMs, () => {
          if (emit(step)) advance();
        });
        return;
      }
      if (!emit(step)) return;
      if (plan.oneByOne) {
        turn = setImmediate(advance);
        return;
      }
    }
    finish();
  };
  /** @returns False if the rest must wait; it then continues by itself. */
  const emit = (step: PlanStep): boolean => {
    if (plan.split !== undefined) {
      cutUp(Buffer.from(stamped(step, stamp), plan.encoding), plan.split.bytes, pieces);
      emitPieces(plan.split.waitMs);
      return false;
    }
    const { socket } = response;
    if (socket === null) return false;
    const roomLeft = chunked ? writeChunk(socket, step, stamp) : response.write(stamped(step, stamp), plan.encoding);
    if (!roomLeft) socket.once("drain", advance);
    return roomLeft;
  };
  const emitPieces = (waitMs: number) => {
    if (over) return;
    const piece = pieces.shift();
    if (piece === undefined) {
      advance();
      return;
    }
    const next = () => {
      emitPieces(waitMs);
    };
    // Each piece has to be sent before the next is written, or the kernel joins them.
    response.write(piece, () => {
      if (waitMs > 0) wait(waitMs, next);
      else turn = setImmediate(next);
    });
  };
  const finish = () => {
    if (plan.ending === "open") return;
    keepAlive?.cancel();
    if (plan.ending === "end") response.end();
    else reset();
  };
  const reset = () => {
    const cut = () => response.socket?.resetAndDestroy();
    // What was sent before must arrive: a reset drops what is still queued.
    if (plan.head === undefined) cut();
    else wait(RESET_DELAY_MS, cut);
  };

  const start = () => {
    if (plan.headWaitMs > 0) wait(plan.headWaitMs, begin);
    else begin();
  };
  if (plan.hold !== undefined && plan.hold.beforeStep === undefined) waitForRelease(plan.hold.name, start);
  else start();
};

const RESET_DELAY_MS = 5;

const writeHead = (plan: Plan, response: ServerResponse, serial: string, stamp: string): void => {
  const { head } = plan;
  if (head === undefined) return;
  const headers = [
    "content-type",
    head.contentType,
    "x-request-id",
    `req_${serial}`,
    ...Object.entries(head.headers).flat(),
  ];
  if (head.bodyBytes !== undefined) {
    const stamps = plan.steps.reduce((sum, step) => (step.stamped ? sum + stamp.length : sum), 0);
    headers.push("content-length", String(head.bodyBytes + stamps));
  } else {
    headers.push("cache-control", "no-cache");
  }
  if (head.retryAfter !== undefined) headers.push("retry-after", head.retryAfter);
  response.writeHead(head.status, headers);
};

const stamped = (step: PlanStep, stamp: string): string => (step.stamped ? stamp + step.text : step.text);

/**
 * One chunk of a chunked body, in one write to the socket. Node's own `response.write` makes three, and under load
 * writing is most of the simulator's cost.
 */
const writeChunk = (socket: Socket, step: PlanStep, stamp: string): boolean => {
  const text = stamped(step, stamp);
  const bytes = step.stamped ? step.bytes + stamp.length : step.bytes;
  // An empty chunk would end the body.
  if (bytes === 0) return true;
  return socket.write(`${bytes.toString(16)}\r\n${text}\r\n`, bytes === text.length ? "latin1" : "utf8");
};

const cutUp = (whole: Buffer, bytes: number, into: Buffer[]): void => {
  for (let from = 0; from < whole.length; from += bytes) into.push(whole.subarray(from, from + bytes));
};

const unixSeconds = (clock: Clock): number => Math.floor(clock.nowMs() / 1000);
