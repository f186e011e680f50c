import { type BillingService, type InferenceService, type Model, type PriceLine, UsageUnit } from "@cenote/contracts";
import type { Clock } from "@cenote/core";

/** An available model and its prices, including markup. */
export interface ListedModel {
  readonly model: Model;
  readonly prices: readonly PriceLine[];
}

export interface ModelList {
  /** In the order of the catalog. */
  readonly models: readonly ListedModel[];
  /** Whether the upstream simulator replaces every provider. */
  readonly simulated: boolean;
  readonly find: (id: string) => ListedModel | undefined;
  /** Whether a model of the catalog is unavailable: none of its providers is configured, or it was shut down. */
  readonly isUnserved: (id: string) => boolean;
}

/** Models joined with their prices. They are cached for a short time, for all callers. */
export interface ModelDirectory {
  list(): Promise<ModelList>;
}

export interface ModelDirectoryOptions {
  readonly inference: Pick<InferenceService, "listModels">;
  readonly billing: Pick<BillingService, "listPrices">;
  readonly clock: Clock;
  readonly maxAgeMs: number;
}

/** Removes the price of an `input_image` if no available route edits: price lists have it in any case. */
const servedLines = ({ maxInputImages }: Model, lines: readonly PriceLine[] = []): readonly PriceLine[] =>
  maxInputImages === undefined ? lines.filter(({ unit }) => unit !== UsageUnit.USAGE_UNIT_INPUT_IMAGE) : lines;

export const createModelDirectory = ({
  inference,
  billing,
  clock,
  maxAgeMs,
}: ModelDirectoryOptions): ModelDirectory => {
  let kept: { readonly list: Promise<ModelList>; readonly fromMs: number } | undefined;

  const load = async (): Promise<ModelList> => {
    const [{ models, simulated }, { prices }] = await Promise.all([inference.listModels({}), billing.listPrices({})]);
    const linesOf = new Map(prices.map((price) => [price.model, price.lines]));
    const listed = models.map((model) => ({ model, prices: servedLines(model, linesOf.get(model.id)) }));
    const byId = new Map(listed.map((entry) => [entry.model.id, entry]));
    return {
      models: listed,
      simulated,
      find: (id) => byId.get(id),
      isUnserved: (id) => linesOf.has(id) && !byId.has(id),
    };
  };

  return {
    list() {
      const nowMs = clock.monotonicMs();
      if (kept !== undefined && nowMs - kept.fromMs < maxAgeMs) return kept.list;
      const entry = { list: load(), fromMs: nowMs };
      kept = entry;
      // Waiting callers get the failure. The next caller loads the list again.
      entry.list.catch(() => {
        if (kept === entry) kept = undefined;
      });
      return entry.list;
    },
  };
};
