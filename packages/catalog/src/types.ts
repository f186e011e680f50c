import type { Decimal, NanoMxn } from "@cenote/core";
import type { PROVIDER_KINDS } from "./provider-kinds";
import type { CAPABILITIES } from "./schema";

/** `cenote.yaml`, read, validated and frozen. Two catalogs from the same text are equal. */
export interface Catalog {
  /** Short hash of markup and prices: stored with every charge. */
  readonly priceVersion: string;
  readonly keyPrefix: string;
  /** Factor on the provider's price, 1.05. */
  readonly markup: Decimal;
  /** Granted to a new organization. */
  readonly freeCredit: NanoMxn;
  /** A warning is logged when a balance falls below it. Undefined: no warnings. */
  readonly lowBalance: NanoMxn | undefined;
  /** Offset from UTC of the clock by which budgets of API keys renew; negative in America. */
  readonly budgetUtcOffsetMs: number;
  readonly topUps: TopUpTerms;
  readonly fx: FxSource;
  /** Base of media URLs, without a trailing slash. */
  readonly publicUrl: string;
  readonly storage: StorageConfig;
  readonly limits: Limits;
  readonly timeouts: Timeouts;
  readonly graphql: GraphqlConfig;
  /** Origins whose pages may call the API over HTTP. */
  readonly corsOrigins: readonly string[];
  /** Addresses and ranges of proxies that are trusted to state a caller's address. */
  readonly trustedProxies: readonly string[];
  /** `stop` ends a stream whose cost would exceed the available money; `finish` lets it complete. */
  readonly overspend: "finish" | "stop";
  readonly providers: ReadonlyMap<string, Provider>;
  readonly models: ReadonlyMap<string, Model>;
}

/** Limits of the amounts that organizations may pay in. */
export interface TopUpTerms {
  readonly min: NanoMxn;
  readonly max: NanoMxn;
  readonly methods: readonly ("card" | "oxxo" | "spei")[];
}

export type FxSource =
  | { readonly kind: "fixed"; readonly mxnPerUsd: Decimal; readonly maxAgeMs?: undefined }
  | {
      readonly kind: "banxico";
      readonly token: string | undefined;
      readonly refreshMs: number;
      readonly maxAgeMs: number;
      readonly whenStale: "warn" | "refuse";
    }
  | {
      readonly kind: "url";
      readonly url: string;
      /** Keys into the JSON answer, from the root. */
      readonly path: readonly string[];
      readonly refreshMs: number;
      readonly maxAgeMs: number;
      readonly whenStale: "warn" | "refuse";
    };

export type StorageConfig =
  | { readonly kind: "files" }
  | {
      readonly kind: "s3";
      readonly bucket: string;
      readonly region: string;
      readonly endpoint: string | undefined;
      readonly publicUrl: string | undefined;
    };

/** Limits of each API key; `bodyMib` applies to every request. */
export interface Limits {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  readonly concurrentRequests: number;
  readonly bodyMib: number;
}

export interface GraphqlConfig {
  readonly introspection: boolean;
  readonly landingPage: boolean;
}

export interface Timeouts {
  readonly connectMs: number;
  readonly firstContentMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
}

