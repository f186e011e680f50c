import { type Log, silentLog } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import { status } from "@grpc/grpc-js";
import { text } from "./testing/text";
import { admitRequest, admitted, errorOf, openWire, untilAborted } from "./testing/wire";

describe("over the wire", () => {
  const { serve, connect } = openWire();

  describe("a call's deadline", () => {
    test("is `overloaded` for the caller and an abort for the service when it passes", async () => {
      const aborted = deferred();
      const service = { isReached: false };
      const { address } = await serve({
        billing: {
          async admit(request, signal) {
            service.isReached = true;
            try {
              return await untilAborted(request, signal);
            } finally {
              aborted.resolve();
            }
          },
        },
      });
      // Long enough that a busy machine answers the pings within a third of it.
      const { billing } = connect(address, { deadlineMs: 1_000 });
      // The time to connect counts too: on a busy machine the first calls may not reach the service.
      do {
        expect(await errorOf(billing.admit(admitRequest))).toMatchObject({
          code: "overloaded",
          retryable: true,
          cause: { code: status.DEADLINE_EXCEEDED },
        });
      } while (!service.isReached);
      await aborted.promise;
    });

    test("does not limit a stream", async () => {
      const opened = deferred();
      const released = deferred();
      const { address } = await serve({
        billing: { admit: untilAborted },
        inference: {
          async *streamChatCompletion() {
            opened.resolve();
            await released.promise;
            yield text("late");
          },
        },
      });
      // Long enough that a busy machine connects within a third of it.
      const { billing, inference } = connect(address, { deadlineMs: 1_000 });
      const next = inference
        .streamChatCompletion({ context: undefined, chat: undefined })
        [Symbol.asyncIterator]()
        .next();
      await opened.promise;
      // A unary call started after the stream exceeds its deadline, so the stream has lasted longer than that.
      await errorOf(billing.admit(admitRequest));
      released.resolve();
      expect(await next).toEqual({ done: false, value: text("late") });
    });
  });

  describe("message size", () => {
    const model = "m".repeat(20_000);

    test("a request above the client's limit is refused before it is sent", async () => {
      let calls = 0;
      const { address } = await serve({
        billing: {
          admit() {
            calls++;
            return Promise.resolve(admitted);
          },
        },
      });
      const { billing } = connect(address, { maxMessageBytes: 10_000 });
      expect((await errorOf(billing.admit({ ...admitRequest, model }))).code).toBe("request_too_large");
      await billing.admit(admitRequest);
      expect(calls).toBe(1);
    });

    test("a request or an answer above the server's limit fails, and the connection stays usable", async () => {
      const { address } = await serve({
        maxMessageBytes: 10_000,
        billing: {
          admit: () => Promise.resolve(admitted),
          getFxRate: () => Promise.resolve({ rate: { mxnPerUsd: model, source: "", at: undefined } }),
        },
      });
      const { billing } = connect(address);
      for (const call of [() => billing.admit({ ...admitRequest, model }), () => billing.getFxRate({})]) {
        expect(await errorOf(call())).toMatchObject({
          code: "internal_error",
          cause: { code: status.RESOURCE_EXHAUSTED },
        });
      }
      expect(await billing.admit(admitRequest)).toEqual(admitted);
    });

    test("a message that can't be encoded is an error logged on the side that has it, and never a hanging call", async () => {
      const faults: object[] = [];
      const log: Log = {
        ...silentLog,
        error: (fields) => {
          faults.push(fields);
        },
      };
      const tooBig = { balanceNanoMxn: 2n ** 64n, heldNanoMxn: 0n, availableNanoMxn: 0n };
      const { address } = await serve({
        log,
        billing: {
          getBalance: () => Promise.resolve(tooBig),
          credit: () => Promise.resolve({ id: "", balanceNanoMxn: 0n }),
        },
        inference: {
          async *streamChatCompletion() {
            yield text("fine");
            yield {
              events: [{ event: { $case: "started", value: { created: 2n ** 64n, model: "", info: undefined } } }],
            };
          },
        },
      });
      const { billing, inference } = connect(address);
      expect((await errorOf(billing.getBalance({ organizationId: "o" }))).code).toBe("internal_error");
      const messages = inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]();
      expect((await messages.next()).value).toEqual(text("fine"));
      expect((await errorOf(messages.next())).code).toBe("internal_error");
      expect(faults).toHaveLength(2);
      const sent = await errorOf(billing.credit({ organizationId: "o", amountNanoMxn: 2n ** 64n, id: "", note: "" }));
      expect(sent.code).toBe("internal_error");
      expect(sent.cause).toBeInstanceOf(Error);
    });
  });

  test("a slow reader slows the source: buffers, not the length of the stream, bound the memory", async () => {
    const total = 600;
    let made = 0;
    const { address } = await serve({
      billing: { admit: () => Promise.resolve(admitted) },
      inference: {
        async *streamChatCompletion() {
          for (; made < total; made++) yield text("x".repeat(64 * 1024));
        },
      },
    });
    const { billing, inference } = connect(address);
    const messages = inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]();
    await messages.next();
    // Each of these is a round trip on the same connection while nobody reads the stream.
    for (let index = 0; index < 30; index++) await billing.admit(admitRequest);
    expect(made).toBeLessThan(total / 2);
    let read = 1;
    for await (const message of { [Symbol.asyncIterator]: () => messages }) read += message.events.length;
    expect(read).toBe(total);
  });
});
