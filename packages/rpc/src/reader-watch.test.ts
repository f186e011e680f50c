import { once } from "node:events";
import { constants } from "node:http2";
import { type AddressInfo, connect as connectTo, createServer } from "node:net";
import {
  type BillingService,
  BillingServiceDefinition,
  type InferenceService,
  InferenceServiceDefinition,
} from "@cenote/contracts";
import { createManualClock, deferred } from "@cenote/testkit";
import { DEADLINE_GRACE_MS, STUCK_READER_MS } from "./reader-watch";
import { createRawCaller } from "./testing/raw-caller";
import { text } from "./testing/text";
import { openWire, TOKEN, turn } from "./testing/wire";

const { streamChatCompletion: STREAM } = InferenceServiceDefinition.methods;
const { getFxRate: UNARY } = BillingServiceDefinition.methods;
/** More than a connection's first window, which the caller has to extend. */
const PROXY_TAKES_BYTES = 1 << 20;
const NOTHING_ASKED = { context: undefined, chat: undefined };

describe("a reader", () => {
  const { cleanUps, serve, connect } = openWire();

  /** A service without an end, which tells when it is cancelled. */
  const endless = () => {
    const ended = deferred<unknown>();
    let made = 0;
    const streamChatCompletion: InferenceService["streamChatCompletion"] = async function* source(_, signal) {
      signal?.addEventListener("abort", () => {
        ended.resolve(signal.reason);
      });
      for (;;) {
        made++;
        yield text("x".repeat(64 * 1024));
      }
    };
    return { inference: { streamChatCompletion }, ended: ended.promise, made: () => made };
  };
  const setUp = async (services: { billing?: Partial<BillingService>; inference?: Partial<InferenceService> }) => {
    const clock = createManualClock();
    const { port } = await serve({ clock, ...services });
    const caller = createRawCaller(port, TOKEN);
    cleanUps.push(() => {
      caller.close();
    });
    /** Resolves when the answer has begun and nothing more is sent. */
    const untilBegun = async (stream: ReturnType<typeof caller.call>) => {
      await once(stream, "response");
      for (let count = 0; count < 50; count++) await turn();
    };
    return {
      clock,
      untilBegun,
      stream: (headers = {}) => caller.call(InferenceServiceDefinition, STREAM, NOTHING_ASKED, headers),
      ask: () => caller.call(BillingServiceDefinition, UNARY, {}),
    };
  };

  describe("that takes nothing for minutes has its call reset", () => {
    test("while it is under way, and the service is told", async () => {
      const { inference, ended } = endless();
      const { clock, untilBegun, stream } = await setUp({ inference });
      const unread = stream();
      await untilBegun(unread);
      const closed = once(unread, "close");
      await clock.advance(2 * STUCK_READER_MS);
      expect(await ended).toMatchObject({ code: "cancelled" });
      await closed;
      expect(unread.rstCode).toBe(constants.NGHTTP2_CANCEL);
    });

    test("when it has ended", async () => {
      const { clock, untilBegun, stream } = await setUp({
        inference: {
          async *streamChatCompletion() {
            for (let count = 0; count < 5; count++) yield text("x");
          },
        },
      });
      const unread = stream();
      await untilBegun(unread);
      const closed = once(unread, "close");
      await clock.advance(2 * STUCK_READER_MS);
      await closed;
      expect(unread.rstCode).toBe(constants.NGHTTP2_CANCEL);
    });

    test("if it is a plain answer, of which a large one has more time", async () => {
      const mxnPerUsd = "9".repeat(32 << 20);
      const { clock, untilBegun, ask } = await setUp({
        billing: { getFxRate: () => Promise.resolve({ rate: { mxnPerUsd, source: "", at: undefined } }) },
      });
      const unread = ask();
      await untilBegun(unread);
      const closed = once(unread, "close");
      await clock.advance(2 * STUCK_READER_MS);
      expect(unread.closed).toBe(false);
      await clock.advance(2 * STUCK_READER_MS);
      await closed;
      expect(unread.rstCode).toBe(constants.NGHTTP2_CANCEL);
    });
  });

  test("whose connection takes nothing, not even the reset, loses its call too", async () => {
    const clock = createManualClock();
    const { inference, ended } = endless();
    const { port } = await serve({ clock, inference });
    const proxy = createServer((caller) => {
      const onward = connectTo(port, "127.0.0.1");
      cleanUps.push(() => {
        onward.destroy();
      });
      let taken = 0;
      onward.on("data", (bytes: Buffer) => {
        caller.write(bytes);
        taken += bytes.length;
        if (taken > PROXY_TAKES_BYTES) onward.pause();
      });
      caller.pipe(onward);
      for (const socket of [caller, onward]) socket.on("error", () => {});
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const caller = createRawCaller((proxy.address() as AddressInfo).port, TOKEN);
    cleanUps.push(() => {
      caller.close();
      proxy.close();
    });
    const stream = caller.call(InferenceServiceDefinition, STREAM, NOTHING_ASKED);
    await once(stream, "response");
    caller.takeAll();
    stream.resume();
    const reasons: unknown[] = [];
    void ended.then((reason) => {
      reasons.push(reason);
    });
    while (reasons.length === 0) await clock.advance(STUCK_READER_MS);
    expect(reasons).toMatchObject([{ code: "cancelled" }]);
  });

  test("that has not taken everything by its deadline has its call reset, and the service is told", async () => {
    const { inference, ended } = endless();
    const { clock, untilBegun, stream } = await setUp({ inference });
    const unread = stream({ "grpc-timeout": `${STUCK_READER_MS / 2}m` });
    await untilBegun(unread);
    const closed = once(unread, "close");
    await clock.advance(STUCK_READER_MS / 2 + DEADLINE_GRACE_MS);
    expect(await ended).toMatchObject({ code: "cancelled" });
    await closed;
    expect(unread.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });

  test("with a deadline farther than a timer can count is answered", async () => {
    const { port } = await serve({ billing: { getFxRate: () => Promise.resolve({ rate: undefined }) } });
    const caller = createRawCaller(port, TOKEN);
    cleanUps.push(() => {
      caller.close();
    });
    const answer = caller.call(BillingServiceDefinition, UNARY, {}, { "grpc-timeout": `${30 * 24}H` });
    const [head] = (await once(answer, "response")) as [Record<string, string>];
    // If the deadline had passed, the status would come at once.
    expect(head["grpc-status"]).toBeUndefined();
    caller.takeAll();
    answer.resume();
    const [trailers] = (await once(answer, "trailers")) as [Record<string, string>];
    expect(trailers["grpc-status"]).toBe("0");
  });

  test("that waits for a service which makes nothing is not cut off", async () => {
    const [called, more] = [deferred(), deferred()];
    const clock = createManualClock();
    const { address } = await serve({
      clock,
      inference: {
        async *streamChatCompletion() {
          yield text("a");
          called.resolve();
          await more.promise;
          yield text("b");
        },
      },
    });
    const messages = connect(address).inference.streamChatCompletion(NOTHING_ASKED)[Symbol.asyncIterator]();
    await messages.next();
    const next = messages.next();
    await called.promise;
    await clock.advance(10 * STUCK_READER_MS);
    more.resolve();
    expect((await next).value).toEqual(text("b"));
  });

  test("that takes something from time to time is not cut off", async () => {
    const clock = createManualClock();
    const { inference: service, ended, made } = endless();
    const { address } = await serve({ clock, inference: service });
    const messages = connect(address).inference.streamChatCompletion(NOTHING_ASKED)[Symbol.asyncIterator]();
    /** Reads a message, and resolves when the service makes no more for it. */
    const readOne = async () => {
      await messages.next();
      for (let before = -1; before !== made();) {
        before = made();
        for (let count = 0; count < 50; count++) await turn();
      }
    };
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    for (let minutes = 0; minutes < 10; minutes++) {
      for (let count = 0; count < 5; count++) await readOne();
      await clock.advance(STUCK_READER_MS / 2);
    }
    expect(isOver).toBe(false);
    await messages.return?.();
    await ended;
  });
});
