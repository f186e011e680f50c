import { type CatalogSource, type ProviderKind, simulatedSource } from "@cenote/catalog";
import type { BillingService, InferenceService } from "@cenote/contracts";
import type { Clock, Ids, Log } from "@cenote/core";
import { FAMILIES, createHttp, createProviderClient, createTokenCounter } from "@cenote/providers";
import type { CallScope } from "./call-scope";
import { checkProviders } from "./catalog-check";
import { createCandidateFinder } from "./routing/candidates";
import { createInferenceService } from "./service";

export interface InferenceOptions {
  readonly catalog: CatalogSource;
  /** In this process or behind gRPC: inference can't tell. */
  readonly billing: BillingService;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  /** Sends every provider's calls to the upstream simulator at this address. */
  readonly simulatorUrl?: string;
}

export interface Inference {
  readonly service: InferenceService;
  /** Closes the connections to providers. */
  close(): Promise<void>;
}

/** Puts inference together: the one place where its parts meet. Throws where the catalog holds quirks no family knows. */
export const createInference = ({ catalog, billing, clock, ids, log, simulatorUrl }: InferenceOptions): Inference => {
  const mistakes = checkProviders(catalog.current());
  if (mistakes.length > 0) throw new Error(`the configuration has mistakes:\n${mistakes.map((mistake) => `  ${mistake}`).join("\n")}`);
  const stopChecking = catalog.onChange((changed) => {
    for (const mistake of checkProviders(changed)) log.error({ mistake }, "the configuration has a quirk that is passed over");
  });
  const http = createHttp();
  const clients = new Map([...FAMILIES].map(([kind, family]) => [kind as ProviderKind, createProviderClient(family, { http, clock, log })]));
  const scope: CallScope = {
    catalog: simulatorUrl === undefined ? catalog : simulatedSource(catalog, simulatorUrl),
    billing, candidatesOf: createCandidateFinder(), clients, counter: createTokenCounter(), clock, ids, log,
  };
  return {
    service: createInferenceService(scope, { simulated: simulatorUrl !== undefined }),
    async close() {
      stopChecking();
      await http.close();
    },
  };
};
