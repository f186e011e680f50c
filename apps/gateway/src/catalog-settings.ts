import type { CatalogSource } from "@cenote/catalog";
import type { GatewaySettings } from "./settings";

const MEBIBYTE = 1024 * 1024;

/** The gateway's settings in `cenote.yaml`, read again at each request. */
export const catalogSettings = (catalog: CatalogSource): GatewaySettings => ({
  publicUrl: () => catalog.current().publicUrl,
  bodyLimitBytes: () => catalog.current().limits.bodyMib * MEBIBYTE,
  graphql: () => catalog.current().graphql,
  corsOrigins: () => catalog.current().corsOrigins,
  trustedProxies: () => catalog.current().trustedProxies,
});