export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** A provider package of the AI SDK. */
export interface SdkPackage {
  /** Its npm name: `@ai-sdk/amazon-bedrock`. */
  readonly package: string;
  /** Name of its `create...` function, if it has several. */
  readonly create: string | undefined;
  /** Arguments of that function; may contain secrets. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The provider's protocol: a protocol family, or a package. */
export type ProviderProtocol =
  | { readonly kind: Exclude<ProviderKind, "ai-sdk">; readonly sdk?: undefined }
  | { readonly kind: "ai-sdk"; readonly sdk: SdkPackage };

export type Provider = ProviderCommon & ProviderProtocol;

export interface ProviderCommon {
  readonly name: string;
  /** The account whose keys it uses: its own name, or that of the provider it extends without keys of its own. */
  readonly account: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Empty if the configuration names an unset variable, or if the provider needs no key. */
  readonly apiKeys: readonly string[];
  /** False if the configuration requires a key and there is none: its routes are not usable. */
  readonly usable: boolean;
  /** Unset variables that `cenote.yaml` itself names for the provider; undefined if there are none. */
  readonly unsetVariables?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly quirks: Readonly<Record<string, unknown>>;
  /** Private origins that files may be fetched from, besides that of `baseUrl`. */
  readonly downloadOrigins?: readonly string[];
  readonly zdr: boolean;
}

export type Model = ChatModel | EmbeddingModel | ImageModel | VideoModel;

export type ModelType = Model["type"];

export type ModelOf<T extends ModelType> = Extract<Model, { readonly type: T }>;

export type Capability = (typeof CAPABILITIES)[number];

export interface ModelCommon {
  /** `<provider>/<model>`. */
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly prices: readonly Price[];
  /** Empty if every route has ended. */
  readonly routes: readonly Route[];
  /** Routes that ended on their `until` day: they are not tried. */
  readonly endedRoutes?: readonly Route[];
}

export interface ChatModel extends ModelCommon {
  readonly type: "chat";
  readonly contextTokens: number | undefined;
  /** The provider's own limit, if it is higher than `contextTokens`. */
  readonly windowTokens?: number;
  readonly maxOutputTokens: number | undefined;
  /** Estimated length of an answer for the hold, if the caller sets no maximum. */
  readonly typicalOutputTokens: number;
  readonly capabilities: ReadonlySet<Capability>;
  /** Undefined: unknown. */
  readonly imageTokens?: ImageTokens;
  /** `drop`: fields that the model can't honour are left out and listed in a header; `refuse`: 400. */
  readonly unsupported: "refuse" | "drop";
  /** Fields by their REST names that are always left out and listed instead of rejected. */
  readonly mayDrop?: readonly string[];
  /** A cut stream continues over another route even if the caller did not ask for it. */
  readonly continueOnCut?: boolean;
  readonly slowStart?: SlowStart;
}

export interface EmbeddingModel extends ModelCommon {
  readonly type: "embedding";
  /** Limit of one input. */
  readonly contextTokens: number | undefined;
  /** Maximum length of a vector. */
  readonly dimensions: number;
}

export interface ImageModel extends ModelCommon {
  readonly type: "image";
  /** Empty: any. */
  readonly sizes: readonly string[];
  /** Undefined: it makes images from text only. */
  readonly edits: ImageEdits | undefined;
}

export interface ImageEdits {
  /** Maximum number of images in one call. */
  readonly maxInputs: number;
  /** Whether a call may have a mask that says which part of the first image may change. */
  readonly mask: boolean;
}

export interface VideoModel extends ModelCommon {
  readonly type: "video";
  readonly defaultDurationS: number;
  readonly maxDurationS: number;
  /** Empty: any up to `maxDurationS`. */
  readonly durationsS: readonly number[];
  /** Undefined: any. */
  readonly aspectRatios?: readonly string[];
  readonly audio: boolean | undefined;
  /** Undefined: it makes videos from text only. */
  readonly firstFrame: FirstFrame | undefined;
}

/** Support for a video that begins with an image from the call. */
export interface FirstFrame {
  /** Whether such a call may choose the aspect ratio; otherwise the image determines it. */
  readonly aspectRatio: boolean;
}

/** The most input tokens that one image of a prompt is billed at. */
export interface ImageTokens {
  /** For low detail. */
  readonly low: number;
  readonly high: number;
}

/** Content that must have arrived before the beginning of a stream is sent on. */
export interface SlowStart {
  readonly characters: number;
  /** Counted from the first content. */
  readonly withinMs: number;
}

export type PriceUnit =
  | "input_token"
  | "cached_input_token"
  | "cache_write_token"
  | "output_token"
  | "image"
  | "second"
  | "input_image";

/** The provider's price, before markup. */
export interface Price {
  readonly unit: PriceUnit;
  /** Row of a table by size and quality, `1024x1024/hd`; empty for a single price. */
  readonly variant: string;
  /** US dollars for one unit: per token, not per million. Exact. */
  readonly usdEach: Decimal;
}

export interface Route {
  readonly provider: string;
  /** The provider's own model id. */
  readonly model: string;
  /**
   * Adjacent routes with a weight share the first tries by it. A route without a weight stands alone at its position.
   */
  readonly weight?: number;
  /** If it differs from the model's. */
  readonly contextTokens?: number;
  readonly timeouts: Timeouts;
  /** The provider's quirks merged with the route's own; undefined if the route has none of its own. */
  readonly quirks?: Readonly<Record<string, unknown>>;
  readonly zdr: boolean;
  /** For image and video models: whether calls over this route may have images, to edit or to begin a video with. */
  readonly takesImages?: boolean;
  /** For image models: whether such a call may have a mask. */
  readonly takesMask?: boolean;
  /** `YYYY-MM-DD`: the day, in UTC, on which the provider shuts the model down. */
  readonly until?: string;
}

/** A catalog that may change while the process runs. */
export interface CatalogSource {
  current(): Catalog;
  /** @returns Stops listening. */
  onChange(listener: (catalog: Catalog) => void): () => void;
  close(): void;
}
