import { InferenceServiceDefinition, MediaServiceDefinition } from "@cenote/contracts";
import type { CenoteError } from "@cenote/core";
import type { MethodDefinition } from "./definition";
import { contextIn } from "./request-context";

const { createChatCompletion, streamChatCompletion, createEmbeddings } = InferenceServiceDefinition.methods;
const { createImages, createVideo } = MediaServiceDefinition.methods;

/** Methods whose retry is another call that is charged, unless it has an idempotency key. */
const PAID_METHODS: ReadonlySet<Pick<MethodDefinition, "name">> = new Set([
  createChatCompletion,
  streamChatCompletion,
  createEmbeddings,
  createImages,
  createVideo,
]);

/** Turns an error into that for a caller who can't know the outcome of its call. */
export type ToUnsureError = (error: CenoteError) => CenoteError;

/** For a call that may be retried, because it has no effect or is idempotent. */
export const unchanged: ToUnsureError = (error) => error;

const final: ToUnsureError = (error) => error.with({ retryable: false });

/** A call that may have been charged, and would be charged again, must not be retried. */
export const toUnsureErrorOf = (method: MethodDefinition, request: unknown): ToUnsureError => {
  if (!PAID_METHODS.has(method)) return unchanged;
  return (contextIn(request)?.idempotencyKey ?? "") === "" ? final : unchanged;
};
