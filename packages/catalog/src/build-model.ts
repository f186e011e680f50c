import { startOfDay } from "@cenote/core";
import { timeoutsOver } from "./build-settings";
import { chatPrices, embeddingPrices, imagePrices, inputImagePrices, videoPrices } from "./build-price";
import { DEFAULT_TYPICAL_OUTPUT_TOKENS } from "./default-settings";
import { findProvider } from "./find-provider";
import { type Part, partAt } from "./part";
import { reportQuirks, type RouteChecks } from "./route-checks";
import type { RawChatModel, RawEmbeddingModel, RawImageModel, RawModel, RawRoute, RawVideoModel } from "./schema";
import type {
  ChatModel,
  EmbeddingModel,
  ImageModel,
  Model,
  ModelCommon,
  Provider,
  Route,
  Timeouts,
  VideoModel,
} from "./types";

export interface ModelContext {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly timeouts: Timeouts;
  /** Default for rows without the field. */
  readonly unsupported: ChatModel["unsupported"];
  readonly nowMs: number;
  readonly routeChecks: RouteChecks;
}

export const buildModel = ({ raw, path, source }: Part<RawModel>, context: ModelContext): Model => {
  switch (raw.type) {
    case "chat":
      return buildChat({ raw, path, source }, context);
    case "embedding":
      return buildEmbedding({ raw, path, source }, context);
    case "image":
      return buildImage({ raw, path, source }, context);
    case "video":
      return buildVideo({ raw, path, source }, context);
  }
};

type Common = Omit<ModelCommon, "prices">;

const commonOf = ({ raw, path, source }: Part<RawModel>, context: ModelContext): Common => {
  const routes = raw.routes.map((route, index) =>
    buildRoute(
      { raw: { until: raw.until, ...route }, path: [...path, "routes", index], source },
      { type: raw.type, timeouts: timeoutsOver(context.timeouts, raw.timeouts) },
      context,
    ),
  );
  const ended = routes.filter(({ until }) => until !== undefined && context.nowMs >= startOfDay(until));
  return {
    id: raw.id,
    created: secondsOf(raw.created ?? raw.price_usd.date),
    routes: routes.filter((route) => !ended.includes(route)),
    endedRoutes: ended.length === 0 ? undefined : ended,
  };
};

const pricesOf = <T extends RawModel>(part: Part<T>): Part<T["price_usd"]> =>
  partAt(part, part.raw.price_usd, "price_usd");

const secondsOf = (day: string | undefined): number => (day === undefined ? 0 : startOfDay(day) / 1_000);

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

const buildChat = (part: Part<RawChatModel>, context: ModelContext): ChatModel => {
  const common = commonOf(part, context);
  checkChatRow(part);
  const { raw } = part;
  const { max_output_tokens: most = Infinity, slow_start: slowStart } = raw;
  return {
    ...common,
    type: "chat",
    contextTokens: raw.context_tokens,
    windowTokens: raw.window_tokens,
    maxOutputTokens: raw.max_output_tokens,
    typicalOutputTokens: raw.typical_output_tokens ?? Math.min(DEFAULT_TYPICAL_OUTPUT_TOKENS, most),
    capabilities: new Set(raw.capabilities),
    imageTokens: raw.image_tokens,
    unsupported: raw.unsupported ?? context.unsupported,
    mayDrop: raw.may_drop,
    continueOnCut: raw.continue_on_cut,
    slowStart: slowStart && { characters: slowStart.characters, withinMs: slowStart.within_ms },
    prices: chatPrices(pricesOf(part), context.nowMs),
  };
};

const buildEmbedding = (part: Part<RawEmbeddingModel>, context: ModelContext): EmbeddingModel => ({
  ...commonOf(part, context),
  type: "embedding",
  contextTokens: part.raw.context_tokens,
  dimensions: part.raw.dimensions,
  prices: embeddingPrices(pricesOf(part)),
});

/**
 * Whether no route supports what its row promises. A route that has ended counts, so that its end does not turn a
 * correct row into a mistake. A shipped row is not a mistake either if the operator's own providers support less than
 * the shipped ones.
 */
const lacks = (
  { source }: Part<unknown>,
  { routes, endedRoutes = [] }: Common,
  taken: "takesImages" | "takesMask",
): boolean => !source.isShipped && ![...routes, ...endedRoutes].some((route) => route[taken] === true);

