import { createHash } from "node:crypto";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import {
  type BillingService,
  BillingServiceDefinition,
  type InferenceService,
  InferenceServiceDefinition,
} from "@cenote/contracts";
import { silentLog } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import {
  type Client,
  type ClientDuplexStream,
  type ClientReadableStream,
  credentials,
  makeGenericClientConstructor,
  Metadata,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { loadSync, type PackageDefinition } from "@grpc/proto-loader";
import { service as healthService } from "grpc-health-check";
import { parse, Root } from "protobufjs";
import { FileDescriptorProto, FileDescriptorSet } from "protobufjs/ext/descriptor";
import { encodeGoogleStatus } from "./google-status";
import { createGrpcServer } from "./grpc-server";
import { createRawCaller } from "./testing/raw-caller";
import { turn } from "./testing/wire";

const TOKEN = "internal";
/** More than the buffers between two processes hold. On a slower machine the test may miss a fault. */
const QUESTIONS = 1000;
const withToken = () => {
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${TOKEN}`);
  return metadata;
};

type HealthClient = Client & {
  check(
    request: { service: string },
    callback: (error: ServiceError | null, response?: { status: string }) => void,
  ): void;
  watch(request: { service: string }): ClientReadableStream<{ status: string }>;
};
type ReflectionClient = Client & {
  ServerReflectionInfo(metadata: Metadata): ClientDuplexStream<object, ReflectionResponse>;
};
type DynamicClient = Client & {
  authenticate(
    request: object,
    metadata: Metadata,
    callback: (error: ServiceError | null, value: object) => void,
  ): void;
};
interface ReflectionResponse {
  listServicesResponse?: { service: Array<{ name: string }> };
  fileDescriptorResponse?: { fileDescriptorProto: Buffer[] };
}

/** google.rpc.Status, as far as it is the same whatever its details are. */
const STATUS = parse(`
  syntax = "proto3";
  message Any { bytes value = 2; }
  message Status { repeated Any details = 3; }
`).root.lookupType("Status");

const reflectionProto = (version: string): PackageDefinition =>
  loadSync(join(dirname(require.resolve("@grpc/reflection")), `../proto/grpc/reflection/${version}/reflection.proto`), {
    keepCase: false,
  });

describe("a server's health and reflection", () => {
  const cleanUps: Array<() => Promise<void> | void> = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  const serve = async () => {
    const billing: Partial<BillingService> = {
      authenticate: ({ keyDigest }) =>
        Promise.resolve({ organizationId: keyDigest.toString("hex"), keyId: "k", zdr: true }),
    };
    const server = createGrpcServer({ host: "127.0.0.1", port: 0, token: TOKEN, log: silentLog });
    server.add(BillingServiceDefinition, billing as BillingService);
    server.add(InferenceServiceDefinition, {} as InferenceService);
    const port = await server.listen();
    cleanUps.push(() => server.drain(0));
    return { server, port, address: `127.0.0.1:${port}` };
  };
  const track = <C extends Client>(client: C): C => {
    cleanUps.push(() => {
      client.close();
    });
    return client;
  };

  describe("health, without a token: probes have none", () => {
    const connect = (address: string) =>
      track(
        new (makeGenericClientConstructor(healthService, "Health"))(
          address,
          credentials.createInsecure(),
        ) as unknown as HealthClient,
      );
    const check = (client: HealthClient, service: string): Promise<string> =>
      new Promise((resolve) => {
        client.check({ service }, (error, response) => {
          resolve(response?.status ?? status[error?.code ?? status.UNKNOWN] ?? "");
        });
      });

    test("reports the server and each service, and NOT_FOUND for an unknown service", async () => {
      const client = connect((await serve()).address);
      expect(await check(client, "")).toBe("SERVING");
      expect(await check(client, "cenote.billing.v1.BillingService")).toBe("SERVING");
      expect(await check(client, "cenote.inference.v1.InferenceService")).toBe("SERVING");
      expect(await check(client, "cenote.media.v1.MediaService")).toBe("NOT_FOUND");
    });

    test("follows `setServing`", async () => {
      const { server, address } = await serve();
      const client = connect(address);
      server.setServing(false);
      expect(await check(client, "")).toBe("NOT_SERVING");
      expect(await check(client, "cenote.billing.v1.BillingService")).toBe("NOT_SERVING");
      server.setServing(true);
      expect(await check(client, "cenote.billing.v1.BillingService")).toBe("SERVING");
    });

    test("a watcher gets NOT_SERVING at a drain, and does not delay it", async () => {
      const { server, address } = await serve();
      const statuses: string[] = [];
      const [first, ended] = [deferred(), deferred()];
      const watch = connect(address).watch({ service: "cenote.billing.v1.BillingService" });
      watch.on("data", (response: { status: string }) => {
        statuses.push(response.status);
        first.resolve();
      });
      watch.on("end", ended.resolve);
      await first.promise;
      await Promise.all([server.drain(60_000), ended.promise]);
      expect(statuses).toEqual(["SERVING", "NOT_SERVING"]);
    });
  });

  describe.each(["v1", "v1alpha"])("reflection %s", (version) => {
    const connect = (address: string) => {
      const definition = reflectionProto(version)[`grpc.reflection.${version}.ServerReflection`];
      return track(
        new (makeGenericClientConstructor(
          definition as Parameters<typeof makeGenericClientConstructor>[0],
          "Reflection",
        ))(address, credentials.createInsecure()) as unknown as ReflectionClient,
      );
    };
    const ask = (client: ReflectionClient, request: object, metadata = withToken()): Promise<ReflectionResponse> =>
      new Promise((resolve, reject) => {
        const session = client.ServerReflectionInfo(metadata);
        session.on("data", (response: ReflectionResponse) => {
          resolve(response);
          session.end();
        });
        session.on("error", reject);
        session.write(request);
      });

    test("requires the token", async () => {
      const client = connect((await serve()).address);
      await expect(ask(client, { listServices: "*" }, new Metadata())).rejects.toMatchObject({
        code: status.UNAUTHENTICATED,
      });
    });

    test("lists the services of this server", async () => {
      const { listServicesResponse } = await ask(connect((await serve()).address), { listServices: "*" });
      expect(listServicesResponse?.service.map(({ name }) => name).sort()).toEqual([
        "cenote.billing.v1.BillingService",
        "cenote.inference.v1.InferenceService",
        "grpc.health.v1.Health",
      ]);
    });

    test("describes health as Go's strict reader wants it: entries of a map are named for their field", async () => {
      const { fileDescriptorResponse } = await ask(connect((await serve()).address), {
        fileContainingSymbol: "grpc.health.v1.Health",
      });
      const files = (fileDescriptorResponse?.fileDescriptorProto ?? []).map((bytes) =>
        FileDescriptorProto.toObject(FileDescriptorProto.decode(bytes)),
      );
      expect(files).toHaveLength(1);
      const list = (files[0] as { messageType: Array<{ name: string }> }).messageType.find(
        ({ name }) => name === "HealthListResponse",
      );
      expect(list).toMatchObject({
        field: [{ name: "statuses", typeName: ".grpc.health.v1.HealthListResponse.StatusesEntry" }],
        nestedType: [{ name: "StatusesEntry" }],
      });
    });

    test("returns the files that a generic client needs for a call", async () => {
      const { address } = await serve();
      const { fileDescriptorResponse } = await ask(connect(address), {
        fileContainingSymbol: "cenote.billing.v1.BillingService",
      });
      const file = (fileDescriptorResponse?.fileDescriptorProto ?? []).map((bytes) =>
        FileDescriptorProto.decode(bytes),
      );
      const root = (Root as unknown as { fromDescriptor(set: object): Root }).fromDescriptor(
        FileDescriptorSet.create({ file }),
      );
      const request = root.lookupType("cenote.billing.v1.AuthenticateRequest");
      const response = root.lookupType("cenote.billing.v1.AuthenticateResponse");
      const constructor = makeGenericClientConstructor(
        {
          authenticate: {
            path: "/cenote.billing.v1.BillingService/Authenticate",
            requestStream: false,
            responseStream: false,
            requestSerialize: (value: object) => Buffer.from(request.encode(value).finish()),
            requestDeserialize: (bytes: Buffer) => bytes,
            responseSerialize: (value: Buffer) => value,
            responseDeserialize: (bytes: Buffer) => response.toObject(response.decode(bytes)),
          },
        },
        "Billing",
      );
      const client = track(new constructor(address, credentials.createInsecure()) as unknown as DynamicClient);
      const digest = createHash("sha256").update("key").digest();
      const answer = await new Promise((resolve) => {
        client.authenticate({ key_digest: digest }, withToken(), (error, value) => {
          resolve(error ?? value);
        });
      });
      expect(answer).toEqual({ organization_id: digest.toString("hex"), key_id: "k", zdr: true });
    });

    test("describes the details of errors: without it grpcurl prints bytes in place of their code", async () => {
      const { fileDescriptorResponse } = await ask(connect((await serve()).address), {
        fileContainingSymbol: "google.rpc.ErrorInfo",
      });
      const file = (fileDescriptorResponse?.fileDescriptorProto ?? []).map((bytes) =>
        FileDescriptorProto.decode(bytes),
      );
      const described = (Root as unknown as { fromDescriptor(set: object): Root }).fromDescriptor(
        FileDescriptorSet.create({ file }),
      );
      const errorInfo = { reason: "model_not_found", domain: "cenote", metadata: { param: "model" } };
      const { details } = STATUS.decode(
        encodeGoogleStatus({ code: 5, message: "a", wholeMessage: "all", errorInfo }),
      ) as unknown as { details: Array<{ value: Buffer }> };
      const read = ["ErrorInfo", "LocalizedMessage"].map((name, place) => {
        const type = described.lookupType(`google.rpc.${name}`);
        return type.toObject(type.decode(details[place]?.value ?? Buffer.of()));
      });
      // protobufjs reads a described map as what it is on the wire.
      expect(read).toEqual([
        { ...errorInfo, metadata: [{ key: "param", value: "model" }] },
        { locale: "en", message: "all" },
      ]);
      expect(file[0]).toMatchObject({
        messageType: [{ nestedType: [{ name: "MetadataEntry", options: { mapEntry: true } }] }, {}],
      });
    });

    test("a session that is not read is asked no more: its answers wait for it, and not in memory", async () => {
      const { port } = await serve();
      const caller = createRawCaller(port, TOKEN);
      cleanUps.push(() => {
        caller.close();
      });
      const session = caller.open(`/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`);
      // Field 3, the name of a file that is not there: the answer repeats it.
      const question = caller.withLength(new BinaryWriter().uint32(26).string("x".repeat(4096)).finish());
      for (let asked = 0; asked < QUESTIONS; asked++) session.write(question);
      await once(session, "response");
      for (let count = 0; count < 500; count++) await turn();
      expect(session.writableLength).toBeGreaterThan((QUESTIONS * question.length) / 2);

      let answeredBytes = 0;
      session.on("data", (bytes: Buffer) => {
        answeredBytes += bytes.length;
      });
      caller.takeAll();
      session.end();
      await once(session, "end");
      expect(answeredBytes).toBeGreaterThan(QUESTIONS * question.length);
    });

    test("an open session does not delay a drain", async () => {
      const { server, address } = await serve();
      const session = connect(address).ServerReflectionInfo(withToken());
      const answered = deferred();
      session.on("data", () => {
        answered.resolve();
      });
      const ended = deferred();
      session.on("end", ended.resolve);
      session.write({ listServices: "*" });
      await answered.promise;
      await Promise.all([server.drain(60_000), ended.promise]);
    });
  });
});
