/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** The alert for a low balance. */
export type BalanceAlertInput = {
  /** Pesos, above zero, with at most nine decimals. */
  readonly threshold: string;
  /** A public address, http or https, without user name and password. */
  readonly url: string;
};

/** When the spent amount of a budget returns to zero, in UTC unless the operator has set another offset. A call belongs to the period in which it began. */
export type BudgetPeriod =
  /** At midnight. */
  | 'DAY'
  /** On the first of the month. */
  | 'MONTH'
  /** Never. */
  | 'TOTAL'
  /** On Mondays. */
  | 'WEEK';

/** A chat call: the fields of `POST /v1/chat/completions`, with the same checks. */
export type ChatInput = {
  /** If the provider's stream breaks or stalls, continues the answer over another route of the model. Only routes that can continue an answer are used. */
  readonly continueOnCut?: boolean | null | undefined;
  /** -2 to 2. */
  readonly frequencyPenalty?: number | null | undefined;
  /** An object that maps token ids to a bias from -100 to 100. */
  readonly logitBias?: unknown;
  /** Returns log probabilities with the answer. */
  readonly logprobs?: boolean | null | undefined;
  /** Maximum tokens to generate. */
  readonly maxTokens?: number | null | undefined;
  /** The conversation, at least one message. */
  readonly messages: ReadonlyArray<ChatMessageInput>;
  /** `<provider>/<model>` */
  readonly model: string;
  /** Fallback models, tried in order if no route of `model` answers, at most 8. */
  readonly models?: ReadonlyArray<string> | null | undefined;
  /** Whether one answer may have several tool calls. */
  readonly parallelToolCalls?: boolean | null | undefined;
  /** -2 to 2. */
  readonly presencePenalty?: number | null | undefined;
  /** none, minimal, low, medium, high, xhigh or max. */
  readonly reasoningEffort?: string | null | undefined;
  /** The format of the answer. */
  readonly responseFormat?: ResponseFormatInput | null | undefined;
  /** An integer. Providers that support it try to give the same answer for the same seed. */
  readonly seed?: number | null | undefined;
  /** Sequences that end the answer, at most 16. */
  readonly stop?: ReadonlyArray<string> | null | undefined;
  /** 0 to 2. */
  readonly temperature?: number | null | undefined;
  /** Whether the model calls tools. */
  readonly toolChoice?: ToolChoiceInput | null | undefined;
  /** Functions the model may call, at most 128. */
  readonly tools?: ReadonlyArray<ToolInput> | null | undefined;
  /** 0 to 20 alternatives per token; needs `logprobs`. */
  readonly topLogprobs?: number | null | undefined;
  /** 0 to 1; alternative to `temperature`. */
  readonly topP?: number | null | undefined;
  /** Id of your user, passed to the provider. */
  readonly user?: string | null | undefined;
  /** How long the answer is: low, medium or high. */
  readonly verbosity?: string | null | undefined;
  /** Zero data retention: uses only routes marked for it; content is neither stored nor logged. */
  readonly zdr?: boolean | null | undefined;
};

/** One message of the conversation. */
export type ChatMessageInput = {
  /** Text. Give this or `parts`. */
  readonly content?: string | null | undefined;
  /** Name of the speaker. */
  readonly name?: string | null | undefined;
  /** Text, images and files, in order. */
  readonly parts?: ReadonlyArray<ContentPartInput> | null | undefined;
  /** In an assistant's message: its reasoning. */
  readonly reasoning?: string | null | undefined;
  /** In an assistant's message: the answer's `reasoningDetails`, unchanged; after `chatTokens`, every `reasoningDetail`, in order. */
  readonly reasoningDetails?: ReadonlyArray<unknown> | null | undefined;
  /** In an assistant's message: the text of a refusal. */
  readonly refusal?: string | null | undefined;
  /** The author. */
  readonly role: ChatRole;
  /** In a tool's message: id of the tool call that it answers. */
  readonly toolCallId?: string | null | undefined;
  /** In an assistant's message: its tool calls. */
  readonly toolCalls?: ReadonlyArray<ToolCallInput> | null | undefined;
};

/** The author of a message. */
export type ChatRole =
  /** The model. */
  | 'ASSISTANT'
  /** Treated as `SYSTEM`. */
  | 'DEVELOPER'
  /** Instructions. */
  | 'SYSTEM'
  /** The result of a tool call. */
  | 'TOOL'
  /** The user. */
  | 'USER';

/** What a client token may do. Every token can also list models. */
export type ClientTokenOperation =
  /** `viewer` and `balance`. */
  | 'BALANCE'
  /** `createChatCompletion`, `chatTokens`, `POST /v1/chat/completions`, `/v1/responses` and `/v1/messages`. */
  | 'CHAT'
  /** `createEmbeddings`, `POST /v1/embeddings`. */
  | 'EMBEDDINGS'
  /** `createImages`, `POST /v1/images/generations`, `POST /v1/images/edits`. */
  | 'IMAGES'
  /** `createVideo`, `cancelVideo`, `deleteVideo`, `videoJob`, `videoStatus` and the same over REST; not the list of all jobs. */
  | 'VIDEO';

/** A part of a message: a text, an image or a file. */
export type ContentPartInput = {
  /** Detail of the image: auto, low, high or original, which is treated as high. */
  readonly detail?: string | null | undefined;
  /** A PDF file. The model needs the capability `PDF`. */
  readonly file?: FileInput | null | undefined;
  /** An image: an `https:` or `data:` URL. */
  readonly imageUrl?: string | null | undefined;
  /** Text. */
  readonly text?: string | null | undefined;
};

