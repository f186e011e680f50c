import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT, textOf } from "./infra-file";

/** What an app's own files say about it, by the app's name. */

const configOf = (app: string): string => {
  const path = `apps/${app}/src/config.ts`;
  return existsSync(join(ROOT, path)) ? textOf(path) : "";
};

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/name: "([A-Z_]+)"/g)].map(([, name = ""]) => name);

/** Variables that an app reads. */
export const variablesOf = (app: string): ReadonlySet<string> => {
  const config = configOf(app);
  return new Set([
    ...namesIn(textOf("packages/runtime/src/cenote-environment.ts")),
    ...namesIn(config),
    ...(config.includes("PROBE_PORT") ? namesIn(textOf("packages/runtime/src/probe-server.ts")) : []),
    ...(config.includes("SIMULATOR_URL") ? namesIn(textOf("packages/runtime/src/simulator-url.ts")) : []),
    ...(/\breadCallbackOrigins\(/.test(`${config}${textOf(`apps/${app}/src/main.ts`)}`)
      ? namesIn(textOf("packages/runtime/src/callback-origins.ts"))
      : []),
    ...(/\breadStripeSettings\(/.test(`${config}${textOf(`apps/${app}/src/main.ts`)}`)
      ? namesIn(textOf("apps/billing/src/stripe/stripe-account.ts"))
      : []),
    ...(/\breadProxies\(/.test(`${config}${textOf(`apps/${app}/src/main.ts`)}`)
      ? namesIn(textOf("packages/runtime/src/proxy-environment.ts"))
      : []),
  ]);
};

/** Variables that an app requires to start. */
export const variablesNeededBy = (app: string): readonly string[] => {
  const config = configOf(app);
  return [
    ...[...config.matchAll(/addressVariable\(\{ name: "([A-Z_]+)"/g)].map(([, name = ""]) => name),
    ...(config.includes("mongodbUri: MONGODB_URI") ? ["MONGODB_URI"] : []),
  ];
};

/** Apps whose gRPC an app calls. */
export const calledBy = (app: string): readonly string[] =>
  [...variablesOf(app)].flatMap((name) => /^CENOTE_(\w+)_ADDRESS$/.exec(name)?.[1]?.toLowerCase() ?? []).sort();

/** How long an app may take to stop. */
export const stopLimitMs = (app: string): number => {
  const [, limit = ""] = /STOP_LIMIT_MS = ([\d_]+);/.exec(textOf(`apps/${app}/src/main.ts`)) ?? [];
  return Number.parseInt(limit.replaceAll("_", ""), 10);
};
