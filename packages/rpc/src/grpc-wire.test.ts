import { once } from "node:events";
import { type AdmitResponse, type BillingService, InferenceServiceDefinition } from "@cenote/contracts";
import { CenoteError, ShuttingDown, silentLog } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import { Metadata, status } from "@grpc/grpc-js";
import { parse } from "protobufjs";
import { CLEAN_UP_LIMIT_MS, createGrpcServer, CUT_GRACE_MS } from "./grpc-server";
import { createRawCaller } from "./testing/raw-caller";
import { text } from "./testing/text";
import { admitRequest, admitted, errorOf, openWire, TOKEN, turn, untilAborted } from "./testing/wire";

describe("over the wire", () => {
  const { cleanUps, serve, connect, plainCall } = openWire();

  test("errors are a google.rpc.Status with ErrorInfo, which clients in all languages can read", async () => {
    const { Status, ErrorInfo } = readGoogleTypes();
    const { address } = await serve({
      billing: {
        getFxRate: () =>
          Promise.reject(new CenoteError("rate_limit_exceeded", "¡despacio!", { param: "model", retryAfterMs: 1500 })),
      },
    });
    const metadata = new Metadata();
    metadata.set("authorization", `Bearer ${TOKEN}`);
    const error = await plainCall(address, metadata);
    expect(error).toMatchObject({ code: status.RESOURCE_EXHAUSTED, details: "¡despacio!" });
    const decoded = Status.toObject(Status.decode(error?.metadata.get("grpc-status-details-bin")[0] as Buffer)) as {
      code: number;
      message: string;
      details: Array<{ type_url: string; value: Buffer }>;
    };
    expect(decoded).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      message: "¡despacio!",
      details: [{ type_url: "type.googleapis.com/google.rpc.ErrorInfo" }],
    });
    expect(ErrorInfo.toObject(ErrorInfo.decode(decoded.details[0]?.value ?? Buffer.alloc(0)))).toEqual({
      reason: "rate_limit_exceeded",
      domain: "cenote",
      metadata: { param: "model", retry_after_ms: "1500", retryable: "true" },
    });
  });

  test.each([
    ["long", "x".repeat(300)],
    ["long, and cut in the middle of a character", `${"x".repeat(199)}🌵${"ñ".repeat(3000)}`],
  ])(
    "a message that is %s has the same start in the plain and the detailed status, as Python's grpc-status requires, and is complete in a detail",
    async (_, message) => {
      const { Status, LocalizedMessage } = readGoogleTypes();
      const { address } = await serve({
        billing: { getFxRate: () => Promise.reject(new CenoteError("provider_unavailable", message)) },
      });
      const metadata = new Metadata();
      metadata.set("authorization", `Bearer ${TOKEN}`);
      const error = await plainCall(address, metadata);
      const decoded = Status.toObject(Status.decode(error?.metadata.get("grpc-status-details-bin")[0] as Buffer)) as {
        message: string;
        details: Array<{ type_url: string; value: Buffer }>;
      };
      expect(error?.details).toBe(message.slice(0, 200).toWellFormed());
      expect(decoded.message).toBe(error?.details);
      expect(decoded.details.map(({ type_url: type }) => type)).toEqual([
        "type.googleapis.com/google.rpc.ErrorInfo",
        "type.googleapis.com/google.rpc.LocalizedMessage",
      ]);
      const whole = (await errorOf(connect(address).billing.getFxRate({}))).message;
      expect(whole.length).toBeGreaterThan(200);
      expect(message.startsWith(whole)).toBe(true);
      expect(LocalizedMessage.toObject(LocalizedMessage.decode(decoded.details[1]?.value ?? Buffer.alloc(0)))).toEqual({
        locale: "en",
        message: whole,
      });
    },
  );

  describe("when the server goes away", () => {
    test("calls and streams are `overloaded` at once, and calls succeed when it is back", async () => {
      const billing: Partial<BillingService> = { admit: () => Promise.resolve(admitted) };
      const opened = deferred();
      const first = await serve({
        billing,
        inference: {
          async *streamChatCompletion(_, signal) {
            yield text("a");
            opened.resolve();
            await untilAborted(undefined, signal);
          },
        },
      });
      const client = connect(first.address);
      expect(await client.billing.admit(admitRequest)).toEqual(admitted);
      const messages = client.inference
        .streamChatCompletion({ context: undefined, chat: undefined })
        [Symbol.asyncIterator]();
      await messages.next();
      const pending = errorOf(messages.next());
      await opened.promise;
      await first.server.drain(0);
      // Not `cancelled`, because the caller did not cancel.
      expect((await pending).code).toBe("overloaded");
      expect(await errorOf(client.billing.admit(admitRequest))).toMatchObject({ code: "overloaded", retryable: true });
      await serve({ billing, port: first.port });
      let answer: AdmitResponse | undefined;
      while (answer === undefined) {
        answer = await client.billing.admit(admitRequest).catch((error: unknown) => {
          expect(error).toMatchObject({ code: "overloaded" });
          return undefined;
        });
        await turn();
      }
      expect(answer).toEqual(admitted);
    });

    test("a client can be created before its server, and refuses calls after it is closed", async () => {
      const { address } = await serve({ billing: { admit: () => Promise.resolve(admitted) } });
      const client = connect(address);
      client.close();
      expect((await errorOf(client.billing.admit(admitRequest))).code).toBe("overloaded");
      expect(
        (
          await errorOf(
            client.inference
              .streamChatCompletion({ context: undefined, chat: undefined })
              [Symbol.asyncIterator]()
              .next(),
          )
        ).code,
      ).toBe("overloaded");
    });

    test("`listen` rejects if the port is in use, and grpc-js writes nothing of its own about it", async () => {
      const { port } = await serve({});
      const written = jest.spyOn(console, "error").mockImplementation(() => {});
      const server = createGrpcServer({ host: "127.0.0.1", port, token: TOKEN, log: silentLog });
      await expect(server.listen()).rejects.toThrow(/EADDRINUSE|No address added/);
      expect(written).not.toHaveBeenCalled();
      written.mockRestore();
    });
  });

  describe("draining", () => {
    test("lets open calls finish and refuses new ones", async () => {
      const [called, slow] = [deferred(), deferred()];
      const { server, address } = await serve({
        billing: {
          async admit() {
            called.resolve();
            await slow.promise;
            return admitted;
          },
        },
      });
      const { billing } = connect(address);
      const underWay = billing.admit(admitRequest);
      await called.promise;
      const drained = server.drain(60_000);
      expect((await errorOf(connect(address).billing.admit(admitRequest))).code).toBe("overloaded");
      slow.resolve();
      expect(await underWay).toEqual(admitted);
      await drained;
    });

    test("cuts the remaining calls at the limit, tells their callers why, and waits for their clean-up", async () => {
      const clock = createManualClock();
      const [called, aborted, cleaning] = [deferred(), deferred<unknown>(), deferred()];
      const { server, address } = await serve({
        clock,
        inference: {
          async *streamChatCompletion(_, signal) {
            try {
              yield text("a");
              called.resolve();
              await untilAborted(undefined, signal);
            } finally {
              aborted.resolve(signal?.reason);
              await cleaning.promise;
            }
          },
        },
      });
      const messages = connect(address)
        .inference.streamChatCompletion({ context: undefined, chat: undefined })
        [Symbol.asyncIterator]();
      await messages.next();
      const pending = errorOf(messages.next());
      await called.promise;
      let drained = false;
      const drain = server.drain(30_000).then(() => {
        drained = true;
      });
      await clock.advance(30_000);
      expect(await aborted.promise).toBeInstanceOf(ShuttingDown);
      expect(await pending).toMatchObject({ code: "overloaded", message: "The service is shutting down." });
      expect(drained).toBe(false);
      cleaning.resolve();
      await drain;
    });

    test("ends even if a caller takes nothing", async () => {
      const clock = createManualClock();
      const { server, port } = await serve({
        clock,
        inference: {
          async *streamChatCompletion() {
            yield text("a");
          },
        },
      });
      const caller = createRawCaller(port, TOKEN);
      cleanUps.push(() => {
        caller.close();
      });
      const { methods } = InferenceServiceDefinition;
      const unread = caller.call(InferenceServiceDefinition, methods.streamChatCompletion, {
        context: undefined,
        chat: undefined,
      });
      await once(unread, "response");
      const drained = server.drain(30_000);
      await clock.advance(30_000 + CUT_GRACE_MS);
      await drained;
    });

    test("ends even if a service ignores its signal, and logs that", async () => {
      const clock = createManualClock();
      const called = deferred();
      const errors: object[] = [];
      const { server, address } = await serve({
        clock,
        log: {
          ...silentLog,
          error: (fields) => {
            errors.push(fields);
          },
        },
        billing: {
          admit() {
            called.resolve();
            return new Promise(() => {});
          },
        },
      });
      const answer = errorOf(connect(address).billing.admit(admitRequest));
      await called.promise;
      const drained = server.drain(0);
      await clock.advance(0);
      await answer;
      await clock.advance(CUT_GRACE_MS);
      await clock.advance(CLEAN_UP_LIMIT_MS);
      await drained;
      expect(errors).toEqual([{ calls: 1, limitMs: CLEAN_UP_LIMIT_MS }]);
    });
  });
});

/** google/rpc's messages, read by another protobuf library than the tested one. */
const readGoogleTypes = () => {
  const { root } = parse(
    `
    syntax = "proto3"; package google.rpc;
    message Any { string type_url = 1; bytes value = 2; }
    message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
    message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
    message LocalizedMessage { string locale = 1; string message = 2; }
  `,
    { keepCase: true },
  );
  return {
    Status: root.lookupType("google.rpc.Status"),
    ErrorInfo: root.lookupType("google.rpc.ErrorInfo"),
    LocalizedMessage: root.lookupType("google.rpc.LocalizedMessage"),
  };
};
