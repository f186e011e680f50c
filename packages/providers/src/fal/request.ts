import type { Target, WireRequest } from "../target";

const PUBLIC_ORIGIN = "https://fal.run";
const PUBLIC_QUEUE = "https://queue.fal.run";

/** Whether it is fal itself, which has a host for calls that wait and one for its queue: either names both. */
const isPublic = (baseUrl: string): boolean => baseUrl === PUBLIC_ORIGIN || baseUrl === PUBLIC_QUEUE;

/** Where calls wait for their answer. */
export const callUrl = ({ baseUrl }: Target): string => (isPublic(baseUrl) ? PUBLIC_ORIGIN : baseUrl);

/** Where jobs are queued: fal's own queue has a host of its own, anywhere else it stands below the base URL. */
export const queueUrl = ({ baseUrl }: Target): string => (isPublic(baseUrl) ? PUBLIC_QUEUE : `${baseUrl}/queue`);

const toHeaders = ({ apiKey, headers }: Target): Record<string, string> => ({
  accept: "application/json",
  "accept-encoding": "identity",
  ...(apiKey === undefined ? {} : { authorization: `Key ${apiKey}` }),
  ...headers,
});

/** A request with our key: `url` is the caller's to have checked. */
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
