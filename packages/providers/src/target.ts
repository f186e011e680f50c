/** The destination of a call: provider, key and model. */
export interface Target {
  /** Name of the provider in the catalog, for messages and logs. */
  readonly provider: string;
  /** No slash at the end. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** The provider's own model id. */
  readonly model: string;
  /** Most tokens of one answer, from the catalog. */
  readonly maxOutputTokens?: number;
  /** Additional headers from the catalog. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Deviations of the provider from its family, from the catalog. */
  readonly quirks?: Readonly<Record<string, unknown>>;
  /** The AI SDK package for the provider, if no family speaks its protocol. */
  readonly sdk?: SdkPackage;
}

/** A provider package of the AI SDK. */
export interface SdkPackage {
  /** Name of the npm package: `@ai-sdk/amazon-bedrock`. */
  readonly package: string;
  /** Name of its `create...` function, if it has several. */
  readonly create?: string | undefined;
  /** Arguments of that function. They may contain secrets. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