/** A PDF file. */
export type FileInput = {
  /** The file as a data URL: `data:application/pdf;base64,...` */
  readonly fileData: string;
  /** Name of the file. */
  readonly filename?: string | null | undefined;
};

/** Why an answer ended. */
export type FinishReason =
  /** The provider's content filter ended it. */
  | 'CONTENT_FILTER'
  /** `maxTokens` or the model's own limit was reached. */
  | 'LENGTH'
  /** The model finished, or reached a stop sequence. */
  | 'STOP'
  /** The model calls tools. */
  | 'TOOL_CALLS';

/** The source of an exchange rate. */
export type FxSource =
  /** Banco de México. */
  | 'BANXICO'
  /** The configuration. */
  | 'FIXED'
  /** Set by the operator. */
  | 'OPERATOR'
  /** An address in the configuration. */
  | 'URL';

/** An images call: the fields of `POST /v1/images/generations`, and with `images` those of `POST /v1/images/edits`, with the same checks. */
export type ImagesInput = {
  /** Images to edit, or to use as references, in the order in which the prompt mentions them. PNG, JPEG or WebP as data URLs, at most the model's `maxInputImages`. If absent, the images are generated from the prompt alone. */
  readonly images?: ReadonlyArray<string> | null | undefined;
  /** A PNG of the size of the first of `images`, as a data URL. Its transparent parts mark where that image may change. For models with `takesMask`. */
  readonly mask?: string | null | undefined;
  /** `<provider>/<model>` */
  readonly model: string;
  /** Number of images, 1 to 8, each billed separately. Default: 1. */
  readonly n?: number | null | undefined;
  /** What the images show, at most 4000 characters. */
  readonly prompt: string;
  /** standard, hd, low, medium, high, xhigh or max, whichever the model has a price for. Models without qualities ignore it. Models with other qualities ignore standard and hd. */
  readonly quality?: string | null | undefined;
  /** `<width>x<height>`, one of the model's `sizes`. Default: the first of them. With `images`, if the price does not depend on the size: the shape of the first image. Providers that support only aspect ratios (Gemini, Imagen, Grok) choose the number of pixels. */
  readonly size?: string | null | undefined;
  /** Id of your user, passed to the provider. */
  readonly user?: string | null | undefined;
  /** Zero data retention. True is refused, because images are stored. */
  readonly zdr?: boolean | null | undefined;
};

/** A budget for an API key. */
export type KeyBudgetInput = {
  /** Pesos per period, above zero, with at most nine decimals. */
  readonly limit: string;
  /** When the spent amount returns to zero. If absent, the period of the key's current budget is kept; without one, it never returns to zero. */
  readonly period?: BudgetPeriod | null | undefined;
};

/** A key's own limits, at most the organization's. Null or 0 means the organization's limit. An absent field means the same for a new key, and no change for an existing one. */
export type KeyLimitsInput = {
  /** Calls at the same time. */
  readonly concurrentRequests?: number | null | undefined;
  /** Calls per minute. */
  readonly requestsPerMinute?: number | null | undefined;
  /** Tokens per minute, prompt and answer together. */
  readonly tokensPerMinute?: number | null | undefined;
};

/** Restrictions of a key besides its limits. A key with any of them can't manage keys, guardrails, balance alerts or top-ups. For a new key, absent and null mean none; for an existing one, an absent field is unchanged, and null removes the restriction. */
export type KeyRestrictionsInput = {
  /** What it may spend; without a budget, the whole balance. */
  readonly budget?: KeyBudgetInput | null | undefined;
  /** When it expires: a time in the future. An expired key works again with a new time. */
  readonly expires?: string | null | undefined;
  /** The models it may use, at most 64 ids; `openai/*` means all of that provider's. An empty list allows every model. */
  readonly models?: ReadonlyArray<string> | null | undefined;
  /** The addresses it may be used from, at most 64: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. They don't apply to its client tokens, which have origins instead. An empty list allows every address. */
  readonly networks?: ReadonlyArray<string> | null | undefined;
};

/** Kinds of ledger entries. */
export type LedgerEntryType =
  /** A correction. */
  | 'ADJUST'
  /** Money was paid in. */
  | 'CREDIT'
  /** A hold that no call closed in time is released. */
  | 'EXPIRE'
  /** A call holds what it may cost, or increases its hold. */
  | 'HOLD'
  /** A call cost nothing; its hold is released. */
  | 'RELEASE'
  /** A call was charged; its hold is released. */
  | 'SETTLE';

/** Lists only entries that match every given field. `model`, `apiKeyId`, `clientTokenId`, `kind` and `outcome` describe the call that an entry closes, so with any of them only `SETTLE` and `RELEASE` entries match. */
export type LedgerFilter = {
  /** Id of an API key. Calls of its client tokens match too. */
  readonly apiKeyId?: string | null | undefined;
  /** Id of a client token. */
  readonly clientTokenId?: string | null | undefined;
  /** Earliest time, inclusive. */
  readonly from?: string | null | undefined;
  /** What was generated. */
  readonly kind?: ModelType | null | undefined;
  /** Id of the model that answered; `openai/*` means all of that provider's. */
  readonly model?: string | null | undefined;
  /** `ok`, `cancelled`, `failed` for every other outcome, or the code of one error. */
  readonly outcome?: string | null | undefined;
  /** Latest time, exclusive. */
  readonly to?: string | null | undefined;
  /** Kinds of entries; empty for every kind. */
  readonly types?: ReadonlyArray<LedgerEntryType> | null | undefined;
};

