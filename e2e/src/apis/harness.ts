import { PRICES } from "../harness/cenote-yaml";
import { mediaCatalog, MEDIA_PRICES } from "../harness/media-catalog";
import { withSystem } from "../harness/with-system";

// More dimensions than the models have, and no sizes, so that only the provider rejects what the model does not
// support.
const embedding = { type: "embedding", dimensions: 10_000, price_usd: PRICES.embedding };
const image = { type: "image", price_usd: { per_image: MEDIA_PRICES.image } };
const UNCHECKED = [
  { id: "openai/embed", ...embedding, routes: [{ provider: "openai", model: "text-embedding-3-small" }] },
  { id: "google/embed", ...embedding, routes: [{ provider: "google", model: "gemini-embedding-001" }] },
  { id: "openai/draw", ...image, routes: [{ provider: "openai", model: "dall-e-3" }] },
  { id: "fal/draw", ...image, routes: [{ provider: "fal", model: "fal-ai/flux/schnell" }] },
];

/** The one system of the suite. */
export const harness = withSystem({
  more(simulatorUrl) {
    const { providers, models } = mediaCatalog(simulatorUrl);
    return { providers, models: [...models, ...UNCHECKED] };
  },
});
