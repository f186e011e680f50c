import { malformed } from "../answers/answer-failures";
import { ProviderError } from "../provider-error";
import type { Target } from "../target";
import { queueUrl } from "./request";

/** The addresses of a job, from the answer to its submission. As JSON this is the job's opaque handle. */
export interface FalHandle {
  readonly statusUrl: string;
  readonly responseUrl: string;
  readonly cancelUrl: string;
  /** Whether the job has ended, and its result is being requested. */
  readonly over?: boolean;
  /** The failure that the status reported. */
  readonly failure?: string;
}

/** A handle has three addresses and is stored with the job. */
const MAX_ADDRESS_CHARACTERS = 2_048;

/**
 * Throws ProviderError `malformed` if an address is too long or outside the queue's origin, the only one to which our key
 * may be sent.
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
 * Stores addresses relative to the queue's URL, because the configured base URL may change before the job has ended.
 */
export const formatHandle = (handle: FalHandle, target: Target): string => {
  const queue = queueUrl(target);
  return JSON.stringify(changed(handle, (url) => (url.startsWith(`${queue}/`) ? url.slice(queue.length) : url)));
};

/** Checks the addresses again, because the catalog may have changed since the handle was stored. */
export const parseHandle = (text: string, target: Target): FalHandle => {
  const queue = queueUrl(target);
  return checkedHandle(
    changed(JSON.parse(text) as FalHandle, (url) => (url.startsWith("/") ? `${queue}${url}` : url)),
    target,
  );
};
