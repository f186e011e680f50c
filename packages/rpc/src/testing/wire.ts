import {
  type AdmitRequest,
  type AdmitResponse,
  type BillingService,
  BillingServiceDefinition,
  type InferenceService,
  InferenceServiceDefinition,
} from "@cenote/contracts";
import { CenoteError, silentLog } from "@cenote/core";
import { Client, credentials, type Metadata, type ServiceError } from "@grpc/grpc-js";
import { createGrpcClient, type GrpcClientOptions } from "../grpc-client";
import { createGrpcServer, type GrpcServerOptions } from "../grpc-server";
import { thrownBy } from "./connections";

export const TOKEN = "internal";
export const admitRequest: AdmitRequest = { context: undefined, model: "m", estimate: [], holdTtlMs: 1 };
export const admitted: AdmitResponse = { heldNanoMxn: 1n, rateLimits: undefined };

export const errorOf = async (call: Promise<unknown>): Promise<CenoteError> => {
  const thrown = await thrownBy(call);
  expect(thrown).toBeInstanceOf(CenoteError);
  return thrown as CenoteError;
};

/** A service that works until its signal is aborted. */
export const untilAborted = (_: unknown, signal?: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => {
      reject(signal.reason as Error);
    });
  });

export const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/** Both services over gRPC and their callers, all closed after each test. */
export const openWire = () => {
  const cleanUps: Array<() => Promise<void> | void> = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  const serve = async ({
    billing = {},
    inference = {},
    ...options
  }: Partial<GrpcServerOptions> & { billing?: Partial<BillingService>; inference?: Partial<InferenceService> }) => {
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
  /** A caller that uses plain grpc-js, without this package. */
  const plainCall = (address: string, metadata: Metadata): Promise<ServiceError | null> => {
    const client = new Client(address, credentials.createInsecure());
    cleanUps.push(() => {
      client.close();
    });
    const empty = (): Buffer => Buffer.alloc(0);
    return new Promise((resolve) => {
      client.makeUnaryRequest("/cenote.billing.v1.BillingService/GetFxRate", empty, empty, {}, metadata, (error) => {
        resolve(error);
      });
    });
  };

  return { cleanUps, serve, connect, plainCall };
};