/** What a model can do beyond its type. */
export type ModelCapability =
  /** Can continue an answer that has begun. */
  | 'ASSISTANT_PREFIX'
  /** `responseFormat` `JSON_OBJECT`. */
  | 'JSON_OBJECT'
  /** `responseFormat` `JSON_SCHEMA`. */
  | 'JSON_SCHEMA'
  /** `responseFormat` `JSON_SCHEMA`. The schema is part of the prompt, and nothing enforces it. */
  | 'JSON_SCHEMA_INSTRUCTED'
  /** `logprobs`. */
  | 'LOGPROBS'
  /** PDF files in messages. */
  | 'PDF'
  /** Prompt tokens read from a cache cost less. */
  | 'PROMPT_CACHING'
  /** `reasoningEffort`. */
  | 'REASONING'
  /** Can call `tools`. */
  | 'TOOLS'
  /** Images in messages. */
  | 'VISION';

/** What a model generates. */
export type ModelType =
  /** Messages of a conversation. */
  | 'CHAT'
  /** Vectors of texts. */
  | 'EMBEDDING'
  /** Images. */
  | 'IMAGE'
  /** Videos. */
  | 'VIDEO';

/** How a top-up can be paid. */
export type PaymentMethod =
  /** Credit or debit card. */
  | 'CARD'
  /** A voucher that is paid in cash at OXXO, up to 10000 pesos. */
  | 'OXXO'
  /** A bank transfer. */
  | 'SPEI';

/** The format of the answer. */
export type ResponseFormatInput = {
  /** Description of the schema, for the model. */
  readonly description?: string | null | undefined;
  /** Name of the schema, with `JSON_SCHEMA`. */
  readonly name?: string | null | undefined;
  /** JSON Schema of the answer, with `JSON_SCHEMA`. */
  readonly schema?: unknown;
  /** The answer must match the schema exactly. */
  readonly strict?: boolean | null | undefined;
  /** The kind of format. */
  readonly type: ResponseFormatType;
};

/** The format of an answer. */
export type ResponseFormatType =
  /** A JSON object. */
  | 'JSON_OBJECT'
  /** JSON that fits a schema. */
  | 'JSON_SCHEMA'
  /** Any text. */
  | 'TEXT';

/** What changed the balance, besides calls. */
export type StatementPostingType =
  /** The operator corrected the balance. */
  | 'ADJUST'
  /** Money was added. */
  | 'CREDIT';

/** A tool call of an earlier answer. */
export type ToolCallInput = {
  /** JSON text, as the model wrote it. */
  readonly arguments: string;
  /** Id of the call, from the answer. */
  readonly id: string;
  /** Name of the tool. */
  readonly name: string;
};

/** Whether the model calls tools. */
export type ToolChoiceInput = {
  /** With `AUTO` or `REQUIRED`: names of the tools that may be called. The others are not sent to the model. If absent, all may be called. */
  readonly allowedTools?: ReadonlyArray<string> | null | undefined;
  /** The rule. */
  readonly mode: ToolChoiceMode;
  /** Name of the tool, with `FUNCTION`. */
  readonly name?: string | null | undefined;
};

/** Whether the model calls tools. */
export type ToolChoiceMode =
  /** The model decides. */
  | 'AUTO'
  /** The model calls the named tool. */
  | 'FUNCTION'
  /** The model calls no tool. */
  | 'NONE'
  /** The model calls at least one tool. */
  | 'REQUIRED';

/** A function the model may call. */
export type ToolInput = {
  /** What the function does, for the model. */
  readonly description?: string | null | undefined;
  /** 1 to 64 letters, digits, `_` or `-`. */
  readonly name: string;
  /** JSON Schema of its arguments. */
  readonly parameters?: unknown;
  /** Arguments must match the schema exactly. */
  readonly strict?: boolean | null | undefined;
};

/** A new top-up. */
export type TopUpInput = {
  /** Pesos, with at most two decimals, within `topUpTerms`. */
  readonly amount: string;
  /** The http or https address that the payment page leads back to, paid or not, with `top_up=<id>` added to its query. Query `topUp` there: the address alone does not prove a payment. */
  readonly returnUrl: string;
};

/** The state of a top-up. */
export type TopUpState =
  /** Nobody paid in time. */
  | 'EXPIRED'
  /** The voucher or transfer was not paid, or there was no payment page. */
  | 'FAILED'
  /** The payment page waits for the customer. */
  | 'OPEN'
  /** Paid, and in the balance. */
  | 'PAID'
  /** The customer got a cash voucher or bank details. The payment has not arrived yet. */
  | 'PROCESSING';

/** What usage is grouped by, besides the day. */
export type UsageGrouping =
  /** The API key; calls of a client token count for its key. */
  | 'KEY'
  /** The model. */
  | 'MODEL';

