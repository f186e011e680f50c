import type { GraphqlSettings } from "./graphql/apollo";

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
