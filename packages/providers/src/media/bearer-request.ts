import type { Target, WireRequest } from "../target";

export interface BearerCall {
  readonly method: WireRequest["method"];
  /** Below the base URL, with its slash. */
  readonly path: string;
  readonly body?: object;
  /** Further headers of the protocol. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request of those protocols that take our key as a bearer token and JSON alone. */
export const bearerRequest = (
  { baseUrl, apiKey, headers }: Target,
  { method, path, body, headers: protocolHeaders }: BearerCall,
): WireRequest => ({
  method,
  url: `${baseUrl}${path}`,
  headers: {
    accept: "application/json",
    "accept-encoding": "identity",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...protocolHeaders,
    ...headers,
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});
