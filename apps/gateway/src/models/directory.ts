import { type BillingService, type InferenceService, type Model, type PriceLine, UsageUnit } from "@cenote/contracts";
import type { Clock } from "@cenote/core";

/** A model that can be called now, with what its caller pays. */
export interface ListedModel {
  readonly model: Model;
  readonly prices: readonly PriceLine[];
}

export interface ModelList {
  /** In the order of the catalog. */
  readonly models: readonly ListedModel[];
  /** The upstream simulator stands in for every provider. */
  readonly simulated: boolean;
  readonly find: (id: string) => ListedModel | undefined;
  /** Whether a model of the catalog is not listed: no provider of it is configured, or it was shut down. */
  readonly isUnserved: (id: string) => boolean;
}

/** Models joined with their prices, asked for once for all callers within a short time. */
export interface ModelDirectory {
  list(): Promise<ModelList>;
}

export interface ModelDirectoryOptions {
  readonly inference: Pick<InferenceService, "listModels">;
  readonly billing: Pick<BillingService, "listPrices">;
  readonly clock: Clock;
  readonly maxAgeMs: number;
}

/** A price list has the price of an image to edit whether or not a route that edits can be called. */
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
      // A failure reaches those who wait for it; the next caller asks again.
      entry.list.catch(() => {
        if (kept === entry) kept = undefined;
      });
      return entry.list;
    },
  };
};
