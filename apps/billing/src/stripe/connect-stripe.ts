import { createProxiedAgents } from "@cenote/proxies";
import type Stripe from "stripe";
import type { StripeAccount } from "./stripe-account";

/** Timeout of one attempt; stripe-checkouts has one for the whole operation. */
const TIMEOUT_MS = 5_000;
const RETRIES = 1;
const HTTP_PORT = 80;
const HTTPS_PORT = 443;

/** Loads the SDK, which most processes never need. */
export const connectStripe = ({ secretKey, apiUrl, proxies }: StripeAccount): Stripe => {
  const Sdk = require("stripe") as typeof Stripe;
  const agents = proxies === undefined ? undefined : createProxiedAgents(proxies);
  const options = { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false };
  if (apiUrl === undefined)
    return new Sdk(secretKey, { ...options, ...(agents !== undefined && { httpAgent: agents.https }) });
  const { protocol, hostname, port, pathname } = new URL(apiUrl);
  const isSecure = protocol === "https:";
  const client = Sdk.createNodeHttpClient(isSecure ? agents?.https : agents?.http);
  return new Sdk(secretKey, {
    ...options,
    protocol: isSecure ? "https" : "http",
    host: hostname,
    port: port === "" ? (isSecure ? HTTPS_PORT : HTTP_PORT) : port,
    httpClient: pathname === "/" ? client : below(client, pathname),
  });
};

/** The same client for an API whose paths begin with `prefix`. */
const below = (client: Stripe.HttpClient, prefix: string): Stripe.HttpClient => ({
  getClientName: () => client.getClientName(),
  makeRequest: (host, port, path, ...others) => client.makeRequest(host, port, `${prefix}${path}`, ...others),
});
