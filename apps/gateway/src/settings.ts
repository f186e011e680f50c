import type { GraphqlSettings } from "./graphql/apollo";

/** Settings that may change while the gateway runs. They are read at each request. */
export interface GatewaySettings {
  /** Largest body of a request. */
  readonly bodyLimitBytes: () => number;
  /** Address at which callers reach the gateway. */
  readonly publicUrl: () => string;
  /** Origins whose pages may call the API over HTTP. */
  readonly corsOrigins: () => readonly string[];
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: () => readonly string[];
  readonly graphql: () => GraphqlSettings;
}
