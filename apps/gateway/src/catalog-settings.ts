import type { CatalogSource } from "@cenote/catalog";
import type { GatewaySettings } from "./settings";

const MEBIBYTE = 1024 * 1024;

/** What `cenote.yaml` says of the gateway, read anew at each request. */
export const catalogSettings = (catalog: CatalogSource): GatewaySettings => ({
  publicUrl: () => catalog.current().publicUrl,
  bodyLimitBytes: () => catalog.current().limits.bodyMib * MEBIBYTE,
  graphql: () => catalog.current().graphql,
  corsOrigins: () => catalog.current().corsOrigins,
  trustedProxies: () => catalog.current().trustedProxies,
});
