import { type Environment, readEnvironment } from "./environment";
import { addressVariable, type EnvironmentVariable, optionalVariable } from "./environment-variable";

/** Required by a service in its own process. Its form is validated with the variables of the whole system. */
export const MONGODB_URI: EnvironmentVariable<string> = {
  name: "MONGODB_URI",
  about: "The database: a service that is its own process starts none",
  fallback: "",
  isNeeded: true,
  parse: (text) => text,
};

/** For the processes that call billing. */
export const BILLING_ADDRESS = addressVariable({
  name: "CENOTE_BILLING_ADDRESS",
  about: "Where billing answers gRPC",
});

/** For the processes that call providers. */
export const SIMULATOR_URL = optionalVariable({
  name: "CENOTE_SIMULATOR_URL",
  pattern: /^http:\/\/\S+[^/]$/,
  expected: "a URL without a slash at the end",
  about: "Upstream simulator that stands in for every provider",
});

const CALLBACK_ORIGINS = optionalVariable({
  name: "CENOTE_CALLBACK_ORIGINS",
  pattern: /^https?:\/\/[^/\s,]+(,https?:\/\/[^/\s,]+)*$/,
  expected: "origins such as http://10.0.0.7:8000, separated by commas",
  about: "Private origins that callbacks of video jobs and balance alerts may go to",
});

/** @returns Private origins that callbacks may go to. Throws EnvironmentError. */
export const readCallbackOrigins = (env: Environment): readonly string[] =>
  (readEnvironment({ origins: CALLBACK_ORIGINS }, env).origins?.split(",") ?? []).map(
    (origin) => new URL(origin).origin,
  );
