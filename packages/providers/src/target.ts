/** Where a call goes. */
export interface Target {
  /** Name of the provider in the catalog, for messages and logs. */
  readonly provider: string;
  /** No slash at the end. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** The provider's own model id. */
  readonly model: string;
  /** Most tokens of one answer, as the catalog knows the model. */
  readonly maxOutputTokens?: number;
  /** Further headers from the catalog. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Deviations of the provider from its family, as data. */
  readonly quirks?: Readonly<Record<string, unknown>>;
  /** The package that speaks to it, where none of ours does. */
  readonly sdk?: SdkPackage;
}

/** A provider package of the AI SDK. */
export interface SdkPackage {
  /** As npm knows it: `@ai-sdk/amazon-bedrock`. */
  readonly package: string;
  /** Name of its `create...` function, where it has several. */
  readonly create?: string | undefined;
  /** Handed to that function; may hold secrets. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
