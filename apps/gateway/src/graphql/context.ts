import type { BillingService } from "@cenote/contracts";
import type { CenoteError } from "@cenote/core";
import type { ModelDirectory } from "../models/directory";
import type { Caller } from "../server/call";

/** What resolvers work with. A `type`, because the subscription server asks for one. */
export type GraphqlContext = {
  readonly caller: Caller;
  readonly billing: BillingService;
  readonly directory: ModelDirectory;
  /** Remembers and logs what went wrong. */
  report(error: CenoteError): void;
};
