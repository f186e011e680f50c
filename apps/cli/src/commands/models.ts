import { type ListModelsResponse, type Model, type ModelPrice, type PriceLine, UsageUnit } from "@cenote/contracts";
import type { Answer } from "../output/answer";
import { formatTable } from "../output/table";
import { formatTime } from "../output/time";
import { unitName } from "../output/unit-name";
import type { Register } from "./register";

export const registerModels: Register = (program, { ask }) => {
  program
    .command("models")
    .description("models with a usable route, and their prices")
    .action(() =>
      ask(async ({ billing, inference }) => {
        const [models, { prices }] = await Promise.all([inference.listModels({}), billing.listPrices({})]);
        return modelsAnswer(models, prices);
      }),
    );
};

/** A price list contains the price of an image to edit even if no route that edits can be called. */
const servedLines = ({ maxInputImages }: Model, lines: readonly PriceLine[] = []): readonly PriceLine[] =>
  maxInputImages === undefined ? lines.filter(({ unit }) => unit !== UsageUnit.USAGE_UNIT_INPUT_IMAGE) : lines;

const modelsAnswer = ({ models, simulated }: ListModelsResponse, prices: readonly ModelPrice[]): Answer => {
  const priced = new Map(prices.map(({ model, lines }) => [model, lines]));
  const linesOf = (model: Model) => servedLines(model, priced.get(model.id));
  const table = formatTable(
    models,
    [
      { title: "MODEL", cell: ({ id }) => id },
      { title: "TYPE", cell: ({ type }) => type },
      { title: "CONTEXT", align: "right", cell: ({ contextTokens }) => contextTokens?.toString() ?? "-" },
      { title: "UNTIL", cell: ({ shutdownDate }) => shutdownDate ?? "-" },
      { title: "CAPABILITIES", cell: ({ capabilities }) => capabilities.join(" ") },
      // The last column, because a model priced by size and quality has hundreds of characters here.
      { title: "PRICE USD", cell: (model) => linesOf(model).map(priceText).join(", ") },
    ],
    "no models with a usable route",
  );
  return {
    json: { models: models.map((model) => modelJson(model, linesOf(model))), simulated },
    text: simulated
      ? `${table}\nSimulated: no provider has a key, the upstream simulator answers for all of them.`
      : table,
  };
};

const modelJson = (model: Model, lines: readonly PriceLine[]) => ({
  id: model.id,
  type: model.type,
  created: model.created === 0n ? null : formatTime(new Date(Number(model.created) * 1_000)),
  context_tokens: model.contextTokens ?? null,
  max_output_tokens: model.maxOutputTokens ?? null,
  capabilities: model.capabilities,
  dimensions: model.dimensions ?? null,
  zdr: model.zdr,
  default_duration_s: model.defaultDurationS ?? null,
  max_duration_s: model.maxDurationS ?? null,
  durations_s: model.durationsS,
  audio: model.audio ?? null,
  takes_first_frame: model.takesFirstFrame ?? null,
  sizes: model.sizes,
  max_input_images: model.maxInputImages ?? null,
  takes_mask: model.takesMask ?? null,
  shutdown_date: model.shutdownDate ?? null,
  prices: lines.map(({ unit, variant, per, usd, mxn }) => ({
    unit: unitName(unit),
    variant,
    per: Number(per),
    usd,
    mxn,
  })),
});

const priceText = ({ unit, variant, per, usd }: PriceLine): string => {
  const quantity =
    per === 1n ? unitName(unit) : per === 1_000_000n ? `1M ${unitName(unit)}s` : `${per} ${unitName(unit)}s`;
  return `${usd}/${variant === "" ? quantity : `${quantity} ${variant}`}`;
};
