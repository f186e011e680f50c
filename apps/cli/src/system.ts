import type { BillingService, InferenceService } from "@cenote/contracts";

/** The running system, as the tool sees it. */
export interface System {
  readonly billing: BillingService;
  readonly inference: InferenceService;
  close(): void;
}
