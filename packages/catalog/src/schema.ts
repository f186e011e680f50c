import { IMAGE_QUALITIES, type ImageQuality } from "@cenote/core";
import { type Static, type TOptional, Type } from "typebox";
import { PROVIDER_KINDS } from "./provider-kinds";
import { strict, text, whole, flag, oneOf, decimal, named, webAddress, date } from "./schema-parts";
import { timeouts, limits, graphql, cors, topUps, fx, storage } from "./settings-schema";

/** The schema of `cenote.yaml`: source of the editors' JSON Schema, the validation at load time and the types below. */

const PROVIDER_NAME = "^[a-z0-9][a-z0-9_-]*$";

const MODEL_ID = String.raw`^[a-z0-9][a-z0-9_-]*/[A-Za-z0-9][A-Za-z0-9._:/-]*$`;

const HEADER_NAME = "^[A-Za-z0-9-]+$";

const PACKAGE_NAME = "^(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$";

const SIZE = String.raw`^[1-9]\d{1,4}x[1-9]\d{1,4}$`;

const ASPECT_RATIO = String.raw`^[1-9]\d?:[1-9]\d?$`;

const provider = strict({
  kind: Type.Optional(oneOf(PROVIDER_KINDS, "The wire protocol it speaks.")),
  extends: Type.Optional(
    text(
      "Another provider in this file, whose address, keys, headers, download origins and zdr apply here too unless set: the same account with another protocol.",
    ),
  ),
  base_url: Type.Optional(webAddress("Without the path of the call, such as /chat/completions.")),
  api_key: Type.Optional(
    Type.Union([text(), Type.Array(text())], {
      title: "text or a list of texts",
      description:
        "${VARIABLE} is replaced by an environment variable; if it is not set, the provider is not used. Omit the line if no key is needed.",
    }),
  ),
  headers: Type.Optional(
    named(HEADER_NAME, Type.String({ title: "text" }), {
      title: "a mapping from name to text",
      description: "Sent with every call.",
    }),
  ),
  quirks: Type.Optional(
    named("^[a-z0-9_]+$", Type.Unknown(), { title: "a mapping", description: "Deviations from its protocol family." }),
  ),
  package: Type.Optional(
    Type.String({
      pattern: PACKAGE_NAME,
      title: "the name of a package",
      description: "For the kind ai-sdk: a provider package of the AI SDK, such as @ai-sdk/cohere.",
    }),
  ),
  create: Type.Optional(
    Type.String({
      pattern: "^create[A-Z][A-Za-z0-9]*$",
      title: "the name of a create function",
      description: "For the kind ai-sdk: which create function, if the package has several.",
    }),
  ),
  options: Type.Optional(
    named("^[A-Za-z][A-Za-z0-9_]*$", Type.Unknown(), {
      title: "a mapping",
      description:
        "For the kind ai-sdk: options of the package's create function, besides base_url, api_key and headers.",
    }),
  ),
  download_origins: Type.Optional(
    Type.Array(Type.String({ pattern: "^https?://[^\\s/]+$", title: "an origin such as https://files.example" }), {
      uniqueItems: true,
      title: "a list without repetitions",
      description:
        "Origins from which its images and videos may be downloaded even if private or without TLS, like its own origin.",
    }),
  ),
  zdr: Type.Optional(flag("Whether it stores nothing of a call (zero data retention).")),
});

const route = strict({
  provider: text("Name of a provider."),
  model: text("The provider's own model id."),
  weight: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      title: "a number above 0",
      description:
        "Share of first tries among the adjacent routes that have a weight; equal weights prefer the recently faster route. A route without a weight keeps its place.",
    }),
  ),
  context_tokens: Type.Optional(whole("Prompt and answer together, if this route's limit differs from the model's.")),
  timeouts: Type.Optional(timeouts),
  quirks: Type.Optional(
    named("^[a-z0-9_]+$", Type.Unknown(), {
      title: "a mapping",
      description: "Deviations for this model, merged over those of the provider.",
    }),
  ),
  zdr: Type.Optional(flag("As for the provider, if this route differs.")),
  until: Type.Optional(date("As for the model, if the provider of this route shuts it down on another day.")),
});

/** Capabilities that a chat model's row may declare. */
export const CAPABILITIES = [
  "tools",
  "vision",
  "pdf",
  "json_object",
  "json_schema",
  // If a route does not accept a schema, it is put into the prompt and nothing enforces it.
  "json_schema_instructed",
  "reasoning",
  "prompt_caching",
  "assistant_prefix",
  "logprobs",
] as const;

const provenance = {
  source: Type.Optional(text("Source of the price.")),
  date: Type.Optional(date("Date on which the price was read.")),
};

const tokenPrices = {
  input_per_million_tokens: decimal("US dollars."),
  cached_input_per_million_tokens: Type.Optional(decimal("US dollars. Default: the input price.")),
  cache_write_per_million_tokens: Type.Optional(decimal("US dollars. Default: the input price.")),
  output_per_million_tokens: decimal("US dollars."),
};

