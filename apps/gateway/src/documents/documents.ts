import type { BillingService, InferenceService, MediaService } from "@cenote/contracts";
import { CenoteError, createRandomIds, silentLog, systemClock } from "@cenote/core";
import { createMetrics } from "@cenote/runtime";
import { composeGateway } from "../compose";
import { createSchema } from "../graphql/schema";
import { schemaText } from "../graphql/schema-text";
import type { GatewaySettings } from "../settings";
import { errorsDocument } from "./errors-document";

/** Documents of the public surface by their path in the tree. */
export type Documents = ReadonlyMap<string, string>;

/** Settings that are never asked for, since no request comes. */
const settings: GatewaySettings = {
  bodyLimitBytes: () => 0,
  publicUrl: () => "",
  corsOrigins: () => [],
  trustedProxies: () => [],
  graphql: () => ({ introspection: true, landingPage: false }),
};

/** Services that are never called: describing the public surface needs none. */
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

/** Every document that is kept in the tree and made from the code. */
export const createDocuments = async (): Promise<Documents> =>
  new Map([
    ["openapi.json", await openApiDocument()],
    ["schema.graphql", schemaText(createSchema())],
    ["docs/errors.md", errorsDocument()],
  ]);
