import { startOfDay } from "@cenote/core";
import { timeoutsOver } from "./build-settings";
import { chatPrices, embeddingPrices, imagePrices, videoPrices } from "./build-price";
import { type CheckQuirks, reportQuirks } from "./check-quirks";
import { DEFAULT_TYPICAL_OUTPUT_TOKENS } from "./default-settings";
import { findProvider } from "./find-provider";
import type { Part } from "./part";
import type { RawChatModel, RawImageModel, RawModel, RawRoute, RawVideoModel } from "./schema";
import type { Model, Price, Provider, Route, Timeouts } from "./types";

export interface ModelContext {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly timeouts: Timeouts;
  /** Where a row does not say. */
  readonly unsupported: Model["unsupported"];
  readonly nowMs: number;
  readonly checkQuirks: CheckQuirks;
}

export const buildModel = (part: Part<RawModel>, context: ModelContext): Model => {
  const { raw } = part;
  const routes = raw.routes.map((route, index) =>
    buildRoute(
      { raw: { until: raw.until, ...route }, path: [...part.path, "routes", index], source: part.source },
      timeoutsOver(context.timeouts, raw.timeouts),
      context,
    ),
  );
  const ended = routes.filter(({ until }) => until !== undefined && context.nowMs >= startOfDay(until));
  return {
    ...NO_FIELDS,
    ...fieldsOf(part, context.nowMs),
    id: raw.id,
    type: raw.type,
    created: secondsOf(raw.created ?? raw.price_usd.date),
    routes: routes.filter((route) => !ended.includes(route)),
    endedRoutes: ended.length === 0 ? undefined : ended,
    unsupported: raw.unsupported ?? context.unsupported,
  };
};

const secondsOf = (day: string | undefined): number => (day === undefined ? 0 : startOfDay(day) / 1_000);

type Fields = Omit<Model, "id" | "type" | "created" | "routes" | "endedRoutes" | "unsupported">;

const NO_FIELDS: Omit<Fields, "prices"> = {
  contextTokens: undefined,
  maxOutputTokens: undefined,
  typicalOutputTokens: 0,
  capabilities: new Set(),
  dimensions: undefined,
  defaultDurationS: undefined,
  maxDurationS: undefined,
  durationsS: [],
  audio: undefined,
  sizes: [],
};

const fieldsOf = (part: Part<RawModel>, nowMs: number): Partial<Fields> & Pick<Fields, "prices"> => {
  const { raw, source } = part;
  const path = [...part.path, "price_usd"];
  switch (raw.type) {
    case "chat":
      return { ...chatFields({ ...part, raw }), prices: chatPrices({ raw: raw.price_usd, path, source }, nowMs) };
    case "embedding":
      return {
        contextTokens: raw.context_tokens,
        dimensions: raw.dimensions,
        prices: embeddingPrices({ raw: raw.price_usd, path, source }),
      };
    case "image":
      return imageFields({ ...part, raw }, imagePrices({ raw: raw.price_usd, path, source }));
    case "video":
      return { ...videoFields({ ...part, raw }), prices: videoPrices({ raw: raw.price_usd, path, source }) };
  }
};

const checkChatRow = ({ raw, path, source }: Part<RawChatModel>): void => {
  const { context_tokens: context, max_output_tokens: most, typical_output_tokens: typical } = raw;
  if (context !== undefined && most !== undefined && most > context)
    source.report([...path, "max_output_tokens"], "must not be above context_tokens");
  if (raw.window_tokens !== undefined && (context === undefined || raw.window_tokens < context))
    source.report([...path, "window_tokens"], "must not be below context_tokens");
  if (most !== undefined && typical !== undefined && typical > most)
    source.report([...path, "typical_output_tokens"], "must not be above max_output_tokens");
  if (raw.continue_on_cut === true && raw.capabilities?.includes("assistant_prefix") !== true)
    source.report([...path, "continue_on_cut"], "needs assistant_prefix among the capabilities");
  if (raw.image_tokens !== undefined && raw.image_tokens.low > raw.image_tokens.high)
    source.report([...path, "image_tokens", "low"], "must not be above image_tokens.high");
};

const chatFields = (part: Part<RawChatModel>): Partial<Fields> => {
  checkChatRow(part);
  const { raw } = part;
  const { max_output_tokens: most = Infinity, slow_start: slowStart } = raw;
  return {
    contextTokens: raw.context_tokens,
    maxOutputTokens: raw.max_output_tokens,
    typicalOutputTokens: raw.typical_output_tokens ?? Math.min(DEFAULT_TYPICAL_OUTPUT_TOKENS, most),
    capabilities: new Set(raw.capabilities),
    windowTokens: raw.window_tokens,
    imageTokens: raw.image_tokens,
    mayDrop: raw.may_drop,
    continueOnCut: raw.continue_on_cut,
    slowStart: slowStart && { characters: slowStart.characters, withinMs: slowStart.within_ms },
  };
};

/** A size without a price is reported now, not when it is asked for. */
const imageFields = (
  { raw, path, source }: Part<RawImageModel>,
  prices: readonly Price[],
): Pick<Fields, "sizes" | "prices"> => {
  const priced = new Set(prices.map(({ variant }) => variant.split("/", 1)[0] ?? ""));
  if (prices.length === 0) source.report([...path, "price_usd", "per_image"], "has no price");
  if (priced.has("")) return { sizes: raw.sizes ?? [], prices };
  raw.sizes?.forEach((size, index) => {
    if (!priced.has(size)) source.report([...path, "sizes", index], "has no price in price_usd.per_image");
  });
  return { sizes: raw.sizes ?? [...priced], prices };
};

const videoFields = ({ raw, path, source }: Part<RawVideoModel>): Partial<Fields> => {
  const { default_duration_s: usual, max_duration_s: longest } = raw;
  const durations = [...(raw.durations_s ?? [])].sort((a, b) => a - b);
  if (usual > longest) source.report([...path, "default_duration_s"], "must not be above max_duration_s");
  if (durations.length > 0 && !durations.includes(usual))
    source.report([...path, "default_duration_s"], "must be one of durations_s");
  raw.durations_s?.forEach((duration, index) => {
    if (duration > longest) source.report([...path, "durations_s", index], "must not be above max_duration_s");
  });
  return {
    defaultDurationS: usual,
    maxDurationS: longest,
    durationsS: durations,
    audio: raw.audio,
    aspectRatios: raw.aspect_ratios,
  };
};

const buildRoute = (
  part: Part<RawRoute>,
  timeouts: Timeouts,
  { providers, checkQuirks }: Pick<ModelContext, "providers" | "checkQuirks">,
): Route => {
  const { raw, path, source } = part;
  const provider = findProvider({ raw: raw.provider, path: [...path, "provider"], source }, providers);
  reportQuirks(part, provider?.kind, checkQuirks);
  return {
    provider: raw.provider,
    model: raw.model,
    weight: raw.weight,
    contextTokens: raw.context_tokens,
    timeouts: timeoutsOver(timeouts, raw.timeouts),
    quirks: raw.quirks && { ...provider?.quirks, ...raw.quirks },
    zdr: raw.zdr ?? provider?.zdr ?? false,
    until: raw.until,
  };
};
