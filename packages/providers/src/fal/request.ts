import type { Target, WireRequest } from "../target";

const PUBLIC_ORIGIN = "https://fal.run";
const PUBLIC_QUEUE = "https://queue.fal.run";

/** Whether it is fal itself, which has one host for synchronous calls and one for its queue. Either stands for both. */
const isPublic = (baseUrl: string): boolean => baseUrl === PUBLIC_ORIGIN || baseUrl === PUBLIC_QUEUE;

/** The base URL of synchronous calls. */
export const callUrl = ({ baseUrl }: Target): string => (isPublic(baseUrl) ? PUBLIC_ORIGIN : baseUrl);

/** The base URL of the queue: its own host at fal, and a path below the base URL elsewhere. */
export const queueUrl = ({ baseUrl }: Target): string => (isPublic(baseUrl) ? PUBLIC_QUEUE : `${baseUrl}/queue`);

const toHeaders = ({ apiKey, headers }: Target): Record<string, string> => ({
  accept: "application/json",
  "accept-encoding": "identity",
  ...(apiKey === undefined ? {} : { authorization: `Key ${apiKey}` }),
  ...headers,
});

/** A request with our key. The caller must have checked `url`. */
export const toRequest = (method: WireRequest["method"], url: string, target: Target): WireRequest => ({
  method,
  url,
  headers: toHeaders(target),
});

export const toPost = (url: string, input: object, target: Target): WireRequest => ({
  method: "POST",
  url,
  headers: { "content-type": "application/json", ...toHeaders(target) },
  body: JSON.stringify(input),
});
