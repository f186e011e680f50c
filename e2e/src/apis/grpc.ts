import { join } from "node:path";
import type { BillingService, ChatEvent, InferenceService } from "@cenote/contracts";
import { createRandomIds } from "@cenote/core";
import {
  type ChannelCredentials,
  Client,
  type ClientDuplexStream,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { service as healthDefinition } from "grpc-health-check";
import { callContext, openBilling, openInference } from "../harness/grpc";
import { grpcChat } from "../harness/grpc-chat";
import { allEntries, balanceOf } from "../harness/ledger";
import { newPayer } from "../harness/payer";
import { harness } from "./harness";

const SERVICES = [
  "cenote.billing.v1.BillingService",
  "cenote.inference.v1.InferenceService",
  "cenote.media.v1.MediaService",
];

const address = () => `127.0.0.1:${harness().system.grpcPort}`;

const bearer = (token: string): Metadata => {
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  return metadata;
};

describe("health", () => {
  const check = (service: string, metadata = new Metadata()) =>
    new Promise<string>((resolve, reject) => {
      const client = new Client(address(), credentials.createInsecure());
      const { path, requestSerialize, responseDeserialize } = healthDefinition["Check"]!;
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service }, metadata, (error, answer) => {
        client.close();
        if (error === null) resolve(String((answer as { status: unknown }).status));
        else reject(error);
      });
    });

  test.each(["", ...SERVICES])("is serving, for probes without a token: %j", async (service) => {
    expect(["1", "SERVING"]).toContain(await check(service));
  });

  test("of an unknown service is not found", async () => {
    await expect(check("cenote.nothing.v1.Nothing")).rejects.toMatchObject({ code: status.NOT_FOUND });
  });
});

describe("reflection", () => {
  interface Answer {
    readonly listServicesResponse?: { readonly service: readonly { readonly name: string }[] };
    readonly fileDescriptorResponse?: { readonly fileDescriptorProto: readonly Buffer[] };
  }
  type ReflectionClient = Client & { ServerReflectionInfo(metadata: Metadata): ClientDuplexStream<object, Answer> };

  const ask = (request: object, token: string) => {
    const folder = join(require.resolve("@grpc/reflection"), "..", "..", "proto");
    const definition = loadSync("grpc/reflection/v1/reflection.proto", { includeDirs: [folder] });
    const loaded = loadPackageDefinition(definition) as unknown as {
      grpc: {
        reflection: {
          v1: { ServerReflection: new (address: string, credentials: ChannelCredentials) => ReflectionClient };
        };
      };
    };
    const client = new loaded.grpc.reflection.v1.ServerReflection(address(), credentials.createInsecure());
    const stream = client.ServerReflectionInfo(bearer(token));
    return new Promise<Answer>((resolve, reject) => {
      stream.on("data", resolve);
      stream.on("error", reject);
      stream.write(request);
      stream.end();
    }).finally(() => {
      client.close();
    });
  };

  test("lists billing and inference", async () => {
    const answer = await ask({ listServices: "" }, harness().system.token);
    expect(answer.listServicesResponse?.service.map(({ name }) => name)).toEqual(expect.arrayContaining(SERVICES));
  });

  test.each(SERVICES)("returns the files of %s", async (symbol) => {
    const answer = await ask({ fileContainingSymbol: symbol }, harness().system.token);
    expect(answer.fileDescriptorResponse?.fileDescriptorProto.length).toBeGreaterThan(0);
  });

  test("rejects a wrong token", async () => {
    await expect(ask({ listServices: "" }, "wrong")).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
  });
});

describe("another team's service", () => {
  const withClients = async <Answer>(
    token: string,
    use: (clients: { billing: BillingService; inference: InferenceService }) => Promise<Answer>,
  ): Promise<Answer> => {
    const served = { grpcPort: harness().system.grpcPort, token };
    const billing = openBilling(served);
    const inference = openInference(served);
    try {
      return await use({ billing: billing.client, inference: inference.client });
    } finally {
      billing.close();
      inference.close();
    }
  };

  test.each(["", "wrong", "Bearer"])("is rejected with the token %j", async (token) => {
    const failure = withClients(token, ({ billing }) => billing.listOrganizations({ page: undefined }));
    await expect(failure).rejects.toMatchObject({
      cause: expect.objectContaining({ code: status.UNAUTHENTICATED }) as ServiceError,
    });
  });

  test("chats for an organization it names, and that organization pays", async () => {
    const { system } = harness();
    const { org } = await balanceOf(system, "demo");
    const context = callContext(org);
    const answer = await withClients(system.token, ({ inference }) =>
      inference.createChatCompletion({ context, chat: grpcChat('[[sim text="Over gRPC."]]') }),
    );
    expect(answer.message?.content).toEqual([{ part: { $case: "text", value: "Over gRPC." } }]);
    expect(answer.usage?.costNanoMxn).toBeGreaterThan(0n);
    const { balance_mxn: balance } = await balanceOf(system, "demo");
    expect(balance).not.toBe("50");
  });

  test("reads a stream to its end, with the same text and cost", async () => {
    const { system } = harness();
    const { org } = await balanceOf(system, "demo");
    const context = callContext(org);
    const question = grpcChat("Word by word. [[sim words=25]]");
    const { events, plain } = await withClients(system.token, async ({ inference }) => {
      const seen: ChatEvent["event"][] = [];
      for await (const { events: batch } of inference.streamChatCompletion({ context, chat: question }))
        seen.push(...batch.map(({ event }) => event));
      return { events: seen, plain: await inference.createChatCompletion({ context, chat: question }) };
    });
    expect(events[0]?.$case).toBe("started");
    const text = events.map((event) => (event?.$case === "text" ? event.value : "")).join("");
    expect([{ part: { $case: "text", value: text } }]).toEqual(plain.message?.content);
    const last = events.at(-1);
    expect(last?.$case === "finished" ? last.value.usage : undefined).toEqual(plain.usage);
  });

  test("can't reuse a request id that is in use or was charged, to get a call for free", async () => {
    const { system, simulator } = harness();
    const { org } = await newPayer(system);
    const context = callContext(org, { requestId: createRandomIds().requestId() });
    await withClients(system.token, async ({ inference }) => {
      const first = inference.createChatCompletion({
        context,
        chat: grpcChat("marker-one-id [[sim words=9 hold=one-id]]"),
      });
      await simulator.received("marker-one-id");
      const others = Array.from({ length: 5 }, () =>
        inference.createChatCompletion({ context, chat: grpcChat("[[sim words=9]]") }),
      );
      for (const other of others) await expect(other).rejects.toMatchObject({ code: "idempotency_conflict" });
      await simulator.release("one-id");
      expect((await first).usage?.costNanoMxn).toBeGreaterThan(0n);
      const stream = inference
        .streamChatCompletion({ context, chat: grpcChat("[[sim words=9]]") })
        [Symbol.asyncIterator]();
      await expect(stream.next()).rejects.toMatchObject({ code: "idempotency_conflict" });
    });
    expect(await simulator.calls("sim words=9")).toHaveLength(1);
    expect((await allEntries(system, org)).filter(({ type }) => type === "settle")).toHaveLength(1);
  });

  test("gets the codes of the one error table", async () => {
    const { system } = harness();
    const context = callContext((await balanceOf(system, "demo")).org);
    const failure = withClients(system.token, ({ inference }) =>
      inference.createChatCompletion({ context, chat: { ...grpcChat("Hi"), model: "openai/nothing" } }),
    );
    await expect(failure).rejects.toMatchObject({ code: "model_not_found" });
  });
});
