import { UPSTREAM_KEY } from "./cenote-yaml";
import type { MoreCatalog } from "./with-system";

/** US dollars, with digits that reveal intermediate rounding. */
export const MEDIA_PRICES = {
  image: "0.0137",
  inputImage: "0.0023",
  standard: "0.044",
  hd: "0.088",
  second: "0.0413",
} as const;

/** Generates the requested number in one call; the answer contains the bytes. */
export const OPENAI_IMAGE = "openai/gpt-image-2";
/** Edits images too. */
export const EDITING_IMAGE = "openai/gpt-image-2.5-flare";
/** Priced by quality. */
export const DALLE_IMAGE = "openai/dall-e-3";
export const GOOGLE_IMAGE = "google/imagen";
/** The answer contains a file URL. */
export const FAL_IMAGE = "fal/flux";
/** `google`, polled every 5 s. */
export const GOOGLE_VIDEO = "google/veo";
/** `fal`, polled every 2 s; 5 or 10 seconds. */
export const FAL_VIDEO = "fal/kling";
/** Models over other protocols, each with a provider of the same name. */
export const REPLICATE_VIDEO = "replicate/hailuo";
export const LUMA_VIDEO = "luma/ray-2";
export const RUNWAY_VIDEO = "runway/gen4.5";
/** Polled every 10 s; errors with status 200. */
export const MINIMAX_VIDEO = "minimax/hailuo-02";
/** Its provider has a key pair, from which a token is made. */
export const KLING_VIDEO = "kling/kling-2.6";
/** `fal`, then `fal-two`. */
export const TWO_ROUTE_VIDEO = "fal/two-routes";

/** Only the route without a key accepts an image. */
export const KEYLESS_FRAME_VIDEO = "luma/ray-2-or-kling";

/** The same for images to edit. */
export const KEYLESS_EDIT_IMAGE = "fal/flux-or-gpt";

/** Like `FAL_VIDEO`, with a provider that no other model uses. */
export const LONE_VIDEO = "fal/lone";

/**
 * Its provider has three keys: the first is rejected, and the others belong to two accounts, which can't see each
 * other's jobs.
 */
export const THREE_KEY_VIDEO = "fal/three-keys";

