import { malformed } from "../answers/answer-failures";
import { ProviderError } from "../provider-error";
import type { Target } from "../target";
import { queueUrl } from "./request";

/** Where a job of the queue is asked for, as its submit answer told it; as JSON it is the job's opaque handle. */
export interface FalHandle {
  readonly statusUrl: string;
  readonly responseUrl: string;
  readonly cancelUrl: string;
  /** The job is over and its result is being asked for. */
  readonly over?: boolean;
  /** What the status said about a failure. */
  readonly failure?: string;
}

/** Three of these are the handle, which is stored with the job. */
const MAX_ADDRESS_CHARACTERS = 2_048;

/**
 * Throws ProviderError `malformed` where an address lies outside of the queue, since our key goes nowhere else, or is
 * longer than any of a queue.
 */
export const checkedHandle = (handle: FalHandle, target: Target): FalHandle => {
  const { origin } = new URL(queueUrl(target));
  for (const url of [handle.statusUrl, handle.responseUrl, handle.cancelUrl]) {
    if (url.length > MAX_ADDRESS_CHARACTERS)
      throw malformed(`The provider's queue names an address of more than ${MAX_ADDRESS_CHARACTERS} characters.`);
    if (URL.parse(url)?.origin !== origin)
      throw new ProviderError({
        kind: "malformed",
        origin,
        message: "The provider's queue names an address outside of its own.",
      });
  }
  return handle;
};

const changed = (handle: FalHandle, change: (url: string) => string): FalHandle => ({
  ...handle,
  statusUrl: change(handle.statusUrl),
  responseUrl: change(handle.responseUrl),
  cancelUrl: change(handle.cancelUrl),
});

/**
 * Addresses are kept from the queue's own on: what the configuration calls the provider may change while the job is
 * made.
 */
export const formatHandle = (handle: FalHandle, target: Target): string => {
  const queue = queueUrl(target);
  return JSON.stringify(changed(handle, (url) => (url.startsWith(`${queue}/`) ? url.slice(queue.length) : url)));
};

/** Checks again: the handle was stored, and the catalog may have changed since. */
export const parseHandle = (text: string, target: Target): FalHandle => {
  const queue = queueUrl(target);
  return checkedHandle(
    changed(JSON.parse(text) as FalHandle, (url) => (url.startsWith("/") ? `${queue}${url}` : url)),
    target,
  );
};
