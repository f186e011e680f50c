import type { Decimal, NanoMxn } from "@cenote/core";
import type { PROVIDER_KINDS } from "./provider-kinds";

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

export interface Provider {
  readonly name: string;
  readonly kind: ProviderKind;
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
  /** For the kind `ai-sdk`: the package that speaks to it, and what its create function is given. */
  readonly sdk?:
    | {
        readonly package: string;
        readonly create: string | undefined;
        readonly options: Readonly<Record<string, unknown>>;
      }
    | undefined;
  readonly zdr: boolean;
}

export type ModelType = "chat" | "image" | "video" | "embedding";

export type Capability =
  | "tools"
  | "vision"
  | "pdf"
  | "json_object"
  | "json_schema"
  /** A schema is put into the prompt where a route does not take it; nothing enforces it. */
  | "json_schema_instructed"
  | "reasoning"
  | "prompt_caching"
  | "assistant_prefix"
  | "logprobs";

export interface Model {
  /** `<provider>/<model>`. */
  readonly id: string;
  readonly type: ModelType;
  /** Unix seconds. */
  readonly created: number;
  readonly contextTokens: number | undefined;
  /** What the provider takes at most, where that is more than `contextTokens`. */
  readonly windowTokens?: number;
  readonly maxOutputTokens: number | undefined;
  /** What an answer takes where the caller gives no maximum, for the hold. */
  readonly typicalOutputTokens: number;
  readonly capabilities: ReadonlySet<Capability>;
  readonly dimensions: number | undefined;
  readonly defaultDurationS: number | undefined;
  readonly maxDurationS: number | undefined;
  readonly durationsS: readonly number[];
  /** Undefined: any. */
  readonly aspectRatios?: readonly string[];
  readonly audio: boolean | undefined;
  readonly sizes: readonly string[];
  readonly prices: readonly Price[];
  /** Empty where the provider of every route has shut the model down. */
  readonly routes: readonly Route[];
  /** Routes that ended on their `until` day: they are not tried. */
  readonly endedRoutes?: readonly Route[];
  /** `drop`: fields the model can't honour are left out and listed in a header; `refuse`: 400. */
  readonly unsupported: "refuse" | "drop";
  /** As REST names them: left out and listed in any case. */
  readonly mayDrop?: readonly string[];
  /** A cut stream goes on over another route without the caller's asking. */
  readonly continueOnCut?: boolean;
  readonly slowStart?: SlowStart;
  /** Undefined: not known. */
  readonly imageTokens?: ImageTokens;
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
  | "second";

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