/** A size without a price is reported when the file is read, not when a call asks for it. */
const buildImage = (part: Part<RawImageModel>, context: ModelContext): ImageModel => {
  const common = commonOf(part, context);
  const { raw, path, source } = part;
  const prices = imagePrices(pricesOf(part));
  const inputPrices = inputImagePrices(pricesOf(part));
  const priced = new Set(prices.map(({ variant }) => variant.split("/", 1)[0] ?? ""));
  const hasOnePrice = priced.has("");
  if (prices.length === 0) source.report([...path, "price_usd", "per_image"], "has no price");
  raw.sizes?.forEach((size, index) => {
    if (!hasOnePrice && !priced.has(size))
      source.report([...path, "sizes", index], "has no price in price_usd.per_image");
  });
  if (raw.edits !== undefined && inputPrices.length === 0)
    source.report([...path, "price_usd", "per_input_image"], "is required with edits");
  if (raw.edits === undefined && inputPrices.length > 0)
    source.report([...path, "price_usd", "per_input_image"], "is only for a model with edits");
  if (raw.edits !== undefined && lacks(part, common, "takesImages"))
    source.report([...path, "edits"], "needs a route that edits images");
  else if (raw.edits?.mask === true && lacks(part, common, "takesMask"))
    source.report([...path, "edits", "mask"], "needs a route that takes a mask");
  return {
    ...common,
    type: "image",
    sizes: raw.sizes ?? (hasOnePrice ? [] : [...priced]),
    edits: raw.edits && { maxInputs: raw.edits.max_input_images, mask: raw.edits.mask ?? false },
    prices: [...prices, ...inputPrices],
  };
};

const checkVideoRow = ({ raw, path, source }: Part<RawVideoModel>): void => {
  const { default_duration_s: usual, max_duration_s: longest, durations_s: durations = [] } = raw;
  if (usual > longest) source.report([...path, "default_duration_s"], "must not be above max_duration_s");
  if (durations.length > 0 && !durations.includes(usual))
    source.report([...path, "default_duration_s"], "must be one of durations_s");
  durations.forEach((duration, index) => {
    if (duration > longest) source.report([...path, "durations_s", index], "must not be above max_duration_s");
  });
};

const buildVideo = (part: Part<RawVideoModel>, context: ModelContext): VideoModel => {
  const common = commonOf(part, context);
  checkVideoRow(part);
  const { raw, path, source } = part;
  if (raw.first_frame !== undefined && lacks(part, common, "takesImages"))
    source.report([...path, "first_frame"], "needs a route that takes an image");
  return {
    ...common,
    type: "video",
    defaultDurationS: raw.default_duration_s,
    maxDurationS: raw.max_duration_s,
    durationsS: [...(raw.durations_s ?? [])].sort((a, b) => a - b),
    aspectRatios: raw.aspect_ratios,
    audio: raw.audio,
    firstFrame: raw.first_frame && { aspectRatio: raw.first_frame.aspect_ratio ?? false },
    prices: videoPrices(pricesOf(part)),
  };
};

/** Which images a route accepts, according to its provider's family. */
const takenImages = (
  type: RawModel["type"],
  route: Pick<Route, "provider" | "model" | "quirks">,
  provider: Provider | undefined,
  routeChecks: RouteChecks,
): Pick<Route, "takesImages" | "takesMask"> => {
  if (type !== "image" && type !== "video") return {};
  // A route without a provider is reported elsewhere.
  if (provider === undefined) return { takesImages: true, takesMask: true };
  const { kind, baseUrl, quirks } = provider;
  const checked = { provider: route.provider, baseUrl, model: route.model, quirks: route.quirks ?? quirks };
  if (type === "video") return { takesImages: routeChecks.takesFirstFrame(kind, checked) };
  const edits = routeChecks.edits(kind, checked);
  return { takesImages: edits !== undefined, takesMask: edits?.mask === true };
};

const buildRoute = (
  part: Part<RawRoute>,
  { type, timeouts }: { readonly type: RawModel["type"]; readonly timeouts: Timeouts },
  { providers, routeChecks }: Pick<ModelContext, "providers" | "routeChecks">,
): Route => {
  const { raw } = part;
  const provider = findProvider(partAt(part, raw.provider, "provider"), providers);
  reportQuirks(part, provider?.kind, routeChecks);
  const quirks = raw.quirks && { ...provider?.quirks, ...raw.quirks };
  return {
    provider: raw.provider,
    model: raw.model,
    weight: raw.weight,
    contextTokens: raw.context_tokens,
    timeouts: timeoutsOver(timeouts, raw.timeouts),
    quirks,
    zdr: raw.zdr ?? provider?.zdr ?? false,
    until: raw.until,
    ...takenImages(type, { provider: raw.provider, model: raw.model, quirks }, provider, routeChecks),
  };
};