const DROPPABLE = [
  "temperature",
  "top_p",
  "stop",
  "seed",
  "presence_penalty",
  "frequency_penalty",
  "logit_bias",
  "logprobs",
  "top_logprobs",
  "parallel_tool_calls",
  "reasoning_effort",
] as const;

const unsupported = (description: string) => oneOf(["refuse", "drop"], description);

const row = {
  id: Type.String({ pattern: MODEL_ID, title: "<provider>/<model>", description: "What callers send as `model`." }),
  created: Type.Optional(date("Release date of the model. Default in GET /v1/models: the date of its price.")),
  routes: Type.Array(route, {
    minItems: 1,
    title: "a list of at least one route",
    description: "Providers for its calls, in order.",
  }),
  timeouts: Type.Optional(timeouts),
  until: Type.Optional(
    date(
      "The day, in UTC, on which its provider shuts the model down. Its routes are not tried from then on; callers are told of it before, in GET /v1/models and in a header.",
    ),
  ),
  unsupported: Type.Optional(
    unsupported(
      "What happens to a field the model does not support: a 400, or it is dropped and reported in a header. Default: `unsupported` of the file.",
    ),
  ),
};

const tokens = {
  context_tokens: Type.Optional(whole("Prompt and answer together.")),
};

const chat = strict({
  ...row,
  ...tokens,
  type: Type.Literal("chat"),
  window_tokens: Type.Optional(
    whole(
      "What the provider takes at most, if that is more than context_tokens. A prompt with a file may take this many, since its tokens can't be counted in advance.",
    ),
  ),
  max_output_tokens: Type.Optional(whole("Of an answer.")),
  typical_output_tokens: Type.Optional(whole("Estimate for a call that sets no maximum, used for its hold.")),
  image_tokens: Type.Optional(
    strict(
      {
        low: whole("For an image with low detail; the same as high if the provider has no detail setting.", 0),
        high: whole("For any other image, at the largest size the provider accepts.", 0),
      },
      "Maximum input tokens that the provider bills for one image in a prompt. They are held for it, and charged if the provider reports no usage. Default: 85 and 1,100.",
    ),
  ),
  may_drop: Type.Optional(
    Type.Array(oneOf(DROPPABLE, "A field of a chat call."), {
      minItems: 1,
      description:
        "Fields that are dropped and reported in a header if the model does not support them, whatever `unsupported` says about others.",
    }),
  ),
  continue_on_cut: Type.Optional(
    flag(
      "A stream that is cut or stalls is continued over another route, even if the caller does not ask for it. Needs the capability assistant_prefix.",
    ),
  ),
  slow_start: Type.Optional(
    strict(
      {
        characters: whole("Length of text that must arrive before any is sent on."),
        within_ms: whole("Counted from the first content."),
      },
      "Abandons a stream with a slow start for the next route: nothing is sent until this many characters have arrived, or the time is over. By default content is sent on at once.",
    ),
  ),
  capabilities: Type.Optional(
    Type.Array(oneOf(CAPABILITIES, "What the model can do."), {
      uniqueItems: true,
      title: "a list without repetitions",
    }),
  ),
  price_usd: strict({
    ...tokenPrices,
    ...provenance,
    later: Type.Optional(
      strict(
        { from: date("The first day of these prices, in UTC."), ...tokenPrices },
        "Prices announced for a later day, as after an introduction. They hold from then on, without a restart.",
      ),
    ),
  }),
});

const embedding = strict({
  ...row,
  ...tokens,
  type: Type.Literal("embedding"),
  dimensions: whole("Length of a vector."),
  price_usd: strict({ input_per_million_tokens: decimal("US dollars."), ...provenance }),
});

const byQuality = Object.fromEntries(
  IMAGE_QUALITIES.map((quality) => [quality, Type.Optional(decimal("US dollars."))]),
) as Record<ImageQuality, TOptional<ReturnType<typeof decimal>>>;

const imagePrice = Type.Union(
  [
    decimal("For every size and quality."),
    named(
      SIZE,
      Type.Union([decimal("For every quality."), strict(byQuality)], {
        title: "a decimal number or a table by quality",
      }),
      { title: "a table by size" },
    ),
  ],
  {
    title: "a decimal number or a table by size",
    description: `US dollars per image, or a table by size (1024x1024) and quality (${IMAGE_QUALITIES.join(", ")}). The default is standard where the table has it, else its first.`,
  },
);

const image = strict({
  ...row,
  type: Type.Literal("image"),
  sizes: Type.Optional(
    Type.Array(Type.String({ pattern: SIZE, title: "a size such as 1024x1024" }), {
      uniqueItems: true,
      title: "a list without repetitions",
      description:
        "Sizes that callers may request. If a provider supports only aspect ratios (Gemini, Imagen, Grok), the image has the size's aspect ratio, and the provider chooses its pixels.",
    }),
  ),
  edits: Type.Optional(
    strict(
      {
        max_input_images: whole("How many images one call may give."),
        mask: Type.Optional(
          flag("Whether a call may say, by a mask, which part of the first image may change. Default: no."),
        ),
      },
      "The model also edits images that a call gives it, at `price_usd.per_input_image`.",
    ),
  ),
  price_usd: strict({
    per_image: imagePrice,
    per_input_image: Type.Optional(
      decimal("US dollars for each image given, once for each image made. Required with `edits`."),
    ),
    ...provenance,
  }),
});

