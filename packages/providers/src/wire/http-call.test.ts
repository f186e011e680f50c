import type { Dispatcher } from "undici";
import type { Connections } from "./connections";
import type { HttpSink } from "./http";
import { startHttpCall } from "./http-call";

const KIB = 1024;

/**
 * A call whose connection the test controls: what is passed to `handler` is what a provider sends, and `endTurn` ends
 * the turn of the event loop.
 */
const open = () => {
  const steps: (() => void)[] = [];
  const told: string[] = [];
  const aborted: unknown[] = [];
  let handler: Dispatcher.DispatchHandler = {};
  const connections: Connections = {
    readUrl: () => ({ origin: "https://provider.test", path: "/v1" }),
    dispatch(_request, _options, dispatched) {
      handler = dispatched;
      return undefined;
    },
    close: async () => {},
  };
  const sink: HttpSink = {
    onConnected: () => {
      told.push("connected");
    },
    onAnswer: (status) => {
      told.push(`${status}`);
    },
    onBytes: (bytes) => {
      told.push(`${bytes.length} bytes`);
    },
    onEnd: () => {
      told.push("end");
    },
    onFailure: ({ kind }) => {
      told.push(kind);
    },
  };
  const call = startHttpCall(
    {
      connections,
      inLockstep: (step) => {
        steps.push(step);
      },
    },
    { method: "POST", url: "https://provider.test/v1", headers: {}, body: "" },
    sink,
    { resend: false },
  );
  const controller = {
    abort: (reason: unknown) => {
      aborted.push(reason);
    },
    pause() {},
    resume() {},
    rawHeaders: [],
  } as unknown as Dispatcher.DispatchController;
  handler.onRequestStart?.(controller, {});
  handler.onResponseStart?.(controller, 200, {}, "OK");
  return {
    call,
    told,
    aborted,
    send: (size: number) => {
      handler.onResponseData?.(controller, Buffer.alloc(size));
    },
    end: () => {
      handler.onResponseEnd?.(controller, {});
    },
    fail: () => {
      handler.onResponseError?.(controller, new Error("broken"));
    },
    endTurn: () => {
      for (const step of steps.splice(0)) step();
    },
  };
};

test("what arrives in one turn is delivered at its end, and then how the answer ended", () => {
  const { told, send, end, endTurn } = open();
  send(1);
  send(2);
  end();
  expect(told).toEqual(["connected", "200"]);
  endTurn();
  expect(told).toEqual(["connected", "200", "1 bytes", "2 bytes", "end"]);
});

test("bytes that arrived before the connection broke are delivered before that", () => {
  const { told, send, fail, endTurn } = open();
  send(1);
  fail();
  endTurn();
  expect(told).toEqual(["connected", "200", "1 bytes", "cut"]);
});

test("large amounts in one turn are delivered as they arrive, so that backpressure works", () => {
  const { told, send, end, endTurn } = open();
  send(40 * KIB);
  expect(told).toEqual(["connected", "200"]);
  send(40 * KIB);
  expect(told).toEqual(["connected", "200", "40960 bytes", "40960 bytes"]);
  send(1);
  end();
  endTurn();
  expect(told.slice(4)).toEqual(["1 bytes", "end"]);
});

test("after an abort nothing of the turn is delivered", () => {
  const { call, told, aborted, send, end, endTurn } = open();
  send(1);
  end();
  call.abort();
  endTurn();
  expect(told).toEqual(["connected", "200"]);
  expect(aborted).toHaveLength(1);
});
