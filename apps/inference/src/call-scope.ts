import type { HoldRenewals } from "@cenote/calls";
import type { CatalogSource, ProviderKind } from "@cenote/catalog";
import type { BillingService } from "@cenote/contracts";
import type { Background, Clock, Ids, Log } from "@cenote/core";
import type { ProviderClient, TokenCounter } from "@cenote/providers";
import type { CandidateFinder, Router } from "@cenote/routing";
import type { LeftAnswers } from "./chat/left-answers";
import type { LongAnswers } from "./chat/long-answers";

/** The dependencies of every call. */
export interface CallScope {
  readonly catalog: CatalogSource;
  readonly billing: BillingService;
  readonly candidatesOf: CandidateFinder;
  readonly router: Router;
  readonly clients: ReadonlyMap<ProviderKind, ProviderClient>;
  readonly counter: TokenCounter;
  readonly renewals: HoldRenewals;
  readonly longAnswers: LongAnswers;
  readonly leftAnswers: LeftAnswers;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly background: Background;
}

export const clientOf = (scope: CallScope, kind: ProviderKind): ProviderClient => {
  const client = scope.clients.get(kind);
  if (client === undefined) throw new Error(`no client for providers of kind ${kind}`);
  return client;
};
