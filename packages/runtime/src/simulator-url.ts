import { optionalVariable } from "./environment-variable";

/** For the processes that call providers. */
export const SIMULATOR_URL = optionalVariable({
  name: "CENOTE_SIMULATOR_URL",
  pattern: /^http:\/\/\S+[^/]$/,
  expected: "a URL without a slash at the end",
  about: "Upstream simulator that stands in for every provider",
});
