import type { BillingService, InferenceService, MediaService } from "@cenote/contracts";
import { CenoteError, createRandomIds, silentLog, systemClock } from "@cenote/core";
import { createMetrics } from "@cenote/runtime";
import { composeGateway } from "../compose";
import { createSchema } from "../graphql/schema";
import { schemaText } from "../graphql/schema-text";
import type { GatewaySettings } from "../settings";
import { errorsDocument } from "./errors-document";

/** Documents of the public APIs, by their path in the tree. */
export type Documents = ReadonlyMap<string, string>;

/** Placeholder settings: there are no requests that would read them. */
const settings: GatewaySettings = {
  bodyLimitBytes: () => 0,
  publicUrl: () => "",
  corsOrigins: () => [],
  trustedProxies: () => [],
  graphql: () => ({ introspection: true, landingPage: false }),
};

/** Placeholder services: creating the documents calls none. */
const nowhere = new Proxy({}, { get: () => () => Promise.reject(new CenoteError("overloaded")) }) as BillingService &
  InferenceService &
  MediaService;

const openApiDocument = async (): Promise<string> => {
  const { server, graphql } = await composeGateway({
    billing: nowhere,
    inference: nowhere,
    media: nowhere,
    files: { kind: "folder", path: "" },
    settings,
    clock: systemClock,
    ids: createRandomIds(),
    log: silentLog,
    host: "127.0.0.1",
    port: 0,
    metrics: createMetrics({ runtime: false }),
  });
  const text = `${JSON.stringify(server.swagger(), null, 2)}\n`;
  await server.close();
  await graphql.stop();
  return text;
};

/** All documents in the tree that are generated from the gateway's code. */
export const createDocuments = async (): Promise<Documents> =>
  new Map([
    ["openapi.json", await openApiDocument()],
    ["schema.graphql", schemaText(createSchema())],
    ["docs/errors.md", errorsDocument()],
  ]);
