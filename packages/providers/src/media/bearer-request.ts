import type { Target, WireRequest } from "../target";

export interface BearerCall {
  readonly method: WireRequest["method"];
  /** Path below the base URL, with a leading slash. */
  readonly path: string;
  readonly body?: object;
  /** Additional headers of the protocol. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON request with our key as its bearer token. */
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
