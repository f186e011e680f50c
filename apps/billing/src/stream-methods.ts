import { type BillingService, BillingServiceDefinition } from "@cenote/contracts";

/** The methods that answer with a stream. */
export const STREAM_METHODS = Object.entries(BillingServiceDefinition.methods)
  .filter(([, { responseStream }]) => responseStream)
  .map(([name]) => name as keyof BillingService);