/** Units of usage. */
export type UsageUnit =
  /** Prompt tokens read from the provider's cache. */
  | 'CACHED_INPUT_TOKEN'
  /** Prompt tokens written to the provider's cache. */
  | 'CACHE_WRITE_TOKEN'
  /** Images. */
  | 'IMAGE'
  /** Images given to an edit, counted once for each generated image. */
  | 'INPUT_IMAGE'
  /** Prompt tokens that were not read from a cache. */
  | 'INPUT_TOKEN'
  /** Generated tokens, reasoning included. */
  | 'OUTPUT_TOKEN'
  /** Seconds of video. */
  | 'SECOND';

/** A video call: the fields of `POST /v1/videos/generations`, with the same checks. */
export type VideoInput = {
  /** Such as `16:9`, `9:16` or `1:1`, depending on the model. */
  readonly aspectRatio?: string | null | undefined;
  /** Receives a signed POST when the job ends. */
  readonly callbackUrl?: string | null | undefined;
  /** Seconds, up to the model's `maxDuration`. Default: the model's `defaultDuration`. It is rounded down to a length that the model supports, and that length is billed. */
  readonly duration?: number | null | undefined;
  /** The image that the video begins with: PNG, JPEG or WebP as a data URL. For models with `takesFirstFrame`. Some of them take the video's shape from the image, and then refuse `aspectRatio`. The image is passed to the provider and is not stored. */
  readonly firstFrame?: string | null | undefined;
  /** `<provider>/<model>` */
  readonly model: string;
  /** What the video shows, at most 4000 characters. */
  readonly prompt: string;
  /** Zero data retention. True is refused, because videos are stored. */
  readonly zdr?: boolean | null | undefined;
};

/** The state of a video job. */
export type VideoStatus =
  /** The video is available, and charged. */
  | 'COMPLETED'
  /** There is no video; nothing is charged. */
  | 'FAILED'
  /** Not sent to the provider yet. */
  | 'PENDING'
  /** The provider is working on it. */
  | 'PROCESSING';

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { readonly viewer: { readonly organization: { readonly id: string, readonly name: string }, readonly clientToken: { readonly id: string } | null } | null };

export type BalanceSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type BalanceSubscription = { readonly balance: { readonly balance: string, readonly held: string, readonly available: string } };

export type ProvidersQueryVariables = Exact<{ [key: string]: never; }>;


export type ProvidersQuery = { readonly models: ReadonlyArray<{ readonly id: string, readonly simulated: boolean }> | null };

export type UsageQueryVariables = Exact<{
  from: string;
  to: string;
  by: UsageGrouping;
}>;


export type UsageQuery = { readonly usage: ReadonlyArray<{ readonly day: string, readonly model: string, readonly keyId: string | null, readonly calls: number, readonly failedCalls: number, readonly inputTokens: number, readonly cachedInputTokens: number, readonly outputTokens: number, readonly costMxn: string }> | null };

export type KeyNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type KeyNamesQuery = { readonly apiKeys: ReadonlyArray<{ readonly id: string, readonly name: string, readonly hint: string }> | null };

export type LatestRequestsQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestRequestsQuery = { readonly ledger: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly request: { readonly id: string, readonly at: string, readonly model: string, readonly outcome: string, readonly costMxn: string, readonly durationMs: number } | null } }> } | null };

export type BalanceDetailsQueryVariables = Exact<{ [key: string]: never; }>;


export type BalanceDetailsQuery = { readonly viewer: { readonly apiKey: { readonly id: string, readonly expires: string | null, readonly models: ReadonlyArray<string>, readonly networks: ReadonlyArray<string>, readonly budget: { readonly limit: string, readonly period: BudgetPeriod, readonly spent: string, readonly resets: string | null } | null } | null, readonly organization: { readonly id: string, readonly balanceAlert: { readonly threshold: string, readonly url: string } | null } } | null };

export type SetBalanceAlertMutationVariables = Exact<{
  alert?: BalanceAlertInput | null | undefined;
}>;


export type SetBalanceAlertMutation = { readonly setBalanceAlert: { readonly organization: { readonly id: string, readonly balanceAlert: { readonly threshold: string, readonly url: string } | null } } | null };

export type TopUpTermsQueryVariables = Exact<{ [key: string]: never; }>;


export type TopUpTermsQuery = { readonly topUpTerms: { readonly minimum: string, readonly maximum: string, readonly methods: ReadonlyArray<PaymentMethod>, readonly test: boolean } | null };

export type TopUpsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type TopUpsQuery = { readonly topUps: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly amount: string, readonly state: TopUpState, readonly checkoutUrl: string | null, readonly refunded: string, readonly created: string, readonly ended: string | null } }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } | null };

export type TopUpQueryVariables = Exact<{
  id: string;
}>;


export type TopUpQuery = { readonly topUp: { readonly id: string, readonly amount: string, readonly state: TopUpState, readonly checkoutUrl: string | null } | null };

export type CreateTopUpMutationVariables = Exact<{
  input: TopUpInput;
}>;


export type CreateTopUpMutation = { readonly createTopUp: { readonly topUp: { readonly id: string, readonly checkoutUrl: string | null } } | null };

export type ChatModelsQueryVariables = Exact<{ [key: string]: never; }>;


export type ChatModelsQuery = { readonly models: ReadonlyArray<{ readonly id: string, readonly maxOutputTokens: number | null, readonly capabilities: ReadonlyArray<ModelCapability>, readonly prices: ReadonlyArray<{ readonly unit: UsageUnit, readonly variant: string | null, readonly per: number, readonly mxn: string }> }> | null };

export type ChatQuoteQueryVariables = Exact<{
  input: ChatInput;
}>;


