import type { GraphqlSettings } from "./graphql/apollo";
import { DEFAULT_LIMITS } from "./limits";

/** What may change while the gateway runs: asked for at each request. */
export interface GatewaySettings {
  /** Largest body of a request. */
  readonly bodyLimitBytes: () => number;
  /** Address at which callers reach it. */
  readonly publicUrl: () => string;
  /** Origins whose pages may call the API over HTTP. */
  readonly corsOrigins: () => readonly string[];
  /** Proxies whose word on a caller's address counts. */
  readonly trustedProxies: () => readonly string[];
  readonly graphql: () => GraphqlSettings;
}

const NONE: readonly string[] = [];
const GRAPHQL: GraphqlSettings = { introspection: true, landingPage: false };

export const DEFAULT_SETTINGS: GatewaySettings = {
  bodyLimitBytes: DEFAULT_LIMITS.bodyBytes,
  publicUrl: () => "http://127.0.0.1",
  corsOrigins: () => NONE,
  trustedProxies: () => NONE,
  graphql: () => GRAPHQL,
};
