import {
  type CallContext,
  type InferenceService,
  InferenceServiceDefinition,
  MediaServiceDefinition,
} from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import type { MethodDefinition } from "./definition";
import { errorOf, openWire, TOKEN } from "./testing/wire";
import { toUnsureErrorOf } from "./unsure-outcome";

const contextOf = (idempotencyKey: string): CallContext => ({
  requestId: "",
  organizationId: "o",
  keyId: "",
  zdr: false,
  idempotencyKey,
});

/** Each paid method of inference, asked once. */
const CALLS: readonly [string, (inference: InferenceService, context: CallContext) => Promise<unknown>][] = [
  ["a chat call", (inference, context) => inference.createChatCompletion({ context, chat: undefined })],
  [
    "a streamed chat call",
    (inference, context) => inference.streamChatCompletion({ context, chat: undefined })[Symbol.asyncIterator]().next(),
  ],
  ["an embeddings call", (inference, context) => inference.createEmbeddings({ context, embeddings: undefined })],
];

/** Takes every call, and never answers. */
const hanging = () => {
  const begun = deferred();
  const hang = (): Promise<never> => {
    begun.resolve();
    return new Promise(() => {});
  };
  const inference: Partial<InferenceService> = {
    createChatCompletion: hang,
    createEmbeddings: hang,
    countPromptTokens: hang,
    streamChatCompletion: async function* stream() {
      yield await hang();
    },
  };
  return { begun: begun.promise, inference };
};

describe("a call of whose end its caller hears nothing", () => {
  const { serve, connect } = openWire();

  const lost = async (call: (inference: InferenceService) => Promise<unknown>): Promise<CenoteError> => {
    const { begun, inference } = hanging();
    const { server, address } = await serve({ inference });
    const failed = errorOf(call(connect(address).inference));
    await begun;
    await server.drain(0);
    return failed;
  };

  test.each(CALLS)("%s may have been charged, and is not to be sent again without a key", async (_, call) => {
    expect(await lost((inference) => call(inference, contextOf("")))).toMatchObject({
      code: "overloaded",
      retryable: false,
    });
    expect(await lost((inference) => call(inference, contextOf("order-1")))).toMatchObject({
      code: "overloaded",
      retryable: true,
    });
  });

  test("one that costs nothing may be sent again", async () => {
    const error = await lost((inference) => inference.countPromptTokens({ context: contextOf(""), chat: undefined }));
    expect(error).toMatchObject({ code: "overloaded", retryable: true });
  });

  test.each(CALLS)("%s that no server can have got may be sent again", async (_, call) => {
    const { server, address } = await serve({});
    await server.drain(0);
    const error = await errorOf(call(connect(address).inference, contextOf("")));
    expect(error).toMatchObject({ code: "overloaded", retryable: true });
  });

  test.each(CALLS)("%s whose token the server refuses may be sent again", async (_, call) => {
    const { address } = await serve(hanging());
    const error = await errorOf(call(connect(address, { token: `${TOKEN}-of-old` }).inference, contextOf("")));
    expect(error).toMatchObject({ code: "internal_error", retryable: true });
  });

  test.each(CALLS)("what the service itself says of %s stays", async (_, call) => {
    const full = () => Promise.reject(new CenoteError("overloaded"));
    const { address } = await serve({
      inference: {
        createChatCompletion: full,
        createEmbeddings: full,
        streamChatCompletion: async function* stream() {
          yield await full();
        },
      },
    });
    const error = await errorOf(call(connect(address).inference, contextOf("")));
    expect(error).toMatchObject({ code: "overloaded", retryable: true });
  });
});

test("every method of inference and media that is not marked as repeatable is paid, but for the streams that read", () => {
  const reads: ReadonlySet<string> = new Set(["ReadImage", "WatchVideo"]);
  const unmarked = [InferenceServiceDefinition, MediaServiceDefinition]
    .flatMap(({ methods }): MethodDefinition[] => Object.values(methods))
    .filter(({ name, options }) => options.idempotencyLevel === undefined && !reads.has(name));
  expect(unmarked.length).toBeGreaterThan(0);
  const error = new CenoteError("overloaded");
  for (const method of unmarked)
    expect([method.name, toUnsureErrorOf(method, { context: contextOf("") })(error).retryable]).toEqual([
      method.name,
      false,
    ]);
});
