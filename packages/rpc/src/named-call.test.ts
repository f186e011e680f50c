import { type CallContext, type InferenceService, InferenceServiceDefinition } from "@cenote/contracts";
import { CenoteError, silentLog } from "@cenote/core";
import { createSeededIds } from "@cenote/testkit";
import {
  credentials,
  makeGenericClientConstructor,
  Metadata,
  type MethodDefinition,
  type ServiceError,
} from "@grpc/grpc-js";
import { decodeGoogleStatus } from "./google-status";
import { createGrpcServer } from "./grpc-server";
import { text } from "./testing/text";
import { TOKEN } from "./testing/wire";

const OWN_ID = "req_0123456789abcdef01234567";
const context: CallContext = { requestId: "", organizationId: "o", keyId: "", zdr: false, idempotencyKey: "" };
const { createEmbeddings, streamChatCompletion } = InferenceServiceDefinition.methods;

describe("a call over the wire", () => {
  const cleanUps: Array<() => Promise<void> | void> = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  /** What a caller without this package sees of one call: headers, and the error if it has one. */
  const call = async (
    inference: Partial<InferenceService>,
    method: typeof createEmbeddings | typeof streamChatCompletion,
    asked: CallContext | undefined,
  ) => {
    const server = createGrpcServer({ host: "127.0.0.1", port: 0, token: TOKEN, log: silentLog });
    server.add(InferenceServiceDefinition, inference as InferenceService, { ids: createSeededIds() });
    const port = await server.listen();
    cleanUps.push(() => server.drain(0));
    const wired = {
      path: `/${InferenceServiceDefinition.fullName}/${method.name}`,
      requestStream: false,
      responseStream: method.responseStream,
      requestSerialize: (value: object) => Buffer.from(method.requestType.encode(value as never).finish()),
      requestDeserialize: (bytes: Buffer) => bytes,
      responseSerialize: (bytes: Buffer) => bytes,
      responseDeserialize: (bytes: Buffer) => bytes,
    } as unknown as MethodDefinition<object, Buffer>;
    const client = new (makeGenericClientConstructor({}, "Inference"))(
      `127.0.0.1:${port}`,
      credentials.createInsecure(),
    );
    cleanUps.push(() => {
      client.close();
    });
    const metadata = new Metadata();
    metadata.set("authorization", `Bearer ${TOKEN}`);
    const stream = client.makeServerStreamRequest(
      wired.path,
      wired.requestSerialize,
      wired.responseDeserialize,
      { context: asked, embeddings: undefined, chat: undefined },
      metadata,
    );
    const headers: string[] = [];
    stream.on("metadata", (found: Metadata) => {
      headers.push(...found.get("x-request-id").map(String));
    });
    const error = await new Promise<ServiceError | undefined>((resolve) => {
      stream.on("data", () => {});
      stream.on("error", resolve);
      stream.on("end", () => {
        resolve(undefined);
      });
    });
    const [details] = error?.metadata.get("grpc-status-details-bin") ?? [];
    const info = Buffer.isBuffer(details) ? decodeGoogleStatus(details).errorInfo : undefined;
    return { headers, code: info?.reason, errorId: info?.metadata["request_id"] };
  };

  const answering = () => {
    const seen: Array<string | undefined> = [];
    const service: Partial<InferenceService> = {
      createEmbeddings(request) {
        seen.push(request.context?.requestId);
        return Promise.resolve({ model: "m", data: [], usage: undefined, info: undefined });
      },
      async *streamChatCompletion(request) {
        seen.push(request.context?.requestId);
        yield text("a");
        yield text("b");
      },
    };
    return { seen, service };
  };
  const failing: Partial<InferenceService> = {
    createEmbeddings: () => Promise.reject(new CenoteError("provider_unavailable")),
    // oxlint-disable-next-line eslint/require-yield -- It fails before its first message.
    async *streamChatCompletion() {
      throw new CenoteError("provider_unavailable");
    },
  };

  test.each([
    ["plain", createEmbeddings],
    ["streamed", streamChatCompletion],
  ])("that names no request id learns from a %s answer under which one it is charged", async (_, method) => {
    const { seen, service } = answering();
    const { headers } = await call(service, method, context);
    expect(seen).toEqual([expect.stringMatching(/^req_[0-9a-f]{24}$/)]);
    expect(headers).toEqual(seen);
  });

  test.each([
    ["plain", createEmbeddings],
    ["streamed", streamChatCompletion],
  ])("that fails has its request id in the %s error, whoever chose it", async (_, method) => {
    const own = await call(failing, method, { ...context, requestId: OWN_ID });
    expect(own).toEqual({ headers: [], code: "provider_unavailable", errorId: OWN_ID });
    expect(await call(failing, method, context)).toEqual({
      // None, or client libraries would not repeat the call.
      headers: [],
      code: "provider_unavailable",
      errorId: expect.stringMatching(/^req_[0-9a-f]{24}$/) as string,
    });
  });

  test("does not get back as its request id what is none: in trailers a long one would take the error's place", async () => {
    const long = await call(failing, createEmbeddings, { ...context, requestId: "x".repeat(100_000) });
    expect(long).toEqual({ headers: [], code: "provider_unavailable", errorId: undefined });
  });

  test("that chose its request id is made under it, and one without a context as it is", async () => {
    const { seen, service } = answering();
    expect((await call(service, createEmbeddings, { ...context, requestId: OWN_ID })).headers).toEqual([]);
    expect((await call(service, createEmbeddings, undefined)).headers).toEqual([]);
    expect(seen).toEqual([OWN_ID, undefined]);
  });
});
