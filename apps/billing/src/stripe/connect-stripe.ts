import { createProxiedAgents } from "@cenote/proxies";
import type Stripe from "stripe";
import type { StripeAccount } from "./stripe-account";

const TIMEOUT_MS = 10_000;
const RETRIES = 2;

/** Loads the SDK, which most processes never need. */
export const connectStripe = ({ secretKey, simulatorUrl, proxies }: StripeAccount): Stripe => {
  const Sdk = require("stripe") as typeof Stripe;
  const agents = proxies === undefined ? undefined : createProxiedAgents(proxies);
  const options = { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false };
  if (simulatorUrl === undefined)
    return new Sdk(secretKey, { ...options, ...(agents !== undefined && { httpAgent: agents.https }) });
  const { hostname, port } = new URL(simulatorUrl);
  return new Sdk(secretKey, {
    ...options,
    protocol: "http",
    host: hostname,
    port,
    httpClient: below(Sdk.createNodeHttpClient(), "/stripe"),
  });
};

/** The same client for an API whose paths begin with `prefix`. */
const below = (client: Stripe.HttpClient, prefix: string): Stripe.HttpClient => ({
  getClientName: () => client.getClientName(),
  makeRequest: (host, port, path, ...others) => client.makeRequest(host, port, `${prefix}${path}`, ...others),
});
