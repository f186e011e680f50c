import {
  type BillingService,
  BillingServiceDefinition,
  type InferenceService,
  InferenceServiceDefinition,
} from "@cenote/contracts";
import { silentLog, type Tracing } from "@cenote/core";
import { recordTraces } from "@cenote/tracing/testing";
import { createGrpcClient } from "./grpc-client";
import { createGrpcServer } from "./grpc-server";

const prices = { prices: [] };
const request = { context: undefined, chat: undefined };

/** Services over gRPC that create a span for each call, and a client of them. */
const connect = async (serverTracing: Tracing, clientTracing: Pick<Tracing, "traceparent"> | undefined) => {
  const step = (name: string) => {
    serverTracing.begin(name).end();
  };
  const billing = {
    listPrices: () => {
      step("listPrices");
      return Promise.resolve(prices);
    },
  } as unknown as BillingService;
  const inference = {
    async *streamChatCompletion() {
      step("first");
      yield await Promise.resolve({ events: [] });
      step("second");
    },
  } as unknown as InferenceService;
  const server = createGrpcServer({
    host: "127.0.0.1",
    port: 0,
    token: "internal",
    log: silentLog,
    tracing: serverTracing,
  });
  server.add(BillingServiceDefinition, billing);
  server.add(InferenceServiceDefinition, inference);
  const options = {
    address: `127.0.0.1:${await server.listen()}`,
    token: "internal",
    deadlineMs: 100_000,
    tracing: clientTracing,
  };
  const [billingClient, inferenceClient] = [
    createGrpcClient<BillingService>(BillingServiceDefinition, options),
    createGrpcClient<InferenceService>(InferenceServiceDefinition, options),
  ];
  return {
    billing: billingClient.client,
    inference: inferenceClient.client,
    close: async () => {
      billingClient.close();
      inferenceClient.close();
      await server.drain(0);
    },
  };
};

test("concurrent calls and streams each continue their own caller's trace", async () => {
  const [caller, service] = [recordTraces(), recordTraces()];
  const { billing, inference, close } = await connect(service.tracing, caller.tracing);
  const [one, other] = [caller.tracing.begin("one"), caller.tracing.begin("other")];
  await Promise.all([
    one.run(() => billing.listPrices({})),
    other.run(async () => {
      for await (const _message of inference.streamChatCompletion(request));
    }),
  ]);
  one.end();
  other.end();
  await billing.listPrices({});
  await close();
  const idOf = (name: string) => caller.spans().find((span) => span.name === name)?.traceId;
  const seen = service.spans().map(({ name, traceId }) => ({
    name,
    trace: traceId === idOf("one") ? "one" : traceId === idOf("other") ? "other" : "none",
  }));
  expect(seen).toHaveLength(4);
  expect(seen).toEqual(
    expect.arrayContaining([
      { name: "listPrices", trace: "one" },
      { name: "listPrices", trace: "none" },
      { name: "first", trace: "other" },
      { name: "second", trace: "other" },
    ]),
  );
  expect(service.spans().every(({ kind }) => kind === "server")).toBe(true);
});

test("a client without tracing sends no traceparent", async () => {
  const service = recordTraces();
  const { billing, close } = await connect(service.tracing, undefined);
  expect(await billing.listPrices({})).toEqual(prices);
  await close();
  expect(service.spans()).toMatchObject([{ name: "listPrices", kind: "server" }]);
});
