import type { CenoteError } from "@cenote/core";
import { toCallError } from "../routing/call-error";
import type { PaidCall } from "./paid-call";

/**
 * The error to tell for a failed call. A refused hold aborts the provider's call, so then the refusal is the reason;
 * all else is what it says.
 */
export const refusalOr = (paid: PaidCall, failure: unknown, options: { readonly contentSent?: boolean } = {}): CenoteError =>
  paid.refusal ?? toCallError(failure, options);
