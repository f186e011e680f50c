import type {
  Catalog,
  CatalogSource,
  ChatModel,
  ImageModel,
  Model,
  Price,
  Provider,
  ProviderCommon,
  Route,
  VideoModel,
} from "@cenote/catalog";
import { decimalOf, parseDecimal } from "@cenote/core";

const timeouts = { connectMs: 1000, firstContentMs: 5000, idleMs: 5000, totalMs: 600_000 };

const provider = (name: string, options: Partial<ProviderCommon> = {}): Provider => ({
  name,
  account: name,
  kind: "fal",
  baseUrl: `https://${name}.test/v1`,
  apiKeys: ["key"],
  usable: true,
  headers: {},
  quirks: {},
  zdr: false,
  ...options,
});

const route = (providerName: string, model: string, more: Partial<Route> = {}): Route => ({
  provider: providerName,
  model,
  timeouts,
  zdr: false,
  takesImages: true,
  takesMask: true,
  ...more,
});

const price = (unit: Price["unit"], variant = "", usd = "0.1"): Price => ({
  unit,
  variant,
  usdEach: parseDecimal(usd),
});

const video = (id: string, options: Partial<VideoModel>): VideoModel => ({
  id,
  type: "video",
  created: 0,
  defaultDurationS: 5,
  maxDurationS: 10,
  durationsS: [5, 10],
  audio: undefined,
  firstFrame: undefined,
  prices: [price("second")],
  routes: [],
  ...options,
});

const image = (id: string, options: Partial<ImageModel>): ImageModel => ({
  id,
  type: "image",
  created: 0,
  sizes: [],
  edits: undefined,
  prices: [price("image")],
  routes: [route("one", "image")],
  ...options,
});

const CHAT: ChatModel = {
  id: "test/chat",
  type: "chat",
  created: 0,
  contextTokens: undefined,
  maxOutputTokens: undefined,
  typicalOutputTokens: 0,
  capabilities: new Set(),
  unsupported: "refuse",
  prices: [],
  routes: [],
};

const MODELS: readonly Model[] = [
  video("test/video", { routes: [route("one", "video")] }),
  video("test/shapes", { routes: [route("one", "video")], aspectRatios: ["16:9", "9:16"] }),
  video("test/framed", { routes: [route("one", "video")], firstFrame: { aspectRatio: false } }),
  video("test/framed-shapes", {
    routes: [route("one", "first"), route("two", "second")],
    aspectRatios: ["16:9", "9:16"],
    firstFrame: { aspectRatio: true },
  }),
  video("test/framed-no-route", { routes: [route("keyless", "none")], firstFrame: { aspectRatio: true } }),
  video("test/framed-keyless", {
    routes: [route("one", "video", { takesImages: false }), route("keyless", "none")],
    firstFrame: { aspectRatio: false },
  }),
  video("test/two-routes", { routes: [route("one", "first"), route("two", "second")] }),
  video("test/two-keys", { routes: [route("pair", "video")] }),
  video("test/weighted", { routes: [route("one", "light", { weight: 1 }), route("two", "heavy", { weight: 3 })] }),
  video("test/no-route", { routes: [route("keyless", "none")] }),
  image("test/image", {}),
  image("test/image-two-routes", { routes: [route("one", "image"), route("two", "image")] }),
  image("test/image-two-keys", { routes: [route("pair", "image")] }),
  image("test/image-weighted", {
    routes: [route("one", "light", { weight: 1 }), route("two", "heavy", { weight: 3 })],
  }),
  image("test/sized", {
    sizes: ["1024x1024", "1536x1024"],
    prices: [price("image", "1024x1024"), price("image", "1536x1024", "0.2")],
  }),
  image("test/quality", {
    sizes: ["1024x1024", "1792x1024"],
    prices: ["1024x1024/standard", "1024x1024/hd", "1792x1024/standard"].map((variant) => price("image", variant)),
  }),
  image("test/edit", {
    sizes: ["1024x1024", "1024x768"],
    edits: { maxInputs: 2, mask: true },
    prices: [price("image"), price("input_image")],
  }),
  image("test/edit-sized", {
    sizes: ["1024x1024"],
    edits: { maxInputs: 1, mask: false },
    prices: [price("image", "1024x1024"), price("input_image")],
  }),
  image("test/edit-two-routes", {
    edits: { maxInputs: 2, mask: true },
    prices: [price("image"), price("input_image")],
    routes: [route("one", "image"), route("two", "image")],
  }),
  image("test/edit-keyless", {
    edits: { maxInputs: 1, mask: false },
    prices: [price("image"), price("input_image")],
    routes: [route("one", "image", { takesImages: false }), route("keyless", "none")],
  }),
  image("test/no-image-route", { routes: [route("keyless", "none")] }),
  CHAT,
];

/** Models with one route, two routes, two keys and no routes; video of 5 or 10 seconds. */
export const createTestCatalog = (): CatalogSource => {
  const catalog: Pick<Catalog, "providers" | "models" | "timeouts" | "markup"> = {
    providers: new Map(
      [
        provider("one"),
        provider("two"),
        provider("pair", { apiKeys: ["key a", "key b"] }),
        provider("keyless", { usable: false }),
      ].map((row) => [row.name, row]),
    ),
    models: new Map(MODELS.map((row) => [row.id, row])),
    timeouts,
    markup: decimalOf(1n),
  };
  return { current: () => catalog as Catalog, onChange: () => () => {}, close: () => {} };
};

export const findImageModel = (id: string): ImageModel => {
  const found = MODELS.find((row) => row.id === id);
  if (found?.type !== "image") throw new Error(`no image model ${id}`);
  return found;
};

export const findVideoModel = (id: string): VideoModel => {
  const found = MODELS.find((row) => row.id === id);
  if (found?.type !== "video") throw new Error(`no video model ${id}`);
  return found;
};
