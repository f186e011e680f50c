import type { ProxySettings } from "@cenote/proxies";
import { type Environment, EnvironmentError, optionalVariable, readEnvironment } from "@cenote/runtime";

/** The Stripe account where organizations pay in, or its simulator. */
export interface StripeAccount {
  readonly secretKey: string;
  /** Undefined: no events are received. */
  readonly webhookSecret: string | undefined;
  /** URL of the simulator of Stripe's API, without a trailing slash. */
  readonly apiUrl: string | undefined;
  readonly proxies: ProxySettings | undefined;
}

export interface StripeSettings {
  readonly secretKey: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly apiUrl: string | undefined;
}

const VARIABLES = {
  secretKey: optionalVariable({
    name: "STRIPE_SECRET_KEY",
    pattern: /^(sk|rk)_\S+$/,
    expected: "a secret or restricted key of Stripe, sk_... or rk_...",
    about: "Key of the Stripe account where organizations pay in",
  }),
  webhookSecret: optionalVariable({
    name: "STRIPE_WEBHOOK_SECRET",
    pattern: /^whsec_\S+$/,
    expected: "the signing secret of a webhook endpoint of Stripe, whsec_...",
    about: "Signing secret of the webhook endpoint in the Stripe account that leads to POST /webhooks/stripe",
  }),
  apiUrl: optionalVariable({
    name: "STRIPE_API_URL",
    pattern: /^https?:\/\/\S+[^/]$/,
    expected: "a URL without a slash at the end",
    about: "What stands in for https://api.stripe.com",
  }),
} as const;

/** The key that the simulator accepts. */
const SIMULATED_KEY = "sk_test_simulated";

/** Throws EnvironmentError. */
export const readStripeSettings = (env: Environment): StripeSettings => {
  const settings = readEnvironment(VARIABLES, env);
  if (settings.apiUrl !== undefined && settings.secretKey === undefined)
    throw new EnvironmentError(["STRIPE_API_URL is set, but not STRIPE_SECRET_KEY: nothing would be asked there"]);
  return settings;
};

/** The account from the environment; without a key, the simulator. @returns Undefined without both: no top-ups. */
export const stripeAccount = (
  { secretKey, webhookSecret, apiUrl }: StripeSettings,
  { simulatorUrl, proxies }: { readonly simulatorUrl: string | undefined; readonly proxies: ProxySettings | undefined },
): StripeAccount | undefined => {
  if (secretKey !== undefined) return { secretKey, webhookSecret, apiUrl, proxies };
  if (simulatorUrl === undefined) return undefined;
  return { secretKey: SIMULATED_KEY, webhookSecret, apiUrl: `${simulatorUrl}/stripe`, proxies: undefined };
};
