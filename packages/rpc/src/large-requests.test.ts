import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { gzipSync } from "node:zlib";
import {
  type CallContext,
  ChatRequest,
  CreateEmbeddingsRequest,
  type CreateEmbeddingsResponse,
} from "@cenote/contracts";
import { deferred } from "@cenote/testkit";
import { status } from "@grpc/grpc-js";
import { errorOf, openWire, TOKEN } from "./testing/wire";

const KIB = 1024;
const MIB = KIB * KIB;
const PATH = "/cenote.inference.v1.InferenceService/CreateEmbeddings";

const answer: CreateEmbeddingsResponse = { model: "m", data: [], usage: undefined, info: undefined };

const contextOf = (organizationId: string, clientTokenId?: string): CallContext => ({
  requestId: "",
  organizationId,
  keyId: "",
  zdr: false,
  idempotencyKey: "",
  clientTokenId,
});

const requestOf = (organizationId: string, bytes: number, clientTokenId?: string): CreateEmbeddingsRequest => ({
  context: contextOf(organizationId, clientTokenId),
  embeddings: { model: "m", input: [{ input: { $case: "text", value: "t".repeat(bytes) } }] },
});

describe("large requests over the wire", () => {
  const { serve, connect } = openWire();

  /** A server with room for 4 MiB. Each call waits for `release`, and `begun(n)` for the n-th to have begun. */
  const start = async (maxMessageBytes?: number) => {
    const released = deferred();
    let count = 0;
    const waiting: { readonly calls: number; readonly resolve: () => void }[] = [];
    const wait = async (signal: AbortSignal | undefined): Promise<void> => {
      count++;
      for (const { calls, resolve } of waiting) if (count >= calls) resolve();
      await Promise.race([released.promise, once(signal as AbortSignal, "abort")]);
    };
    const { address } = await serve({
      openRequestBytes: 4 * MIB,
      ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }),
      inference: {
        async createEmbeddings(_, signal) {
          await wait(signal);
          return answer;
        },
        async countPromptTokens(_, signal) {
          await wait(signal);
          return { promptTokens: 1 };
        },
      },
    });
    const { inference } = connect(address);
    return {
      address,
      ask: (organizationId: string, bytes: number, signal?: AbortSignal) =>
        inference.createEmbeddings(requestOf(organizationId, bytes), signal),
      askWithClientToken: (organizationId: string, bytes: number) =>
        inference.createEmbeddings(requestOf(organizationId, bytes, "token")),
      count: (organizationId: string, bytes: number) =>
        inference.countPromptTokens({
          context: contextOf(organizationId),
          chat: { ...ChatRequest.decode(new Uint8Array()), model: "m".repeat(bytes) },
        }),
      begun: (calls: number) =>
        new Promise<void>((resolve) => {
          if (count >= calls) resolve();
          else waiting.push({ calls, resolve });
        }),
      release: () => {
        released.resolve();
      },
    };
  };

  test("of one organization leave room for others, and one that finds none may be sent again soon", async () => {
    const { ask, begun, release } = await start();
    const first = [ask("a", MIB), ask("a", 0.9 * MIB)];
    await begun(2);
    expect(await errorOf(ask("a", MIB))).toMatchObject({ code: "rate_limit_exceeded", retryAfterMs: 1000 });
    const second = ask("b", MIB);
    await begun(3);
    expect(await errorOf(ask("c", 2 * MIB))).toMatchObject({
      code: "overloaded",
      retryAfterMs: 1000,
      retryable: true,
    });
    release();
    expect(await Promise.all([...first, second])).toEqual([answer, answer, answer]);
    expect(await Promise.all([ask("a", MIB), ask("c", 2 * MIB)])).toEqual([answer, answer]);
  });

  test("with client tokens have a share of their own beside that of the organization's keys", async () => {
    const { askWithClientToken, ask, begun, release } = await start();
    const calls = [askWithClientToken("a", 1.9 * MIB)];
    await begun(1);
    expect((await errorOf(askWithClientToken("a", 1.9 * MIB))).code).toBe("rate_limit_exceeded");
    calls.push(ask("a", 1.9 * MIB));
    await begun(2);
    release();
    await Promise.all(calls);
  });

  test("to count tokens are their organization's as well", async () => {
    const { count, begun, release } = await start();
    const calls = [count("a", 1.9 * MIB)];
    await begun(1);
    expect((await errorOf(count("a", 1.9 * MIB))).code).toBe("rate_limit_exceeded");
    expect((await errorOf(count("b", 2.5 * MIB))).code).toBe("overloaded");
    calls.push(count("b", 1.9 * MIB));
    await begun(2);
    release();
    await Promise.all(calls);
  });

  test("are the only ones counted", async () => {
    const { ask, begun, release } = await start();
    const calls = [ask("a", 3 * MIB)];
    await begun(1);
    for (let index = 0; index < 40; index++) calls.push(ask("a", 60 * KIB));
    await begun(41);
    release();
    await Promise.all(calls);
  });

  test("give their room back when their callers leave", async () => {
    const { ask, begun, release } = await start();
    const leaving = new AbortController();
    const left = errorOf(ask("a", 3 * MIB, leaving.signal));
    await begun(1);
    leaving.abort();
    expect((await left).code).toBe("cancelled");
    release();
    // The server hears of it a moment later.
    while ((await ask("a", 3 * MIB).catch(() => undefined)) === undefined);
    await ask("a", 3 * MIB);
  });

  test("larger than all room find it if there are no others", async () => {
    const { ask, begun, release } = await start();
    const large = ask("a", 8 * MIB);
    await begun(1);
    expect((await errorOf(ask("b", 100 * KIB))).code).toBe("overloaded");
    release();
    await large;
    await ask("a", 8 * MIB);
  });

  /** A call whose message is sent in these pieces. @returns Its status. */
  const send = async (address: string, pieces: readonly Buffer[], headers: Record<string, string> = {}) => {
    const { session, stream, code } = await begin(address, pieces, headers);
    stream.end();
    await once(stream, "close");
    session.close();
    return code();
  };

  /** The same, of a caller who has more to send. */
  const begin = async (address: string, pieces: readonly Buffer[], headers: Record<string, string> = {}) => {
    const session = connectHttp2(`http://${address}`);
    await once(session, "remoteSettings");
    const stream = session.request({
      ":method": "POST",
      ":path": PATH,
      "content-type": "application/grpc",
      te: "trailers",
      authorization: `Bearer ${TOKEN}`,
      ...headers,
    });
    let code: number | undefined;
    const note = (fields: Record<string, unknown>): void => {
      if (fields["grpc-status"] !== undefined) code = Number(fields["grpc-status"]);
    };
    stream
      .on("response", note)
      .on("trailers", note)
      .on("error", () => {})
      .resume();
    for (const piece of pieces) {
      stream.write(piece);
      // So that each is a frame of its own.
      await new Promise((resolve) => session.ping((error) => resolve(error)));
    }
    return { session, stream, code: () => code };
  };

  const messageOf = (bytes: Uint8Array, isCompressed = 0): Buffer => {
    const head = Buffer.from([isCompressed, 0, 0, 0, 0]);
    head.writeUInt32BE(bytes.length, 1);
    return Buffer.concat([head, bytes]);
  };

  test("are known by their length even if that comes in pieces, and refused before the rest has come", async () => {
    const { address, ask, begun, release } = await start();
    const call = ask("a", 3 * MIB);
    await begun(1);
    const message = messageOf(CreateEmbeddingsRequest.encode(requestOf("a", 2 * MIB)).finish());
    const beginning = [message.subarray(0, 2), message.subarray(2, 7), message.subarray(7, 100)];
    expect(await send(address, beginning)).toBe(status.UNAVAILABLE);
    release();
    await call;
  });

  test("count for more if they are compressed", async () => {
    const { address, ask, begun, release } = await start();
    const call = ask("a", 3 * MIB);
    await begun(1);
    const incompressible = Buffer.from(Array.from({ length: 200 * KIB }, (_, index) => (index * 7919) % 251));
    const bytes = gzipSync(incompressible, { level: 0 });
    expect(await send(address, [messageOf(bytes, 1)], { "grpc-encoding": "gzip" })).toBe(status.UNAVAILABLE);
    release();
    await call;
  });

  test("whose organization does not come first share one room, and are not told that it is an organization's", async () => {
    const { address, ask, begun, release } = await start();
    const { context, embeddings } = requestOf("a", 2 * MIB);
    const message = messageOf(
      Buffer.concat([
        CreateEmbeddingsRequest.encode({ context: undefined, embeddings }).finish(),
        CreateEmbeddingsRequest.encode({ context, embeddings: undefined }).finish(),
      ]),
    );
    const first = send(address, [message]);
    await begun(1);
    expect(await send(address, [message.subarray(0, 100)])).toBe(status.UNAVAILABLE);
    const call = ask("a", 1.5 * MIB);
    await begun(2);
    release();
    await call;
    expect(await first).toBe(status.OK);
  });

  test.each([
    ["without the token", { authorization: "Bearer wrong" }, status.UNAUTHENTICATED],
    ["for health, which needs none", { ":path": "/grpc.health.v1.Health/Check" }, status.OUT_OF_RANGE],
  ])("%s take no room", async (_, headers, code) => {
    const { address, ask, begun, release } = await start();
    const message = messageOf(CreateEmbeddingsRequest.encode(requestOf("a", 3 * MIB)).finish());
    const refused = await begin(address, [message.subarray(0, 100)], headers);
    const call = ask("a", 3 * MIB);
    await begun(1);
    expect(refused.code()).toBe(code);
    release();
    await call;
    refused.stream.close();
    refused.session.close();
  });
});
