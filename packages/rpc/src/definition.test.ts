import {
  type BillingService,
  BillingServiceDefinition,
  type InferenceService,
  InferenceServiceDefinition,
  MediaServiceDefinition,
} from "@cenote/contracts";
import { silentLog } from "@cenote/core";
import { methodPath, type ServiceDefinition } from "./definition";
import { createGrpcClient } from "./grpc-client";
import { inProcess } from "./in-process";

describe("definitions", () => {
  const definitions: ServiceDefinition[] = [
    BillingServiceDefinition,
    InferenceServiceDefinition,
    MediaServiceDefinition,
  ];

  test.each(definitions)("$fullName has neither client streams nor two methods of one name", (definition) => {
    const methods = Object.values(definition.methods);
    expect(methods.filter(({ requestStream }) => requestStream)).toEqual([]);
    expect(new Set(methods.map((method) => methodPath(definition, method))).size).toBe(methods.length);
  });

  test("the compiler rejects a service with another service's definition", () => {
    const inference = {} as InferenceService;
    // @ts-expect-error -- another service's definition
    inProcess<InferenceService>(BillingServiceDefinition, inference, { log: silentLog });
    // @ts-expect-error -- another service's definition
    createGrpcClient<BillingService>(InferenceServiceDefinition, {
      address: "127.0.0.1:1",
      token: "t",
      deadlineMs: 1,
    }).close();
    expect(inProcess(InferenceServiceDefinition, inference, { log: silentLog })).toHaveProperty("listModels");
  });
});