const video = strict({
  ...row,
  type: Type.Literal("video"),
  default_duration_s: whole("Length if the caller sets none."),
  max_duration_s: whole("Longest length."),
  durations_s: Type.Optional(
    Type.Array(whole("Seconds."), {
      minItems: 1,
      uniqueItems: true,
      title: "a list of lengths without repetitions",
      description: "Supported lengths, if not every length is supported.",
    }),
  ),
  aspect_ratios: Type.Optional(
    Type.Array(Type.String({ pattern: ASPECT_RATIO, title: "an aspect ratio such as 16:9" }), {
      minItems: 1,
      uniqueItems: true,
      title: "a list of aspect ratios without repetitions",
      description: "Supported aspect ratios. Default: any.",
    }),
  ),
  audio: Type.Optional(flag("Whether the video has sound.")),
  first_frame: Type.Optional(
    strict(
      {
        aspect_ratio: Type.Optional(
          flag(
            "Whether a call with an image may choose the aspect ratio. Default: no, the video has the image's shape.",
          ),
        ),
      },
      "The model also makes videos that begin with an image that a call gives it, at the same price.",
    ),
  ),
  price_usd: strict({ per_second: decimal("US dollars."), ...provenance }),
});

const model = Type.Union([chat, embedding, image, video], {
  title: "a mapping",
  description: "One model. Its `type` determines its other keys.",
});

export const catalogSchema = strict(
  {
    extends: Type.Optional(
      oneOf(
        ["default"],
        "Start from the shipped catalog. Without it there are only the providers and models in this file.",
      ),
    ),
    key_prefix: Type.Optional(
      Type.String({
        pattern: "^[a-z][a-z0-9]{0,15}$",
        title: "1 to 16 lower-case letters and digits",
        description: "Prefix of API keys.",
      }),
    ),
    markup: Type.Optional(decimal("Factor on the provider's price.")),
    free_credit_mxn: Type.Optional(decimal("Pesos granted to a new organization, at most 1000000000.")),
    low_balance_mxn: Type.Optional(
      decimal(
        "A balance that falls below this many pesos causes a warning, in the log and as a metric. Default: no warnings.",
      ),
    ),
    budget_utc_offset: Type.Optional(
      Type.String({
        pattern: "^([+-](0[0-9]|1[01]):[0-5][0-9]|[+-]12:00|[+]1[23]:[0-5][0-9]|[+]14:00)$",
        title: 'an offset from UTC from "-12:00" to "+14:00", such as "-06:00"',
        description:
          "By which clock the budgets of API keys begin anew: with -06:00, at midnight in Mexico City. Default: that of UTC.",
      }),
    ),
    top_ups: Type.Optional(topUps),
    fx: Type.Optional(fx),
    public_url: Type.Optional(webAddress("Base of the URLs of images and videos.")),
    storage: Type.Optional(storage),
    limits: Type.Optional(limits),
    timeouts: Type.Optional(timeouts),
    graphql: Type.Optional(graphql),
    cors: Type.Optional(cors),
    trusted_proxies: Type.Optional(
      Type.Array(text(), {
        title: "a list of addresses and ranges of addresses",
        description:
          "Proxies in front of the gateway, such as 10.0.0.0/8: what they say in X-Forwarded-For is a caller's address, for API keys that may be used from some networks only. Default: none, so the address of the connection counts.",
      }),
    ),
    overspend: Type.Optional(
      oneOf(
        ["finish", "stop"],
        "What happens to an answer that comes to cost more than was held for it, when the balance covers no more: it finishes, or it is stopped.",
      ),
    ),
    unsupported: Type.Optional(
      unsupported(
        "For models whose rows do not set it: a field they do not support causes a 400 (refuse, the default), or is dropped and reported in a header.",
      ),
    ),
    providers: Type.Optional(named(PROVIDER_NAME, provider, { title: "a mapping from name to provider" })),
    models: Type.Optional(Type.Array(model, { title: "a list of models" })),
  },
  "Configuration of Cenote.",
);

export type RawCatalog = Static<typeof catalogSchema>;
export type RawProvider = Static<typeof provider>;
export type RawModel = Static<typeof model>;
export type RawChatModel = Static<typeof chat>;
export type RawEmbeddingModel = Static<typeof embedding>;
export type RawImageModel = Static<typeof image>;
export type RawVideoModel = Static<typeof video>;
export type RawRoute = Static<typeof route>;
export type RawImagePrice = Static<typeof imagePrice>;

/** Text of `cenote.schema.json`, for editors. */
export const schemaFileText = (): string =>
  `${JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", title: "cenote.yaml", ...catalogSchema }, undefined, 2)}\n`;