export type ChatQuoteQuery = { readonly quote: { readonly expected: { readonly costMxn: string }, readonly maximum: { readonly costMxn: string } } | null };

export type ChatSubscriptionVariables = Exact<{
  input: ChatInput;
}>;


export type ChatSubscription = { readonly chatTokens:
    | { readonly __typename: 'ChatDelta', readonly content: string | null, readonly reasoning: string | null, readonly refusal: string | null }
    | { readonly __typename: 'ChatFailed', readonly code: string, readonly message: string, readonly requestId: string }
    | { readonly __typename: 'ChatFinished', readonly finishReason: FinishReason, readonly usage: { readonly promptTokens: number, readonly completionTokens: number, readonly costMxn: string } }
    | { readonly __typename: 'ChatStarted', readonly requestId: string, readonly droppedFields: ReadonlyArray<string> }
    | { readonly __typename: 'ChatToolCallDelta', readonly index: number, readonly id: string | null, readonly name: string | null, readonly arguments: string }
   };

export type ModelsQueryVariables = Exact<{ [key: string]: never; }>;


export type ModelsQuery = { readonly models: ReadonlyArray<{ readonly id: string, readonly type: ModelType, readonly capabilities: ReadonlyArray<ModelCapability>, readonly contextLength: number | null, readonly maxOutputTokens: number | null, readonly dimensions: number | null, readonly sizes: ReadonlyArray<string>, readonly maxDuration: number | null, readonly audio: boolean | null, readonly zdr: boolean, readonly prices: ReadonlyArray<{ readonly unit: UsageUnit, readonly variant: string | null, readonly per: number, readonly usd: string, readonly mxn: string }> }> | null };

export type LedgerQueryVariables = Exact<{
  after?: string | null | undefined;
  filter?: LedgerFilter | null | undefined;
}>;


export type LedgerQuery = { readonly ledger: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly at: string, readonly type: LedgerEntryType, readonly amount: string, readonly balance: string, readonly note: string | null, readonly requestId: string | null, readonly request: { readonly id: string, readonly model: string, readonly kind: ModelType | null, readonly outcome: string, readonly cached: boolean, readonly costMxn: string, readonly apiKey: { readonly id: string, readonly name: string, readonly hint: string } | null, readonly usage: ReadonlyArray<{ readonly unit: UsageUnit, readonly quantity: number }> } | null } }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } | null };

export type FilterOptionsQueryVariables = Exact<{ [key: string]: never; }>;


export type FilterOptionsQuery = { readonly models: ReadonlyArray<{ readonly id: string }> | null, readonly apiKeys: ReadonlyArray<{ readonly id: string, readonly name: string, readonly hint: string }> | null };

export type RequestQueryVariables = Exact<{
  id: string | number;
}>;


export type RequestQuery = { readonly request: { readonly id: string, readonly at: string, readonly kind: ModelType | null, readonly model: string, readonly outcome: string, readonly cached: boolean, readonly stream: boolean, readonly durationMs: number, readonly firstContentMs: number, readonly costMxn: string, readonly costUsd: string, readonly clientTokenId: string | null, readonly apiKey: { readonly id: string, readonly name: string, readonly hint: string } | null, readonly fx: { readonly mxnPerUsd: string, readonly source: FxSource, readonly at: string | null } | null, readonly usage: ReadonlyArray<{ readonly unit: UsageUnit, readonly variant: string | null, readonly quantity: number }>, readonly attempts: ReadonlyArray<{ readonly route: string, readonly outcome: string, readonly durationMs: number }> } | null };

export type StatementQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type StatementQuery = { readonly statement: { readonly from: string, readonly to: string, readonly openingMxn: string, readonly creditedMxn: string, readonly adjustedMxn: string, readonly closingMxn: string, readonly postingsLeftOut: number, readonly block: number, readonly hash: string, readonly postings: ReadonlyArray<{ readonly id: string, readonly type: StatementPostingType, readonly amountMxn: string, readonly at: string, readonly note: string | null }>, readonly models: ReadonlyArray<{ readonly model: string, readonly calls: number, readonly costMxn: string }> } | null };

export type ApiKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiKeysQuery = { readonly viewer: { readonly apiKey: { readonly id: string, readonly expires: string | null, readonly models: ReadonlyArray<string>, readonly networks: ReadonlyArray<string>, readonly budget: { readonly limit: string } | null } | null } | null, readonly apiKeys: ReadonlyArray<{ readonly id: string, readonly name: string, readonly hint: string, readonly created: string, readonly revoked: string | null, readonly lastUsed: string | null, readonly expires: string | null, readonly models: ReadonlyArray<string>, readonly networks: ReadonlyArray<string>, readonly limits: { readonly requestsPerMinute: number, readonly tokensPerMinute: number, readonly concurrentRequests: number }, readonly budget: { readonly limit: string, readonly period: BudgetPeriod, readonly spent: string, readonly resets: string | null } | null }> | null };

export type ModelIdsQueryVariables = Exact<{ [key: string]: never; }>;


export type ModelIdsQuery = { readonly models: ReadonlyArray<{ readonly id: string }> | null };

export type CreateApiKeyMutationVariables = Exact<{
  name: string;
  limits: KeyLimitsInput;
  restrictions: KeyRestrictionsInput;
}>;


export type CreateApiKeyMutation = { readonly createApiKey: { readonly secret: string, readonly apiKey: { readonly id: string, readonly name: string, readonly models: ReadonlyArray<string> } } | null };

