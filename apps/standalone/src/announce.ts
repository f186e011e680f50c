/** The data of the start-up message. */
export interface Started {
  readonly url: string;
  /** The MongoDB in use, in words. */
  readonly mongo: string;
  /** Providers with a usable key. */
  readonly liveProviders: readonly string[];
  readonly simulated: boolean;
  /** True if `CENOTE_SIMULATE` is on; false if only keys are missing. */
  readonly simulationAsked: boolean;
  /** The proxies in use, in words; absent without proxies. */
  readonly proxies?: string | undefined;
  readonly grpcAddress: string;
  /** An organization, as an argument of the `cenote` tool. */
  readonly organization: string;
}

const curlLines = (url: string, key: string, model: string): string[] => [
  `curl ${url}/v1/chat/completions \\`,
  `  -H "Authorization: Bearer ${key}" \\`,
  `  -H "Content-Type: application/json" \\`,
  `  -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello!"}]}'`,
];

export interface NewKey {
  readonly url: string;
  readonly key: string;
  /** Model for the example call. */
  readonly exampleModel: string | undefined;
}

/** The first key, and an example call with it. */
export const announceKey = ({ url, key, exampleModel }: NewKey): string[] => [
  "",
  "Organization `demo` was created with the free credit. Its API key, shown only this once:",
  "",
  `  ${key}`,
  "",
  ...(exampleModel === undefined
    ? []
    : ["Try it:", "", ...curlLines(url, key, exampleModel).map((line) => `  ${line}`), ""]),
];

const providersLine = ({ simulated, simulationAsked, liveProviders }: Started): string => {
  if (simulated && simulationAsked)
    return "providers  SIMULATED: CENOTE_SIMULATE is on, so the upstream simulator answers every call, and no provider key is used.";
  if (simulated)
    return "providers  SIMULATED: no provider key was found, so the upstream simulator answers every call. Set one (for example OPENAI_API_KEY) and start again.";
  return `providers  ${liveProviders.length === 0 ? "none: no provider has a key" : liveProviders.join(", ")}`;
};

/** Lines in order; the last one is `ready <address>`. */
export const announce = (started: Started): string[] => [
  `database   ${started.mongo}`,
  providersLine(started),
  ...(started.proxies === undefined || started.simulated
    ? []
    : [`proxy      providers are called with ${started.proxies}`]),
  `gRPC       ${started.grpcAddress}`,
  `dashboard  ${started.url}/dashboard`,
  `documents  ${started.url}/docs`,
  `API keys   npm run cenote -- key create ${started.organization}   (makes one more)`,
  `ready ${started.url}`,
];
