import { type Environment, readEnvironment } from "./environment";
import { optionalVariable } from "./environment-variable";

const CALLBACK_ORIGINS = optionalVariable({
  name: "CENOTE_CALLBACK_ORIGINS",
  pattern: /^https?:\/\/[^/\s,]+(,https?:\/\/[^/\s,]+)*$/,
  expected: "origins such as http://10.0.0.7:8000, separated by commas",
  about: "Private origins that callbacks of video jobs and balance alerts may go to",
});

/** @returns Origins callbacks may go to though they are private. Throws EnvironmentError. */
export const readCallbackOrigins = (env: Environment): readonly string[] =>
  (readEnvironment({ origins: CALLBACK_ORIGINS }, env).origins?.split(",") ?? []).map(
    (origin) => new URL(origin).origin,
  );