/** Image and video models, all simulated. */
export const mediaCatalog = (simulatorUrl: string): MoreCatalog => {
  const video = {
    type: "video",
    default_duration_s: 5,
    max_duration_s: 10,
    durations_s: [5, 10],
    price_usd: { per_second: MEDIA_PRICES.second },
  };
  const kling = "fal-ai/kling-video/v2.5-turbo/pro/text-to-video";
  const klingWithImage = { first_frame: "fal-ai/kling-video/v2.5-turbo/pro/image-to-video" };
  const fal = (name: string) => ({ kind: "fal", base_url: `${simulatorUrl}/${name}`, api_key: UPSTREAM_KEY });
  return {
    providers: {
      google: { kind: "google", base_url: `${simulatorUrl}/google`, api_key: UPSTREAM_KEY },
      fal: fal("fal"),
      ...Object.fromEntries(
        ["replicate", "luma", "runway", "minimax"].map((kind) => [
          kind,
          { kind, base_url: `${simulatorUrl}/${kind}`, api_key: UPSTREAM_KEY },
        ]),
      ),
      kling: { kind: "kling", base_url: `${simulatorUrl}/kling`, api_key: `${UPSTREAM_KEY}:${UPSTREAM_KEY}-secret` },
      keyless: { ...fal("keyless"), api_key: "${KEYLESS_API_KEY}" },
      "keyless-openai": {
        kind: "openai-compatible",
        base_url: `${simulatorUrl}/openai/v1`,
        api_key: "${KEYLESS_API_KEY}",
      },
      "fal-two": fal("fal-two"),
      "fal-lone": fal("fal-lone"),
      "fal-three-keys": {
        ...fal("fal-three-keys"),
        api_key: ["invalid-key", `${UPSTREAM_KEY}-a`, `${UPSTREAM_KEY}-b`],
      },
    },
    models: [
      {
        id: OPENAI_IMAGE,
        type: "image",
        sizes: ["1024x1024", "1536x1024", "1024x1536"],
        price_usd: { per_image: MEDIA_PRICES.image },
        routes: [{ provider: "openai", model: "gpt-image-2" }],
      },
      {
        id: EDITING_IMAGE,
        type: "image",
        sizes: ["1024x1024", "1536x1024"],
        edits: { max_input_images: 3, mask: true },
        price_usd: { per_image: MEDIA_PRICES.image, per_input_image: MEDIA_PRICES.inputImage },
        routes: [{ provider: "openai", model: "gpt-image-2.5-flare" }],
      },
      {
        id: DALLE_IMAGE,
        type: "image",
        price_usd: { per_image: { "1024x1024": { standard: MEDIA_PRICES.standard, hd: MEDIA_PRICES.hd } } },
        routes: [{ provider: "openai", model: "dall-e-3" }],
      },
      {
        id: GOOGLE_IMAGE,
        type: "image",
        sizes: ["1024x1024"],
        price_usd: { per_image: MEDIA_PRICES.image },
        routes: [{ provider: "google", model: "gemini-3-pro-image" }],
      },
      {
        id: FAL_IMAGE,
        type: "image",
        sizes: ["1024x1024"],
        price_usd: { per_image: MEDIA_PRICES.image },
        routes: [{ provider: "fal", model: "fal-ai/flux/schnell" }],
      },
      {
        ...video,
        id: GOOGLE_VIDEO,
        default_duration_s: 8,
        max_duration_s: 8,
        durations_s: [4, 6, 8],
        aspect_ratios: ["16:9", "9:16"],
        first_frame: { aspect_ratio: true },
        routes: [{ provider: "google", model: "veo-3.1-generate-001" }],
      },
      {
        ...video,
        id: REPLICATE_VIDEO,
        default_duration_s: 6,
        durations_s: [6, 10],
        first_frame: {},
        routes: [
          { provider: "replicate", model: "minimax/hailuo-02", quirks: { first_frame_field: "first_frame_image" } },
        ],
      },
      {
        ...video,
        id: LUMA_VIDEO,
        max_duration_s: 9,
        durations_s: [5, 9],
        routes: [{ provider: "luma", model: "ray-2", quirks: { input: { resolution: "720p" } } }],
      },
      {
        ...video,
        id: RUNWAY_VIDEO,
        durations_s: undefined,
        aspect_ratios: ["16:9", "9:16"],
        first_frame: { aspect_ratio: true },
        routes: [{ provider: "runway", model: "gen4.5" }],
      },
      {
        ...video,
        id: MINIMAX_VIDEO,
        default_duration_s: 6,
        durations_s: [6, 10],
        aspect_ratios: ["16:9"],
        first_frame: {},
        routes: [{ provider: "minimax", model: "MiniMax-Hailuo-02", quirks: { input: { resolution: "768P" } } }],
      },
      {
        ...video,
        id: KLING_VIDEO,
        aspect_ratios: ["16:9", "9:16", "1:1"],
        first_frame: {},
        routes: [{ provider: "kling", model: "kling-v2-6", quirks: { input: { mode: "pro" } } }],
      },
      {
        ...video,
        id: FAL_VIDEO,
        first_frame: {},
        routes: [{ provider: "fal", model: kling, quirks: klingWithImage }],
      },
      {
        ...video,
        id: KEYLESS_FRAME_VIDEO,
        durations_s: [5],
        first_frame: {},
        routes: [
          { provider: "luma", model: "ray-2" },
          { provider: "keyless", model: kling, quirks: klingWithImage },
        ],
      },
      {
        id: KEYLESS_EDIT_IMAGE,
        type: "image",
        sizes: ["1024x1024"],
        edits: { max_input_images: 3 },
        price_usd: { per_image: MEDIA_PRICES.image, per_input_image: MEDIA_PRICES.inputImage },
        routes: [
          { provider: "fal", model: "fal-ai/flux/schnell" },
          { provider: "keyless-openai", model: "gpt-image-2" },
        ],
      },
      { ...video, id: LONE_VIDEO, routes: [{ provider: "fal-lone", model: kling }] },
      { ...video, id: THREE_KEY_VIDEO, routes: [{ provider: "fal-three-keys", model: kling }] },
      {
        ...video,
        id: TWO_ROUTE_VIDEO,
        routes: [
          { provider: "fal", model: kling },
          { provider: "fal-two", model: kling },
        ],
      },
    ],
  };
};
