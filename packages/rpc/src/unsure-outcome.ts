import { type CallContext, InferenceServiceDefinition, MediaServiceDefinition } from "@cenote/contracts";
import type { CenoteError } from "@cenote/core";
import type { MethodDefinition } from "./definition";

const { createChatCompletion, streamChatCompletion, createEmbeddings } = InferenceServiceDefinition.methods;
const { createImages, createVideo } = MediaServiceDefinition.methods;

/** Sent again, each is another call that is charged, unless it has an idempotency key. */
const PAID_METHODS: ReadonlySet<Pick<MethodDefinition, "name">> = new Set([
  createChatCompletion,
  streamChatCompletion,
  createEmbeddings,
  createImages,
  createVideo,
]);

/** The error for a caller that can't know what became of its call. */
export type UnsureError = (error: CenoteError) => CenoteError;

/** For a call that may be sent again: it had no effect, or has none the second time. */
export const unchanged: UnsureError = (error) => error;

const final: UnsureError = (error) => error.with({ retryable: false });

/** A call that may have been charged, and would be charged again, is not to be sent again. */
export const unsureErrorOf = (method: MethodDefinition, request: unknown): UnsureError => {
  if (!PAID_METHODS.has(method)) return unchanged;
  const { context } = request as { readonly context?: CallContext };
  return (context?.idempotencyKey ?? "") === "" ? final : unchanged;
};
