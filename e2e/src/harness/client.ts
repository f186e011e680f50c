import type { System } from "./system";

export interface CallOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface JsonAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The raw text, for digits that JSON.parse would lose. */
  readonly text: string;
  readonly body: Body;
}

/** REST calls as a program without an SDK makes them. */
export interface Client {
  post(path: string, body: unknown, options?: CallOptions): Promise<Response>;
  postJson<Body = ErrorBody>(path: string, body: unknown, options?: CallOptions): Promise<JsonAnswer<Body>>;
  getJson<Body = ErrorBody>(path: string, options?: CallOptions): Promise<JsonAnswer<Body>>;
  /** A response without a body returns `{}`. */
  deleteJson<Body = ErrorBody>(path: string, options?: CallOptions): Promise<JsonAnswer<Body>>;
}

export interface ErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly code: string;
    readonly request_id: string;
  };
}

export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly cost_usd: number;
  readonly cost_mxn: number;
  readonly prompt_tokens_details?: { readonly cached_tokens: number };
}

export interface ChatCompletion {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly model: string;
  readonly choices: readonly {
    readonly index: number;
    readonly message: { readonly role: string; readonly content: string };
    readonly finish_reason: string;
  }[];
  readonly usage: Usage;
}

export interface ChatChunk {
  readonly id: string;
  readonly object: string;
  readonly choices: readonly {
    readonly index: number;
    readonly delta: Record<string, unknown>;
    readonly finish_reason: string | null;
  }[];
  readonly usage?: Usage | null;
}

export interface EmbeddingList {
  readonly object: string;
  readonly model: string;
  readonly data: readonly {
    readonly object: string;
    readonly index: number;
    readonly embedding: readonly number[] | string;
  }[];
  readonly usage: {
    readonly prompt_tokens: number;
    readonly total_tokens: number;
    readonly cost_usd: number;
    readonly cost_mxn: number;
  };
}

export const createClient = (system: Pick<System, "baseUrl" | "key">): Client => {
  const send = (
    method: string,
    path: string,
    body: string | undefined,
    { key = system.key, headers = {}, signal }: CallOptions,
  ) =>
    fetch(`${system.baseUrl}${path}`, {
      method,
      headers: {
        ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
  const post: Client["post"] = (path, body, options = {}) =>
    send("POST", path, typeof body === "string" ? body : JSON.stringify(body), options);
  return {
    post,
    postJson: async <Body>(path: string, body: unknown, options?: CallOptions) =>
      readJson<Body>(await post(path, body, options)),
    getJson: async <Body>(path: string, options: CallOptions = {}) =>
      readJson<Body>(await send("GET", path, undefined, options)),
    deleteJson: async <Body>(path: string, options: CallOptions = {}) =>
      readJson<Body>(await send("DELETE", path, undefined, options)),
  };
};

const readJson = async <Body>(response: Response): Promise<JsonAnswer<Body>> => {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text || "{}") as Body };
};

/** One user message. */
export const ask = (content: string, rest: object = {}) => ({
  model: "openai/gpt-4o-mini",
  messages: [{ role: "user", content }],
  ...rest,
});
