import type { CenoteError, Ids } from "@cenote/core";
import type { Caller } from "../server/calls/caller";
import type { GraphqlContext, GraphqlSources } from "./context";
import { createLoaders } from "./loaders";

export interface OperationFacts {
  readonly caller: Caller;
  readonly requestId: string;
  readonly signal: AbortSignal;
  readonly report: (error: CenoteError) => void;
}

/** The context of one operation. */
export const createContext = (sources: GraphqlSources, ids: Ids, facts: OperationFacts): GraphqlContext => {
  let isFirst = true;
  return {
    ...sources,
    ...facts,
    loaders: createLoaders(sources.billing, facts.caller.organizationId),
    nextCallId() {
      const id = isFirst ? facts.requestId : ids.requestId();
      isFirst = false;
      return id;
    },
  };
};
