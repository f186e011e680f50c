/** What a started system tells the person who started it. Pure. */
export interface Started {
  readonly url: string;
  /** Which MongoDB, for people. */
  readonly mongo: string;
  /** Providers with a usable key. */
  readonly liveProviders: readonly string[];
  readonly simulated: boolean;
  readonly grpcAddress: string;
  /** The key of the organization `demo`, on a first start alone. */
  readonly newKey: string | undefined;
  /** Model for the ready-made call. */
  readonly exampleModel: string | undefined;
}

const curlLines = (url: string, key: string, model: string): string[] => [
  `curl ${url}/v1/chat/completions \\`,
  `  -H "Authorization: Bearer ${key}" \\`,
  `  -H "Content-Type: application/json" \\`,
  `  -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello!"}]}'`,
];

const keyLines = ({ url, newKey, exampleModel }: Started): string[] => {
  if (newKey === undefined) return [];
  return [
    "",
    "Organization `demo` was created with the free credit. Its API key, shown only this once:",
    "",
    `  ${newKey}`,
    "",
    ...(exampleModel === undefined ? [] : ["Try it:", "", ...curlLines(url, newKey, exampleModel).map((line) => `  ${line}`), ""]),
  ];
};

/** Lines in order; the last one is `ready <address>`. */
export const announce = (started: Started): string[] => [
  `database   ${started.mongo}`,
  started.simulated
    ? "providers  SIMULATED: no provider key was found, so the upstream simulator answers every call. Set one (for example OPENAI_API_KEY) and start again."
    : `providers  ${started.liveProviders.length === 0 ? "none: no provider has a key" : started.liveProviders.join(", ")}`,
  `gRPC       ${started.grpcAddress}`,
  `documents  ${started.url}/docs`,
  ...keyLines(started),
  `ready ${started.url}`,
];
