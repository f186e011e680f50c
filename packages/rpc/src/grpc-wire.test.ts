import { connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { type AdmitRequest, type AdmitResponse, type BillingService, BillingServiceDefinition, type InferenceService, InferenceServiceDefinition, type StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError, type Log, silentLog } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import { Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { parse } from "protobufjs";
import { createGrpcClient, type GrpcClientOptions } from "./grpc-client";
import { STUCK_READER_MS } from "./grpc-handlers";
import { CLEAN_UP_LIMIT_MS, createGrpcServer, type GrpcServerOptions } from "./grpc-server";

const TOKEN = "internal";
const admitRequest: AdmitRequest = { context: undefined, model: "m", estimate: [], holdTtlMs: 1 };
const admitted: AdmitResponse = { heldNanoMxn: 1n, rateLimits: undefined };
const text = (value: string): StreamChatCompletionResponse => ({ events: [{ event: { $case: "text", value } }] });

const errorOf = async (call: Promise<unknown>): Promise<CenoteError> => {
  try {
    await call;
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(CenoteError);
    return thrown as CenoteError;
  }
  throw new Error("nothing was thrown");
};

/** A service that works until it is told to stop. */
const untilAborted = (_: unknown, signal?: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => { signal?.addEventListener("abort", () => { reject(signal.reason as Error); }); });

const turn = () => new Promise<void>((resolve) => { setImmediate(resolve); });

describe("over the wire", () => {
  const cleanUps: Array<() => Promise<void> | void> = [];
  afterEach(async () => { for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp(); });

  const serve = async (
    { billing = {}, inference = {}, ...options }: Partial<GrpcServerOptions> & { billing?: Partial<BillingService>; inference?: Partial<InferenceService> },
  ) => {
    const server = createGrpcServer({ host: "127.0.0.1", port: 0, token: TOKEN, log: silentLog, ...options });
    server.add(BillingServiceDefinition, billing as BillingService);
    server.add(InferenceServiceDefinition, inference as InferenceService);
    const port = await server.listen();
    cleanUps.push(() => server.drain(0));
    return { server, port, address: `127.0.0.1:${port}` };
  };
  const connect = (address: string, options: Partial<GrpcClientOptions> = {}) => {
    const all = { address, token: TOKEN, deadlineMs: 100_000, ...options };
    const billing = createGrpcClient<BillingService>(BillingServiceDefinition, all);
    const inference = createGrpcClient<InferenceService>(InferenceServiceDefinition, all);
    const close = () => {
      billing.close();
      inference.close();
    };
    cleanUps.push(close);
    return { billing: billing.client, inference: inference.client, close };
  };
  /** A caller of another team: plain grpc-js, without this package. */
  const plainCall = (address: string, metadata: Metadata): Promise<ServiceError | null> => {
    const client = new Client(address, credentials.createInsecure());
    cleanUps.push(() => { client.close(); });
    const empty = (): Buffer => Buffer.alloc(0);
    return new Promise((resolve) => {
      client.makeUnaryRequest("/cenote.billing.v1.BillingService/GetFxRate", empty, empty, {}, metadata, (error) => { resolve(error); });
    });
  };

  describe("the internal token", () => {
    test.each([
      ["missing", undefined], ["wrong", "Bearer wrong!!!"], ["of the right length but wrong", `Bearer ${"x".repeat(TOKEN.length)}`],
      ["without its scheme", TOKEN], ["empty", ""], ["followed by more", `Bearer ${TOKEN} `.concat("x")],
    ])("%s: UNAUTHENTICATED, and no service is called", async (_, authorization) => {
      let calls = 0;
      const { address } = await serve({ billing: { getFxRate() { calls++; return Promise.resolve({ rate: undefined }); } } });
      const metadata = new Metadata();
      if (authorization !== undefined) metadata.set("authorization", authorization);
      expect(await plainCall(address, metadata)).toMatchObject({ code: status.UNAUTHENTICATED });
      metadata.set("authorization", `Bearer ${TOKEN}`);
      expect(await plainCall(address, metadata)).toBeNull();
      expect(calls).toBe(1);
    });

    test.each([`bearer ${TOKEN}`, `BEARER ${TOKEN}`, `Bearer  ${TOKEN}`])("as %j is the token: the scheme is read as over REST", async (authorization) => {
      const { address } = await serve({ billing: { getFxRate: () => Promise.resolve({ rate: undefined }) } });
      const metadata = new Metadata();
      metadata.set("authorization", authorization);
      expect(await plainCall(address, metadata)).toBeNull();
    });

    test("with spaces inside opens as well", async () => {
      const token = "correct horse battery staple";
      const { address } = await serve({ token, billing: { admit: () => Promise.resolve(admitted) } });
      expect(await connect(address, { token }).billing.admit(admitRequest)).toEqual(admitted);
    });

    test("missing: of a message without end no more is read than one window", async () => {
      const { port } = await serve({});
      const session = connectHttp2(`http://127.0.0.1:${port}`);
      cleanUps.push(() => { session.destroy(); });
      const stream = session.request({ ":method": "POST", ":path": "/cenote.billing.v1.BillingService/GetFxRate", "content-type": "application/grpc", te: "trailers" });
      const announced = Buffer.from([0, 3, 0, 0, 0]);
      stream.write(Buffer.concat([announced, Buffer.alloc(1024)]));
      const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => { stream.once("response", resolve).once("error", reject); });
      expect(headers["grpc-status"]).toBe(`${status.UNAUTHENTICATED}`);
    });

    test("wrong in a client of ours is a fault of ours, of calls and of streams: no user's key is to blame", async () => {
      const { address } = await serve({ inference: { async *streamChatCompletion() { yield text("never"); } } });
      const { billing, inference } = connect(address, { token: "other" });
      const [unary, stream] = [await errorOf(billing.getFxRate({})), await errorOf(inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]().next())];
      for (const error of [unary, stream]) {
        expect(error.code).toBe("internal_error");
        expect(error.cause).toMatchObject({ code: status.UNAUTHENTICATED });
        expect(error.message).not.toContain("token");
      }
    });

    test("refused is told to the logs of both sides, at once and then once a minute", async () => {
      const clock = createManualClock();
      const lines: object[] = [];
      const tell = (fields: object, message: string) => { lines.push({ ...fields, message }); };
      const log: Log = { ...silentLog, warn: tell, error: tell };
      const { address } = await serve({ log, clock });
      const { billing, inference } = connect(address, { token: "other", log, clock });
      const atServer = { method: "/cenote.billing.v1.BillingService/GetFxRate", peer: expect.stringContaining("127.0.0.1") as string, message: "calls are refused: their internal token is missing or not ours" };
      const atClient = { refusedBy: "billing", address, message: expect.stringMatching(/^billing refuses our internal token: .*CENOTE_INTERNAL_TOKEN/) as string };
      for (let call = 0; call < 3; call++) await errorOf(billing.getFxRate({}));
      expect(lines).toEqual([{ ...atServer, calls: 1 }, { ...atClient, calls: 1 }]);
      lines.length = 0;
      await clock.advance(60_000);
      await errorOf(billing.getFxRate({}));
      expect(lines).toEqual([{ ...atServer, calls: 3 }, { ...atClient, calls: 3 }]);
      lines.length = 0;
      await errorOf(inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]().next());
      expect(lines).toMatchObject([{ refusedBy: "inference", calls: 1 }]);
    });

    test("taken, a user's key that is refused is no word of the token", async () => {
      const lines: unknown[] = [];
      const { address } = await serve({ billing: { getFxRate: () => Promise.reject(new CenoteError("invalid_api_key")) } });
      const { billing } = connect(address, { log: { ...silentLog, error: (fields) => { lines.push(fields); } } });
      expect((await errorOf(billing.getFxRate({}))).code).toBe("invalid_api_key");
      expect(lines).toEqual([]);
    });

    test("must not be empty", () => {
      expect(() => createGrpcServer({ host: "127.0.0.1", port: 0, token: "", log: silentLog })).toThrow(RangeError);
    });
  });

  test("errors are google.rpc.Status with ErrorInfo, as clients in any language read them", async () => {
    const { Status, ErrorInfo } = readGoogleTypes();
    const { address } = await serve({ billing: { getFxRate: () => Promise.reject(new CenoteError("rate_limit_exceeded", "¡despacio!", { param: "model", retryAfterMs: 1500 })) } });
    const metadata = new Metadata();
    metadata.set("authorization", `Bearer ${TOKEN}`);
    const error = await plainCall(address, metadata);
    expect(error).toMatchObject({ code: status.RESOURCE_EXHAUSTED, details: "¡despacio!" });
    const decoded = Status.toObject(Status.decode(error?.metadata.get("grpc-status-details-bin")[0] as Buffer)) as { code: number; message: string; details: Array<{ type_url: string; value: Buffer }> };
    expect(decoded).toMatchObject({ code: status.RESOURCE_EXHAUSTED, message: "¡despacio!", details: [{ type_url: "type.googleapis.com/google.rpc.ErrorInfo" }] });
    expect(ErrorInfo.toObject(ErrorInfo.decode(decoded.details[0]?.value ?? Buffer.alloc(0)))).toEqual({
      reason: "rate_limit_exceeded", domain: "cenote", metadata: { param: "model", retry_after_ms: "1500", retryable: "true" },
    });
  });

  test.each([["long", "x".repeat(300)], ["long, and cut in the middle of a character", `${"x".repeat(199)}🌵${"ñ".repeat(3000)}`]])(
    "a message that is %s: plain and detailed status say the same start, as Python's grpc-status asks, and the whole of it is a detail",
    async (_, message) => {
      const { Status, LocalizedMessage } = readGoogleTypes();
      const { address } = await serve({ billing: { getFxRate: () => Promise.reject(new CenoteError("provider_unavailable", message)) } });
      const metadata = new Metadata();
      metadata.set("authorization", `Bearer ${TOKEN}`);
      const error = await plainCall(address, metadata);
      const decoded = Status.toObject(Status.decode(error?.metadata.get("grpc-status-details-bin")[0] as Buffer)) as { message: string; details: Array<{ type_url: string; value: Buffer }> };
      expect(error?.details).toBe(message.slice(0, 200).toWellFormed());
      expect(decoded.message).toBe(error?.details);
      expect(decoded.details.map(({ type_url: type }) => type)).toEqual(["type.googleapis.com/google.rpc.ErrorInfo", "type.googleapis.com/google.rpc.LocalizedMessage"]);
      const whole = (await errorOf(connect(address).billing.getFxRate({}))).message;
      expect(whole.length).toBeGreaterThan(200);
      expect(message.startsWith(whole)).toBe(true);
      expect(LocalizedMessage.toObject(LocalizedMessage.decode(decoded.details[1]?.value ?? Buffer.alloc(0)))).toEqual({ locale: "en", message: whole });
    },
  );

  describe("a call's deadline", () => {
    test("passed is `overloaded` for the caller and an abort for the service", async () => {
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
      const { billing } = connect(address, { deadlineMs: 50 });
      // The time to connect counts too: on a busy machine the first calls may not get as far as the service.
      do {
        expect(await errorOf(billing.admit(admitRequest))).toMatchObject({ code: "overloaded", retryable: true, cause: { code: status.DEADLINE_EXCEEDED } });
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
      const { billing, inference } = connect(address, { deadlineMs: 50 });
      const next = inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]().next();
      await opened.promise;
      // A unary call begun after the stream has run into the deadline: the stream has outlived it.
      await errorOf(billing.admit(admitRequest));
      released.resolve();
      expect(await next).toEqual({ done: false, value: text("late") });
    });
  });

  describe("message size", () => {
    const model = "m".repeat(20_000);

    test("a request above the client's limit is refused before it is sent", async () => {
      let calls = 0;
      const { address } = await serve({ billing: { admit() { calls++; return Promise.resolve(admitted); } } });
      const { billing } = connect(address, { maxMessageBytes: 10_000 });
      expect((await errorOf(billing.admit({ ...admitRequest, model }))).code).toBe("request_too_large");
      await billing.admit(admitRequest);
      expect(calls).toBe(1);
    });

    test("a request or an answer above the server's limit fails; the connection goes on", async () => {
      const { address } = await serve({
        maxMessageBytes: 10_000,
        billing: {
          admit: () => Promise.resolve(admitted),
          getFxRate: () => Promise.resolve({ rate: { mxnPerUsd: model, source: "", at: undefined } }),
        },
      });
      const { billing } = connect(address);
      for (const call of [() => billing.admit({ ...admitRequest, model }), () => billing.getFxRate({})]) {
        expect(await errorOf(call())).toMatchObject({ code: "internal_error", cause: { code: status.RESOURCE_EXHAUSTED } });
      }
      expect(await billing.admit(admitRequest)).toEqual(admitted);
    });

    test("what can't be encoded is a fault on the side that has it, logged there, and never a hanging call", async () => {
      const faults: object[] = [];
      const log: Log = { ...silentLog, error: (fields) => { faults.push(fields); } };
      const tooBig = { balanceNanoMxn: 2n ** 64n, heldNanoMxn: 0n, availableNanoMxn: 0n };
      const { address } = await serve({
        log, billing: { getBalance: () => Promise.resolve(tooBig), credit: () => Promise.resolve({ id: "", balanceNanoMxn: 0n }) },
        inference: {
          async *streamChatCompletion() {
            yield text("fine");
            yield { events: [{ event: { $case: "started", value: { created: 2n ** 64n, model: "", info: undefined } } }] };
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

  test("a slow reader holds the source back: memory is bounded by the wire, not by the stream", async () => {
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
    // Each of these goes to the server and back on the same connection while nobody reads the stream.
    for (let index = 0; index < 30; index++) await billing.admit(admitRequest);
    expect(made).toBeLessThan(total / 2);
    let read = 1;
    for await (const message of { [Symbol.asyncIterator]: () => messages }) read += message.events.length;
    expect(read).toBe(total);
  });

  describe("a reader who stands still", () => {
    const endless = () => {
      const ended = deferred<unknown>();
      let made = 0;
      const streamChatCompletion: InferenceService["streamChatCompletion"] = async function* source(_, signal) {
        signal?.addEventListener("abort", () => { ended.resolve(signal.reason); });
        for (;;) {
          made++;
          yield text("x".repeat(64 * 1024));
        }
      };
      return { inference: { streamChatCompletion }, ended: ended.promise, made: () => made };
    };
    /** Reads a message, and comes back when no more is made for it. */
    const readOne = async (messages: AsyncIterator<unknown>, made: () => number) => {
      await messages.next();
      for (let before = -1; before !== made();) {
        before = made();
        for (let count = 0; count < 50; count++) await turn();
      }
    };

    test("is given up after two minutes: its call ends, and it is told when it reads on", async () => {
      const clock = createManualClock();
      const { inference: service, ended, made } = endless();
      const { address } = await serve({ clock, inference: service });
      const messages = connect(address).inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]();
      await readOne(messages, made);
      // The wire may have taken something since it was first looked at.
      for (let look = 0; look < 2; look++) await clock.advance(STUCK_READER_MS);
      expect(await ended).toMatchObject({ code: "cancelled" });
      const rest = errorOf((async () => { while ((await messages.next()).done !== true); })());
      expect(await rest).toMatchObject({ code: "cancelled", message: "The stream was not read for 120 s.", retryable: false });
    });

    test("who takes something now and then is waited for", async () => {
      const clock = createManualClock();
      const { inference: service, ended, made } = endless();
      const { address } = await serve({ clock, inference: service });
      const messages = connect(address).inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]();
      let isOver = false;
      void ended.then(() => { isOver = true; });
      for (let minutes = 0; minutes < 10; minutes++) {
        for (let count = 0; count < 5; count++) await readOne(messages, made);
        await clock.advance(STUCK_READER_MS / 2);
      }
      expect(isOver).toBe(false);
      await messages.return?.();
      await ended;
    });
  });

  describe("when the server goes away", () => {
    test("calls are `overloaded` at once, streams too, and calls succeed when it is back", async () => {
      const billing: Partial<BillingService> = { admit: () => Promise.resolve(admitted) };
      const opened = deferred();
      const first = await serve({
        billing, inference: {
          async *streamChatCompletion(_, signal) {
            yield text("a");
            opened.resolve();
            await untilAborted(undefined, signal);
          },
        },
      });
      const client = connect(first.address);
      expect(await client.billing.admit(admitRequest)).toEqual(admitted);
      const messages = client.inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]();
      await messages.next();
      const pending = errorOf(messages.next());
      await opened.promise;
      await first.server.drain(0);
      // Not `cancelled`: the caller did not leave.
      expect((await pending).code).toBe("overloaded");
      expect(await errorOf(client.billing.admit(admitRequest))).toMatchObject({ code: "overloaded", retryable: true });
      await serve({ billing, port: first.port });
      let answer: AdmitResponse | undefined;
      while (answer === undefined) {
        answer = await client.billing.admit(admitRequest).catch((error: unknown) => { expect(error).toMatchObject({ code: "overloaded" }); return undefined; });
        await turn();
      }
      expect(answer).toEqual(admitted);
    });

    test("a client can be made before there is a server, and a closed one takes no calls", async () => {
      const { address } = await serve({ billing: { admit: () => Promise.resolve(admitted) } });
      const client = connect(address);
      client.close();
      expect((await errorOf(client.billing.admit(admitRequest))).code).toBe("overloaded");
      expect((await errorOf(client.inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]().next())).code).toBe("overloaded");
    });

    test("a port that is taken is an error of the start", async () => {
      const { port } = await serve({});
      // grpc-js repeats it on standard error.
      jest.spyOn(console, "error").mockImplementationOnce(() => {});
      const server = createGrpcServer({ host: "127.0.0.1", port, token: TOKEN, log: silentLog });
      await expect(server.listen()).rejects.toThrow(/EADDRINUSE|No address added/);
    });
  });

  describe("draining", () => {
    test("lets calls under way finish and takes no new ones", async () => {
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

    test("cancels what is left at the limit, and waits for it to clean up", async () => {
      const clock = createManualClock();
      const [called, aborted, cleaning] = [deferred(), deferred(), deferred()];
      const { server, address } = await serve({
        clock, inference: {
          async *streamChatCompletion(_, signal) {
            try {
              yield text("a");
              called.resolve();
              await untilAborted(undefined, signal);
            } finally {
              aborted.resolve();
              await cleaning.promise;
            }
          },
        },
      });
      const messages = connect(address).inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]();
      await messages.next();
      const pending = errorOf(messages.next());
      await called.promise;
      let drained = false;
      const drain = server.drain(30_000).then(() => { drained = true; });
      await clock.advance(30_000);
      await aborted.promise;
      // Not `cancelled`: the caller did not leave.
      expect((await pending).code).toBe("overloaded");
      expect(drained).toBe(false);
      cleaning.resolve();
      await drain;
    });

    test("ends even if a service heeds no signal, and says so", async () => {
      const clock = createManualClock();
      const called = deferred();
      const errors: object[] = [];
      const { server, address } = await serve({
        clock, log: { ...silentLog, error: (fields) => { errors.push(fields); } },
        billing: { admit() { called.resolve(); return new Promise(() => {}); } },
      });
      const answer = errorOf(connect(address).billing.admit(admitRequest));
      await called.promise;
      const drained = server.drain(0);
      await clock.advance(0);
      await answer;
      await clock.advance(CLEAN_UP_LIMIT_MS);
      await drained;
      expect(errors).toEqual([{ calls: 1, limitMs: CLEAN_UP_LIMIT_MS }]);
    });
  });
});

/** The messages as google/rpc declares them, read by another protobuf library than ours. */
const readGoogleTypes = () => {
  const { root } = parse(`
    syntax = "proto3"; package google.rpc;
    message Any { string type_url = 1; bytes value = 2; }
    message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
    message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
    message LocalizedMessage { string locale = 1; string message = 2; }
  `, { keepCase: true });
  return { Status: root.lookupType("google.rpc.Status"), ErrorInfo: root.lookupType("google.rpc.ErrorInfo"), LocalizedMessage: root.lookupType("google.rpc.LocalizedMessage") };
};