export type UpdateApiKeyMutationVariables = Exact<{
  id: string;
  name: string;
  limits: KeyLimitsInput;
  restrictions: KeyRestrictionsInput;
}>;


export type UpdateApiKeyMutation = { readonly updateApiKey: { readonly apiKey: { readonly id: string } } | null };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeApiKeyMutation = { readonly revokeApiKey: { readonly apiKey: { readonly id: string } } | null };

export type ClientTokensQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ClientTokensQuery = { readonly clientTokens: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly apiKeyId: string, readonly operations: ReadonlyArray<ClientTokenOperation>, readonly models: ReadonlyArray<string>, readonly origins: ReadonlyArray<string>, readonly budget: string, readonly spent: string, readonly expires: string } }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } | null };

export type RevokeClientTokenMutationVariables = Exact<{
  id: string;
}>;


export type RevokeClientTokenMutation = { readonly revokeClientToken: { readonly clientToken: { readonly id: string } } | null };

export type VideoJobPartsFragment = { readonly id: string, readonly model: string, readonly prompt: string, readonly status: VideoStatus, readonly duration: number, readonly created: string, readonly error: string | null, readonly videoUrl: string | null, readonly costMxn: string | null, readonly requestId: string };

export type VideoModelsQueryVariables = Exact<{ [key: string]: never; }>;


export type VideoModelsQuery = { readonly models: ReadonlyArray<{ readonly id: string, readonly defaultDuration: number | null, readonly maxDuration: number | null, readonly durations: ReadonlyArray<number>, readonly prices: ReadonlyArray<{ readonly unit: UsageUnit, readonly mxn: string }> }> | null };

export type VideoQuoteQueryVariables = Exact<{
  input: VideoInput;
}>;


export type VideoQuoteQuery = { readonly quote: { readonly expected: { readonly duration: number | null, readonly costMxn: string } } | null };

export type VideoJobsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type VideoJobsQuery = { readonly videoJobs: { readonly edges: ReadonlyArray<{ readonly node: { readonly id: string, readonly model: string, readonly prompt: string, readonly status: VideoStatus, readonly duration: number, readonly created: string, readonly error: string | null, readonly videoUrl: string | null, readonly costMxn: string | null, readonly requestId: string } }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } | null };

export type CreateVideoMutationVariables = Exact<{
  input: VideoInput;
}>;


export type CreateVideoMutation = { readonly createVideo: { readonly job: { readonly id: string, readonly model: string, readonly prompt: string, readonly status: VideoStatus, readonly duration: number, readonly created: string, readonly error: string | null, readonly videoUrl: string | null, readonly costMxn: string | null, readonly requestId: string } } | null };

export type CancelVideoMutationVariables = Exact<{
  id: string;
}>;


export type CancelVideoMutation = { readonly cancelVideo: { readonly job: { readonly id: string, readonly model: string, readonly prompt: string, readonly status: VideoStatus, readonly duration: number, readonly created: string, readonly error: string | null, readonly videoUrl: string | null, readonly costMxn: string | null, readonly requestId: string } } | null };

export type VideoStatusSubscriptionVariables = Exact<{
  jobId: string;
}>;


export type VideoStatusSubscription = { readonly videoStatus: { readonly id: string, readonly model: string, readonly prompt: string, readonly status: VideoStatus, readonly duration: number, readonly created: string, readonly error: string | null, readonly videoUrl: string | null, readonly costMxn: string | null, readonly requestId: string } };

export type ImageModelsQueryVariables = Exact<{ [key: string]: never; }>;


export type ImageModelsQuery = { readonly models: ReadonlyArray<{ readonly id: string, readonly sizes: ReadonlyArray<string>, readonly prices: ReadonlyArray<{ readonly unit: UsageUnit, readonly mxn: string }> }> | null };

export type ImagesQuoteQueryVariables = Exact<{
  input: ImagesInput;
}>;


export type ImagesQuoteQuery = { readonly quote: { readonly expected: { readonly images: number | null, readonly costMxn: string } } | null };

export type CreateImagesMutationVariables = Exact<{
  input: ImagesInput;
}>;


export type CreateImagesMutation = { readonly createImages: { readonly id: string, readonly model: string, readonly costMxn: string, readonly failed: number, readonly failure: string | null, readonly images: ReadonlyArray<{ readonly url: string }> } | null };

