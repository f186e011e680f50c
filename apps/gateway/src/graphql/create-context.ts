import type { BillingService, InferenceService, MediaService } from "@cenote/contracts";
import type { CenoteError, Ids } from "@cenote/core";
import type { Generations } from "../generations/generations";
import type { ModelDirectory } from "../models/directory";
import type { Caller } from "../server/calls/caller";
import type { Balances } from "./balance/balances";
import type { GraphqlContext } from "./context";
import { createLoaders } from "./loaders";

export interface ContextParts {
  readonly billing: BillingService;
  readonly inference: InferenceService;
  readonly media: MediaService;
  readonly directory: ModelDirectory;
  readonly balances: Balances;
  readonly generations: Generations;
  readonly ids: Ids;
}

export interface OperationFacts {
  readonly caller: Caller;
  readonly requestId: string;
  readonly signal: AbortSignal;
  readonly report: (error: CenoteError) => void;
}

/** The context of one operation. */
export const createContext = ({ ids, ...services }: ContextParts, facts: OperationFacts): GraphqlContext => {
  let isFirst = true;
  return {
    ...services,
    ...facts,
    loaders: createLoaders(services.billing, facts.caller.organizationId),
    nextCallId() {
      const id = isFirst ? facts.requestId : ids.requestId();
      isFirst = false;
      return id;
    },
  };
};
