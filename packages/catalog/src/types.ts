import type { Decimal, NanoMxn } from "@cenote/core";
import type { PROVIDER_KINDS } from "./provider-kinds";
import type { CAPABILITIES } from "./schema";

/** `cenote.yaml`, read, checked and frozen. Two catalogs with the same text are equal. */
export interface Catalog {
  /** Short hash of markup and prices: stored with every charge. */
  readonly priceVersion: string;
  readonly keyPrefix: string;
  /** Factor on the provider's price, 1.05. */
  readonly markup: Decimal;
  /** Granted to a new organization. */
  readonly freeCredit: NanoMxn;
  /** A balance that falls below it causes a warning. Undefined: no warnings. */
  readonly lowBalance: NanoMxn | undefined;
  /** How far the clock is ahead of UTC by which the budgets of API keys begin anew; below zero in America. */
  readonly budgetUtcOffsetMs: number;
  readonly topUps: TopUpTerms;
  readonly fx: FxSource;
  /** Base of media URLs, without a slash at the end. */
  readonly publicUrl: string;
  readonly storage: StorageConfig;
  readonly limits: Limits;
  readonly timeouts: Timeouts;
  readonly graphql: GraphqlConfig;
  /** Whose pages may call the API over HTTP. */
  readonly corsOrigins: readonly string[];
  /** Proxies, as addresses and ranges of them, whose word on a caller's address counts. */
  readonly trustedProxies: readonly string[];
  /** `stop` ends a stream that would spend more than is there; `finish` lets it come to its end. */
  readonly overspend: "finish" | "stop";
  readonly providers: ReadonlyMap<string, Provider>;
  readonly models: ReadonlyMap<string, Model>;
}

/** What organizations may pay in themselves. */
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

/** For each API key, apart from `bodyMib`, which every request is held to. */
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
  /** As npm knows it: `@ai-sdk/amazon-bedrock`. */
  readonly package: string;
  /** Name of its `create...` function, where it has several. */
  readonly create: string | undefined;
  /** Handed to that function; may hold secrets. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** How a provider is spoken to: by a protocol family, or by a package. */
export type ProviderProtocol =
  | { readonly kind: Exclude<ProviderKind, "ai-sdk">; readonly sdk?: undefined }
  | { readonly kind: "ai-sdk"; readonly sdk: SdkPackage };

export type Provider = ProviderCommon & ProviderProtocol;

export interface ProviderCommon {
  readonly name: string;
  /** Whose keys it uses: its own name, or that of the provider it extends without keys of its own. */
  readonly account: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Empty where the configuration names a variable that is unset, or the provider needs none. */
  readonly apiKeys: readonly string[];
  /** False where the configuration asks for a key and there is none: its routes are not usable. */
  readonly usable: boolean;
  /** Unset variables that `cenote.yaml` itself names for it; undefined if there are none. */
  readonly unsetVariables?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly quirks: Readonly<Record<string, unknown>>;
  /** Origins files may be fetched from though they are private, beside that of `baseUrl`. */
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
  /** Empty where the provider of every route has shut the model down. */
  readonly routes: readonly Route[];
  /** Routes that ended on their `until` day: they are not tried. */
  readonly endedRoutes?: readonly Route[];
}

export interface ChatModel extends ModelCommon {
  readonly type: "chat";
  readonly contextTokens: number | undefined;
  /** What the provider takes at most, where that is more than `contextTokens`. */
  readonly windowTokens?: number;
  readonly maxOutputTokens: number | undefined;
  /** What an answer takes where the caller gives no maximum, for the hold. */
  readonly typicalOutputTokens: number;
  readonly capabilities: ReadonlySet<Capability>;
  /** Undefined: not known. */
  readonly imageTokens?: ImageTokens;
  /** `drop`: fields the model can't honour are left out and listed in a header; `refuse`: 400. */
  readonly unsupported: "refuse" | "drop";
  /** As REST names them: left out and listed in any case. */
  readonly mayDrop?: readonly string[];
  /** A cut stream goes on over another route without the caller's asking. */
  readonly continueOnCut?: boolean;
  readonly slowStart?: SlowStart;
}

export interface EmbeddingModel extends ModelCommon {
  readonly type: "embedding";
  /** Of one input. */
  readonly contextTokens: number | undefined;
  /** Length of a vector, at most. */
  readonly dimensions: number;
}

export interface ImageModel extends ModelCommon {
  readonly type: "image";
  /** Empty: any. */
  readonly sizes: readonly string[];
  /** Undefined: it makes images from a text alone. */
  readonly edits: ImageEdits | undefined;
}

export interface ImageEdits {
  /** Images that one call may give it. */
  readonly maxInputs: number;
  /** Whether a call may say, by a mask, which part of the first image may change. */
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
  /** Undefined: it makes videos from a text alone. */
  readonly firstFrame: FirstFrame | undefined;
}

/** A video that begins with an image that a call gives. */
export interface FirstFrame {
  /** Whether such a call may choose the aspect ratio; otherwise the video has the image's shape. */
  readonly aspectRatio: boolean;
}

/** Input tokens that one image of a prompt is billed at, at most. */
export interface ImageTokens {
  /** Asked to be seen in low detail. */
  readonly low: number;
  readonly high: number;
}

/** What the beginning of a stream must hold to be sent on. */
export interface SlowStart {
  readonly characters: number;
  /** From the first content on. */
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
  /** Row of a table by size and quality, `1024x1024/hd`; empty where there is one price. */
  readonly variant: string;
  /** US dollars for one unit: per token, not per million. Exact. */
  readonly usdEach: Decimal;
}

export interface Route {
  readonly provider: string;
  /** The provider's own model id. */
  readonly model: string;
  /** Neighbours that state one share the first tries by it. Without, the route stands alone at its place. */
  readonly weight?: number;
  /** Where it differs from the model's. */
  readonly contextTokens?: number;
  readonly timeouts: Timeouts;
  /** The provider's with the route's own over them; undefined where it has none of its own. */
  readonly quirks?: Readonly<Record<string, unknown>>;
  readonly zdr: boolean;
  /** Of image and video models: whether a call may give images over it, to be edited or to begin a video with. */
  readonly takesImages?: boolean;
  /** Of image models: whether such a call may have a mask. */
  readonly takesMask?: boolean;
  /** `YYYY-MM-DD`: the day, in UTC, on which its provider shuts the model down. */
  readonly until?: string;
}

/** A catalog that may change while the process runs. */
export interface CatalogSource {
  current(): Catalog;
  /** @returns Stops listening. */
  onChange(listener: (catalog: Catalog) => void): () => void;
  close(): void;
}