export const VideoJobPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VideoJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"VideoJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"prompt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"duration"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"videoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}}]}}]} as unknown as DocumentNode<VideoJobPartsFragment, unknown>;
export const ViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"organization"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"clientToken"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const BalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"held"}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}}]}}]} as unknown as DocumentNode<BalanceSubscription, BalanceSubscriptionVariables>;
export const ProvidersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Providers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"models"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"simulated"}}]}}]}}]} as unknown as DocumentNode<ProvidersQuery, ProvidersQueryVariables>;
export const UsageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Usage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UsageGrouping"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"keyId"}},{"kind":"Field","name":{"kind":"Name","value":"calls"}},{"kind":"Field","name":{"kind":"Name","value":"failedCalls"}},{"kind":"Field","name":{"kind":"Name","value":"inputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"cachedInputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"outputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}}]}}]}}]} as unknown as DocumentNode<UsageQuery, UsageQueryVariables>;
export const KeyNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"KeyNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"hint"}}]}}]}}]} as unknown as DocumentNode<KeyNamesQuery, KeyNamesQueryVariables>;
export const LatestRequestsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LatestRequests"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ledger"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"request"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<LatestRequestsQuery, LatestRequestsQueryVariables>;
export const BalanceDetailsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"BalanceDetails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"budget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"resets"}}]}},{"kind":"Field","name":{"kind":"Name","value":"expires"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"networks"}}]}},{"kind":"Field","name":{"kind":"Name","value":"organization"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAlert"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"threshold"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}}]}}]} as unknown as DocumentNode<BalanceDetailsQuery, BalanceDetailsQueryVariables>;
export const SetBalanceAlertDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetBalanceAlert"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"alert"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"BalanceAlertInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setBalanceAlert"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"alert"},"value":{"kind":"Variable","name":{"kind":"Name","value":"alert"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"organization"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAlert"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"threshold"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SetBalanceAlertMutation, SetBalanceAlertMutationVariables>;
export const TopUpTermsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TopUpTerms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"topUpTerms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"minimum"}},{"kind":"Field","name":{"kind":"Name","value":"maximum"}},{"kind":"Field","name":{"kind":"Name","value":"methods"}},{"kind":"Field","name":{"kind":"Name","value":"test"}}]}}]}}]} as unknown as DocumentNode<TopUpTermsQuery, TopUpTermsQueryVariables>;
export const TopUpsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TopUps"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"topUps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"checkoutUrl"}},{"kind":"Field","name":{"kind":"Name","value":"refunded"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"ended"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<TopUpsQuery, TopUpsQueryVariables>;
export const TopUpDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TopUp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"topUp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"checkoutUrl"}}]}}]}}]} as unknown as DocumentNode<TopUpQuery, TopUpQueryVariables>;
export const CreateTopUpDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTopUp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TopUpInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTopUp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"topUp"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"checkoutUrl"}}]}}]}}]}}]} as unknown as DocumentNode<CreateTopUpMutation, CreateTopUpMutationVariables>;
export const ChatModelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChatModels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"models"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"EnumValue","value":"CHAT"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"maxOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"capabilities"}},{"kind":"Field","name":{"kind":"Name","value":"prices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"variant"}},{"kind":"Field","name":{"kind":"Name","value":"per"}},{"kind":"Field","name":{"kind":"Name","value":"mxn"}}]}}]}}]}}]} as unknown as DocumentNode<ChatModelsQuery, ChatModelsQueryVariables>;
export const ChatQuoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChatQuote"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChatInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"quote"},"name":{"kind":"Name","value":"chatQuote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expected"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costMxn"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maximum"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"costMxn"}}]}}]}}]}}]} as unknown as DocumentNode<ChatQuoteQuery, ChatQuoteQueryVariables>;
export const ChatDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Chat"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChatInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatTokens"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"droppedFields"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"reasoning"}},{"kind":"Field","name":{"kind":"Name","value":"refusal"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatToolCallDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"arguments"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatFinished"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"finishReason"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"promptTokens"}},{"kind":"Field","name":{"kind":"Name","value":"completionTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}}]}}]}}]}}]} as unknown as DocumentNode<ChatSubscription, ChatSubscriptionVariables>;
export const ModelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Models"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"models"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"capabilities"}},{"kind":"Field","name":{"kind":"Name","value":"contextLength"}},{"kind":"Field","name":{"kind":"Name","value":"maxOutputTokens"}},{"kind":"Field","name":{"kind":"Name","value":"dimensions"}},{"kind":"Field","name":{"kind":"Name","value":"sizes"}},{"kind":"Field","name":{"kind":"Name","value":"maxDuration"}},{"kind":"Field","name":{"kind":"Name","value":"audio"}},{"kind":"Field","name":{"kind":"Name","value":"zdr"}},{"kind":"Field","name":{"kind":"Name","value":"prices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"variant"}},{"kind":"Field","name":{"kind":"Name","value":"per"}},{"kind":"Field","name":{"kind":"Name","value":"usd"}},{"kind":"Field","name":{"kind":"Name","value":"mxn"}}]}}]}}]}}]} as unknown as DocumentNode<ModelsQuery, ModelsQueryVariables>;
export const LedgerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Ledger"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LedgerFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ledger"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}},{"kind":"Field","name":{"kind":"Name","value":"request"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"cached"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}},{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"hint"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}}]}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<LedgerQuery, LedgerQueryVariables>;
export const FilterOptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FilterOptions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"models"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"apiKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"hint"}}]}}]}}]} as unknown as DocumentNode<FilterOptionsQuery, FilterOptionsQueryVariables>;
export const RequestDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Request"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"request"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"cached"}},{"kind":"Field","name":{"kind":"Name","value":"stream"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}},{"kind":"Field","name":{"kind":"Name","value":"firstContentMs"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}},{"kind":"Field","name":{"kind":"Name","value":"costUsd"}},{"kind":"Field","name":{"kind":"Name","value":"clientTokenId"}},{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"hint"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fx"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mxnPerUsd"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"variant"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}}]}},{"kind":"Field","name":{"kind":"Name","value":"attempts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"route"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}}]}}]}}]} as unknown as DocumentNode<RequestQuery, RequestQueryVariables>;
export const StatementDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Statement"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"statement"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"openingMxn"}},{"kind":"Field","name":{"kind":"Name","value":"creditedMxn"}},{"kind":"Field","name":{"kind":"Name","value":"adjustedMxn"}},{"kind":"Field","name":{"kind":"Name","value":"closingMxn"}},{"kind":"Field","name":{"kind":"Name","value":"postings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"amountMxn"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"note"}}]}},{"kind":"Field","name":{"kind":"Name","value":"postingsLeftOut"}},{"kind":"Field","name":{"kind":"Name","value":"models"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"calls"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}}]}},{"kind":"Field","name":{"kind":"Name","value":"block"}},{"kind":"Field","name":{"kind":"Name","value":"hash"}}]}}]}}]} as unknown as DocumentNode<StatementQuery, StatementQueryVariables>;
export const ApiKeysDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ApiKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"budget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"expires"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"networks"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"apiKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"hint"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"revoked"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsed"}},{"kind":"Field","name":{"kind":"Name","value":"limits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestsPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"tokensPerMinute"}},{"kind":"Field","name":{"kind":"Name","value":"concurrentRequests"}}]}},{"kind":"Field","name":{"kind":"Name","value":"budget"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"resets"}}]}},{"kind":"Field","name":{"kind":"Name","value":"expires"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"networks"}}]}}]}}]} as unknown as DocumentNode<ApiKeysQuery, ApiKeysQueryVariables>;
export const ModelIdsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ModelIds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"models"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<ModelIdsQuery, ModelIdsQueryVariables>;
export const CreateApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limits"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"KeyLimitsInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"restrictions"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"KeyRestrictionsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"limits"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limits"}}},{"kind":"Argument","name":{"kind":"Name","value":"restrictions"},"value":{"kind":"Variable","name":{"kind":"Name","value":"restrictions"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"models"}}]}}]}}]}}]} as unknown as DocumentNode<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const UpdateApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limits"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"KeyLimitsInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"restrictions"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"KeyRestrictionsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"limits"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limits"}}},{"kind":"Argument","name":{"kind":"Name","value":"restrictions"},"value":{"kind":"Variable","name":{"kind":"Name","value":"restrictions"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateApiKeyMutation, UpdateApiKeyMutationVariables>;
export const RevokeApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const ClientTokensDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClientTokens"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clientTokens"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"apiKeyId"}},{"kind":"Field","name":{"kind":"Name","value":"operations"}},{"kind":"Field","name":{"kind":"Name","value":"models"}},{"kind":"Field","name":{"kind":"Name","value":"origins"}},{"kind":"Field","name":{"kind":"Name","value":"budget"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"expires"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<ClientTokensQuery, ClientTokensQueryVariables>;
export const RevokeClientTokenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeClientToken"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeClientToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clientToken"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<RevokeClientTokenMutation, RevokeClientTokenMutationVariables>;
export const VideoModelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"VideoModels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"models"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"EnumValue","value":"VIDEO"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"defaultDuration"}},{"kind":"Field","name":{"kind":"Name","value":"maxDuration"}},{"kind":"Field","name":{"kind":"Name","value":"durations"}},{"kind":"Field","name":{"kind":"Name","value":"prices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"mxn"}}]}}]}}]}}]} as unknown as DocumentNode<VideoModelsQuery, VideoModelsQueryVariables>;
export const VideoQuoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"VideoQuote"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"VideoInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"quote"},"name":{"kind":"Name","value":"videoQuote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expected"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"duration"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}}]}}]}}]}}]} as unknown as DocumentNode<VideoQuoteQuery, VideoQuoteQueryVariables>;
export const VideoJobsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"VideoJobs"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"videoJobs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"12"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"VideoJobParts"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VideoJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"VideoJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"prompt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"duration"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"videoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}}]}}]} as unknown as DocumentNode<VideoJobsQuery, VideoJobsQueryVariables>;
export const CreateVideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateVideo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"VideoInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createVideo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"VideoJobParts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VideoJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"VideoJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"prompt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"duration"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"videoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}}]}}]} as unknown as DocumentNode<CreateVideoMutation, CreateVideoMutationVariables>;
export const CancelVideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelVideo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelVideo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"VideoJobParts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VideoJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"VideoJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"prompt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"duration"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"videoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}}]}}]} as unknown as DocumentNode<CancelVideoMutation, CancelVideoMutationVariables>;
export const VideoStatusDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"VideoStatus"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"jobId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"videoStatus"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"jobId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"jobId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"VideoJobParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"VideoJobParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"VideoJob"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"prompt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"duration"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"videoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}}]}}]} as unknown as DocumentNode<VideoStatusSubscription, VideoStatusSubscriptionVariables>;
export const ImageModelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ImageModels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"models"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"type"},"value":{"kind":"EnumValue","value":"IMAGE"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"sizes"}},{"kind":"Field","name":{"kind":"Name","value":"prices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"mxn"}}]}}]}}]}}]} as unknown as DocumentNode<ImageModelsQuery, ImageModelsQueryVariables>;
export const ImagesQuoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ImagesQuote"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ImagesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"quote"},"name":{"kind":"Name","value":"imagesQuote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"expected"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"images"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}}]}}]}}]}}]} as unknown as DocumentNode<ImagesQuoteQuery, ImagesQuoteQueryVariables>;
export const CreateImagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateImages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ImagesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createImages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"failure"}},{"kind":"Field","name":{"kind":"Name","value":"images"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}}]}}]}}]}}]} as unknown as DocumentNode<CreateImagesMutation, CreateImagesMutationVariables>;