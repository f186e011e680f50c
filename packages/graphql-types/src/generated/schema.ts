export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A date-time string at UTC, such as 2007-12-03T10:15:30Z, compliant with the `date-time` format outlined in section 5.6 of the RFC 3339 profile of the ISO 8601 standard for representation of dates and times using the Gregorian calendar. */
  DateTime: { input: string; output: string; }
  /** An exact decimal number as text, `"0.00315"`, without an exponent. */
  Decimal: { input: string; output: string; }
  /** The `JSON` scalar type represents JSON values as specified by [ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf). */
  JSON: { input: unknown; output: unknown; }
  /** A field whose value is a generic Universally Unique Identifier: https://en.wikipedia.org/wiki/Universally_unique_identifier. */
  UUID: { input: string; output: string; }
};

/** Allows a stored answer to the same input of the organization. */
export type AnswerCacheInput = {
  /** If true, no stored answer is used, and the new answer replaces it. */
  readonly refresh?: InputMaybe<Scalars['Boolean']['input']>;
  /** Maximum age of a stored answer in seconds, from 1 to 2592000 (30 days). A new answer is stored for as long. */
  readonly seconds: Scalars['Int']['input'];
};

/** An API key, without the key itself. */
export type ApiKey = {
  readonly __typename: 'ApiKey';
  /** What it may spend; null for the whole balance. */
  readonly budget: Maybe<KeyBudget>;
  /** When it was created. */
  readonly created: Scalars['DateTime']['output'];
  /** When it expires; null for never. */
  readonly expires: Maybe<Scalars['DateTime']['output']>;
  /** Prefix and last four characters, enough to tell keys apart. */
  readonly hint: Scalars['String']['output'];
  /** Id of the key. */
  readonly id: Scalars['UUID']['output'];
  /** Day `YYYY-MM-DD`, UTC, of its last call that `usage` counts. Includes failed calls and calls of its client tokens. Null if there was none in the last 366 days. */
  readonly lastUsed: Maybe<Scalars['String']['output']>;
  /** The effective limits: the key's own, at most the organization's. */
  readonly limits: KeyLimits;
  /** The models it may use; `openai/*` means all of that provider's. Empty for every model. */
  readonly models: ReadonlyArray<Scalars['String']['output']>;
  /** Name of the key, for people. */
  readonly name: Scalars['String']['output'];
  /** The addresses and address ranges that it may be used from. Empty for everywhere. */
  readonly networks: ReadonlyArray<Scalars['String']['output']>;
  /** When it was revoked; null if it was not. */
  readonly revoked: Maybe<Scalars['DateTime']['output']>;
};

/** One attempt at a provider. */
export type Attempt = {
  readonly __typename: 'Attempt';
  /** Milliseconds until its answer ended or failed. */
  readonly durationMs: Scalars['Int']['output'];
  /** `ok`, or the kind of failure. */
  readonly outcome: Scalars['String']['output'];
  /** `<provider>/<upstream model>`. For a video with a first frame, it names the provider's separate endpoint, if there is one. */
  readonly route: Scalars['String']['output'];
};

/** The organization's money, in pesos. */
export type Balance = {
  readonly __typename: 'Balance';
  /** `balance` minus `held`. A call needs more than zero. */
  readonly available: Scalars['Decimal']['output'];
  /** The balance, without deducting holds. */
  readonly balance: Scalars['Decimal']['output'];
  /** Held by calls in progress. */
  readonly held: Scalars['Decimal']['output'];
};

/** The alert for a low balance. `url` receives a signed event `balance.low` each time the balance falls below `threshold`, and `balance.depleted` when a call is refused for the first time since the last credit. */
export type BalanceAlert = {
  readonly __typename: 'BalanceAlert';
  /** Pesos, compared with the balance without deducting holds. */
  readonly threshold: Scalars['Decimal']['output'];
  /** A public address, http or https, without user name and password. */
  readonly url: Scalars['String']['output'];
};

/** The alert for a low balance. */
export type BalanceAlertInput = {
  /** Pesos, above zero, with at most nine decimals. */
  readonly threshold: Scalars['Decimal']['input'];
  /** A public address, http or https, without user name and password. */
  readonly url: Scalars['String']['input'];
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

/** Whether a stored answer was used. */
export type CacheResult =
  /** Stored answers were neither read nor written, because of zero data retention or a client token. */
  | 'BYPASS'
  /** A stored answer was used. It cost nothing. */
  | 'HIT'
  /** There was none, so the answer is new. */
  | 'MISS';

/** The job after a cancel. */
export type CancelVideoPayload = {
  readonly __typename: 'CancelVideoPayload';
  /** Its current state: `FAILED` if it was cancelled; `PROCESSING` if the provider will stop it if it can; unchanged if it had ended or its video was already generated. */
  readonly job: VideoJob;
};

/** A complete, charged answer. */
export type ChatCompletion = {
  readonly __typename: 'ChatCompletion';
  /** Whether a stored answer was used; null without the argument `cache`. */
  readonly cache: Maybe<CacheResult>;
  /** When the answer was generated. */
  readonly created: Scalars['DateTime']['output'];
  /** Input fields that were ignored, because the model does not support them and its catalog row allows it. */
  readonly droppedFields: ReadonlyArray<Scalars['String']['output']>;
  /** Why the answer ended. */
  readonly finishReason: FinishReason;
  /** Request id of the call. */
  readonly id: Scalars['ID']['output'];
  /** OpenAI's logprobs object, if requested. */
  readonly logprobs: Maybe<Scalars['JSON']['output']>;
  /** The answer. */
  readonly message: ChatMessage;
  /** Id of the model that answered. */
  readonly model: Scalars['String']['output'];
  /** Whether this is the stored answer to an earlier call with the same `idempotencyKey`, which costs nothing. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Tokens and cost. */
  readonly usage: ChatUsage;
};

/** A piece of the answer, to be appended to the previous pieces. Null fields have nothing new. */
export type ChatDelta = {
  readonly __typename: 'ChatDelta';
  /** Text. */
  readonly content: Maybe<Scalars['String']['output']>;
  /** Only for resumable answers: pass it as `after` of `resumeChat` to continue after this event. */
  readonly eventId: Maybe<Scalars['ID']['output']>;
  /** OpenAI's logprobs object for the text. */
  readonly logprobs: Maybe<Scalars['JSON']['output']>;
  /** Reasoning, if the provider shows it. */
  readonly reasoning: Maybe<Scalars['String']['output']>;
  /** A signed or encrypted piece of reasoning. Send it back, unchanged, on the next turn. */
  readonly reasoningDetail: Maybe<Scalars['JSON']['output']>;
  /** Text with which the model declines. */
  readonly refusal: Maybe<Scalars['String']['output']>;
};

/** An event of a chat answer: one `ChatStarted`, any number of deltas, then one `ChatFinished` or one `ChatFailed`. An answer that fails before its first content is only a `ChatFailed`. */
export type ChatEvent = ChatDelta | ChatFailed | ChatFinished | ChatStarted | ChatToolCallDelta;

/** The last event of an answer that failed, before its first content or later. Only what was delivered until then is charged. */
export type ChatFailed = {
  readonly __typename: 'ChatFailed';
  /** A code of docs/errors.md. */
  readonly code: Scalars['String']['output'];
  /** Only for resumable answers: pass it as `after` of `resumeChat` to continue after this event. */
  readonly eventId: Maybe<Scalars['ID']['output']>;
  /** Text for people. For `provider_unavailable` it is the provider's text, unchanged. */
  readonly message: Scalars['String']['output'];
  /** Path of the invalid field. */
  readonly param: Maybe<Scalars['String']['output']>;
  /** Request id of the call. */
  readonly requestId: Scalars['ID']['output'];
  /** Milliseconds after which a retry makes sense. */
  readonly retryAfterMs: Maybe<Scalars['Int']['output']>;
  /** Whether the same call may succeed later. */
  readonly retryable: Scalars['Boolean']['output'];
};

/** The last event of a complete answer, sent after the charge. */
export type ChatFinished = {
  readonly __typename: 'ChatFinished';
  /** Only for resumable answers: pass it as `after` of `resumeChat` to continue after this event. */
  readonly eventId: Maybe<Scalars['ID']['output']>;
  /** Why the answer ended. */
  readonly finishReason: FinishReason;
  /** Tokens and cost. */
  readonly usage: ChatUsage;
};

/** A chat call: the fields of `POST /v1/chat/completions`, with the same checks. */
export type ChatInput = {
  /** If the provider's stream breaks or stalls, continues the answer over another route of the model. Only routes that can continue an answer are used. */
  readonly continueOnCut?: InputMaybe<Scalars['Boolean']['input']>;
  /** -2 to 2. */
  readonly frequencyPenalty?: InputMaybe<Scalars['Float']['input']>;
  /** An object that maps token ids to a bias from -100 to 100. */
  readonly logitBias?: InputMaybe<Scalars['JSON']['input']>;
  /** Returns log probabilities with the answer. */
  readonly logprobs?: InputMaybe<Scalars['Boolean']['input']>;
  /** Maximum tokens to generate. */
  readonly maxTokens?: InputMaybe<Scalars['Int']['input']>;
  /** The conversation, at least one message. */
  readonly messages: ReadonlyArray<ChatMessageInput>;
  /** `<provider>/<model>` */
  readonly model: Scalars['String']['input'];
  /** Fallback models, tried in order if no route of `model` answers, at most 8. */
  readonly models?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether one answer may have several tool calls. */
  readonly parallelToolCalls?: InputMaybe<Scalars['Boolean']['input']>;
  /** -2 to 2. */
  readonly presencePenalty?: InputMaybe<Scalars['Float']['input']>;
  /** none, minimal, low, medium, high, xhigh or max. */
  readonly reasoningEffort?: InputMaybe<Scalars['String']['input']>;
  /** The format of the answer. */
  readonly responseFormat?: InputMaybe<ResponseFormatInput>;
  /** An integer. Providers that support it try to give the same answer for the same seed. */
  readonly seed?: InputMaybe<Scalars['Float']['input']>;
  /** Sequences that end the answer, at most 16. */
  readonly stop?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** 0 to 2. */
  readonly temperature?: InputMaybe<Scalars['Float']['input']>;
  /** Whether the model calls tools. */
  readonly toolChoice?: InputMaybe<ToolChoiceInput>;
  /** Functions the model may call, at most 128. */
  readonly tools?: InputMaybe<ReadonlyArray<ToolInput>>;
  /** 0 to 20 alternatives per token; needs `logprobs`. */
  readonly topLogprobs?: InputMaybe<Scalars['Int']['input']>;
  /** 0 to 1; alternative to `temperature`. */
  readonly topP?: InputMaybe<Scalars['Float']['input']>;
  /** Id of your user, passed to the provider. */
  readonly user?: InputMaybe<Scalars['String']['input']>;
  /** How long the answer is: low, medium or high. */
  readonly verbosity?: InputMaybe<Scalars['String']['input']>;
  /** Zero data retention: uses only routes marked for it; content is neither stored nor logged. */
  readonly zdr?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The model's message. */
export type ChatMessage = {
  readonly __typename: 'ChatMessage';
  /** Text; null if there is only a refusal or tool calls. */
  readonly content: Maybe<Scalars['String']['output']>;
  /** Reasoning, if the provider shows it. */
  readonly reasoning: Maybe<Scalars['String']['output']>;
  /** Send these back, unchanged, with the message on the next turn. */
  readonly reasoningDetails: ReadonlyArray<Scalars['JSON']['output']>;
  /** Text with which the model declined. */
  readonly refusal: Maybe<Scalars['String']['output']>;
  /** The model's tool calls. */
  readonly toolCalls: ReadonlyArray<ToolCall>;
};

/** One message of the conversation. */
export type ChatMessageInput = {
  /** Text. Give this or `parts`. */
  readonly content?: InputMaybe<Scalars['String']['input']>;
  /** Name of the speaker. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Text, images and files, in order. */
  readonly parts?: InputMaybe<ReadonlyArray<ContentPartInput>>;
  /** In an assistant's message: its reasoning. */
  readonly reasoning?: InputMaybe<Scalars['String']['input']>;
  /** In an assistant's message: the answer's `reasoningDetails`, unchanged; after `chatTokens`, every `reasoningDetail`, in order. */
  readonly reasoningDetails?: InputMaybe<ReadonlyArray<Scalars['JSON']['input']>>;
  /** In an assistant's message: the text of a refusal. */
  readonly refusal?: InputMaybe<Scalars['String']['input']>;
  /** The author. */
  readonly role: ChatRole;
  /** In a tool's message: id of the tool call that it answers. */
  readonly toolCallId?: InputMaybe<Scalars['String']['input']>;
  /** In an assistant's message: its tool calls. */
  readonly toolCalls?: InputMaybe<ReadonlyArray<ToolCallInput>>;
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

/** The first event of an answer. It comes with the first content. */
export type ChatStarted = {
  readonly __typename: 'ChatStarted';
  /** Whether a stored answer was used; null without the argument `cache`. */
  readonly cache: Maybe<CacheResult>;
  /** When the answer began. */
  readonly created: Scalars['DateTime']['output'];
  /** Input fields that were ignored, because the model does not support them and its catalog row allows it. */
  readonly droppedFields: ReadonlyArray<Scalars['String']['output']>;
  /** Only for resumable answers: pass it as `after` of `resumeChat` to continue after this event. */
  readonly eventId: Maybe<Scalars['ID']['output']>;
  /** Id of the model that answers. */
  readonly model: Scalars['String']['output'];
  /** Whether this is the stored answer to an earlier call with the same `idempotencyKey`, which costs nothing. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Request id of the call. */
  readonly requestId: Scalars['ID']['output'];
  /** Always `ASSISTANT`. */
  readonly role: ChatRole;
};

/** A piece of a tool call, to be appended to the previous pieces with the same index. */
export type ChatToolCallDelta = {
  readonly __typename: 'ChatToolCallDelta';
  /** A piece of the arguments' JSON text. */
  readonly arguments: Scalars['String']['output'];
  /** Only for resumable answers: pass it as `after` of `resumeChat` to continue after this event. */
  readonly eventId: Maybe<Scalars['ID']['output']>;
  /** Id of the call; only with its first piece. */
  readonly id: Maybe<Scalars['String']['output']>;
  /** Number of the tool call in the answer, from 0. */
  readonly index: Scalars['Int']['output'];
  /** Name of the tool; only with the first piece. */
  readonly name: Maybe<Scalars['String']['output']>;
};

/** Usage and cost of a chat call. */
export type ChatUsage = {
  readonly __typename: 'ChatUsage';
  /** Prompt tokens written to the provider's cache. */
  readonly cacheWriteTokens: Scalars['Int']['output'];
  /** Prompt tokens read from the provider's cache. */
  readonly cachedTokens: Scalars['Int']['output'];
  /** Generated tokens. */
  readonly completionTokens: Scalars['Int']['output'];
  /** Pesos charged. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** US dollars, markup included. */
  readonly costUsd: Scalars['Decimal']['output'];
  /** Tokens of the prompt. */
  readonly promptTokens: Scalars['Int']['output'];
  /** Generated tokens of the reasoning. */
  readonly reasoningTokens: Scalars['Int']['output'];
  /** The sum of both. */
  readonly totalTokens: Scalars['Int']['output'];
};

/** A short-lived token for a browser, which allows only the operations it was created for. Over REST it is sent as `Authorization: Bearer`. */
export type ClientToken = {
  readonly __typename: 'ClientToken';
  /** Id of the API key that created it. */
  readonly apiKeyId: Scalars['UUID']['output'];
  /** Pesos it may spend in total. */
  readonly budget: Scalars['Decimal']['output'];
  /** When it was created. */
  readonly created: Scalars['DateTime']['output'];
  /** When it expires. */
  readonly expires: Scalars['DateTime']['output'];
  /** Id of the token, to revoke it with. */
  readonly id: Scalars['UUID']['output'];
  /** The models it may call; `openai/*` means all of that provider's. Empty for every model that its API key may use. */
  readonly models: ReadonlyArray<Scalars['String']['output']>;
  /** What it may do. */
  readonly operations: ReadonlyArray<ClientTokenOperation>;
  /** Origins it may be used from; empty for any. */
  readonly origins: ReadonlyArray<Scalars['String']['output']>;
  /** When it was revoked; null if it was not. */
  readonly revoked: Maybe<Scalars['DateTime']['output']>;
  /** Pesos it has spent so far, without unfinished calls. */
  readonly spent: Scalars['Decimal']['output'];
};

/** A page of client tokens, newest first. */
export type ClientTokenConnection = {
  readonly __typename: 'ClientTokenConnection';
  /** The tokens of this page. */
  readonly edges: ReadonlyArray<ClientTokenEdge>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
};

/** A client token and its cursor. */
export type ClientTokenEdge = {
  readonly __typename: 'ClientTokenEdge';
  /** Use it as `after` for the page that begins after this token. It does not expire. */
  readonly cursor: Scalars['String']['output'];
  /** The token. */
  readonly node: ClientToken;
};

/** What a new client token may do. */
export type ClientTokenInput = {
  /** Pesos it may spend in total, above zero. A call that would cost more than what is left is refused. An answer ends when the budget is used up. */
  readonly budget: Scalars['Decimal']['input'];
  /** The models it may call, at most 64; `openai/*` means all of that provider's. If absent, every model its API key may use. */
  readonly models?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** At least one. */
  readonly operations: ReadonlyArray<ClientTokenOperation>;
  /** Origins it may be used from, at most 16, such as `https://app.example`. If absent, any. */
  readonly origins?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Seconds until it expires, from 1 to 3600; 600 if absent. */
  readonly ttlSeconds?: InputMaybe<Scalars['Int']['input']>;
};

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
  readonly detail?: InputMaybe<Scalars['String']['input']>;
  /** A PDF file. The model needs the capability `PDF`. */
  readonly file?: InputMaybe<FileInput>;
  /** An image: an `https:` or `data:` URL. */
  readonly imageUrl?: InputMaybe<Scalars['String']['input']>;
  /** Text. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

/** A new API key. */
export type CreateApiKeyPayload = {
  readonly __typename: 'CreateApiKeyPayload';
  /** The new key, without the key itself. */
  readonly apiKey: ApiKey;
  /** The key itself, the only time it is shown. */
  readonly secret: Scalars['String']['output'];
};

/** A new client token. */
export type CreateClientTokenPayload = {
  readonly __typename: 'CreateClientTokenPayload';
  /** The new token, without its secret. */
  readonly clientToken: ClientToken;
  /** The token itself, the only time it is shown. */
  readonly secret: Scalars['String']['output'];
};

/** A new top-up. */
export type CreateTopUpPayload = {
  readonly __typename: 'CreateTopUpPayload';
  /** The top-up. Send the customer to its `checkoutUrl`. */
  readonly topUp: TopUp;
};

/** The new job. */
export type CreateVideoPayload = {
  readonly __typename: 'CreateVideoPayload';
  /** Its current state; `FAILED` if the provider refused it. */
  readonly job: VideoJob;
  /** Whether this is the stored answer to an earlier call with the same `idempotencyKey`, which costs nothing. */
  readonly replayed: Scalars['Boolean']['output'];
};

/** What was deleted. */
export type DeleteImagePayload = {
  readonly __typename: 'DeleteImagePayload';
  /** Address of the deleted image, as it was given. */
  readonly deletedUrl: Scalars['String']['output'];
};

/** What was deleted. */
export type DeleteVideoPayload = {
  readonly __typename: 'DeleteVideoPayload';
  /** Id of the deleted job. */
  readonly deletedId: Scalars['UUID']['output'];
};

/** The vector of one input. */
export type Embedding = {
  readonly __typename: 'Embedding';
  /** The vector. */
  readonly embedding: ReadonlyArray<Scalars['Float']['output']>;
  /** Position of the input, from 0. */
  readonly index: Scalars['Int']['output'];
};

/** Vectors of texts. They are charged. */
export type Embeddings = {
  readonly __typename: 'Embeddings';
  /** Whether a stored answer was used; null without the argument `cache`. */
  readonly cache: Maybe<CacheResult>;
  /** One vector per input, in the same order. */
  readonly data: ReadonlyArray<Embedding>;
  /** Request id of the call. */
  readonly id: Scalars['ID']['output'];
  /** Id of the model that answered. */
  readonly model: Scalars['String']['output'];
  /** Whether this is the stored answer to an earlier call with the same `idempotencyKey`, which costs nothing. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Tokens and cost. */
  readonly usage: EmbeddingsUsage;
};

/** An embeddings call: the fields of `POST /v1/embeddings`, with the same checks. */
export type EmbeddingsInput = {
  /** Fewer dimensions, if the model supports it. */
  readonly dimensions?: InputMaybe<Scalars['Int']['input']>;
  /** 1 to 2048 texts whose vectors have at most 262144 numbers in all. Give this or `tokens`. */
  readonly input?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** `<provider>/<model>` */
  readonly model: Scalars['String']['input'];
  /** 1 to 2048 arrays of tokens, with the same limit. Give this or `input`. */
  readonly tokens?: InputMaybe<ReadonlyArray<ReadonlyArray<Scalars['Int']['input']>>>;
  /** Id of your user, passed to the provider. */
  readonly user?: InputMaybe<Scalars['String']['input']>;
  /** Zero data retention, as in chat. */
  readonly zdr?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Usage and cost of an embeddings call. */
export type EmbeddingsUsage = {
  readonly __typename: 'EmbeddingsUsage';
  /** Pesos charged. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** US dollars, markup included. */
  readonly costUsd: Scalars['Decimal']['output'];
  /** Tokens of the input. */
  readonly promptTokens: Scalars['Int']['output'];
  /** The same as `promptTokens`. */
  readonly totalTokens: Scalars['Int']['output'];
};

/** A PDF file. */
export type FileInput = {
  /** The file as a data URL: `data:application/pdf;base64,...` */
  readonly fileData: Scalars['String']['input'];
  /** Name of the file. */
  readonly filename?: InputMaybe<Scalars['String']['input']>;
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

/** The exchange rate of a charge. */
export type FxRate = {
  readonly __typename: 'FxRate';
  /** When the rate was published or set. */
  readonly at: Maybe<Scalars['DateTime']['output']>;
  /** Pesos for one US dollar. */
  readonly mxnPerUsd: Scalars['Decimal']['output'];
  /** Its source. */
  readonly source: FxSource;
};

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

/** An image. */
export type Image = {
  readonly __typename: 'Image';
  /** Pesos charged. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** US dollars, markup included. */
  readonly costUsd: Scalars['Decimal']['output'];
  /** Address in the service's own storage: public, does not expire. */
  readonly url: Scalars['String']['output'];
};

/** Generated images. They are stored and charged. */
export type Images = {
  readonly __typename: 'Images';
  /** Pesos charged for all images. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** US dollars for all images, markup included. */
  readonly costUsd: Scalars['Decimal']['output'];
  /** When the images were generated. */
  readonly created: Scalars['DateTime']['output'];
  /** How many of the `n` images failed; those are not billed. */
  readonly failed: Scalars['Int']['output'];
  /** The provider's message for the first failed image. */
  readonly failure: Maybe<Scalars['String']['output']>;
  /** Request id of the call. */
  readonly id: Scalars['ID']['output'];
  /** The generated images. */
  readonly images: ReadonlyArray<Image>;
  /** Id of the model that answered. */
  readonly model: Scalars['String']['output'];
  /** Whether this is the stored answer to an earlier call with the same `idempotencyKey`, which costs nothing. */
  readonly replayed: Scalars['Boolean']['output'];
};

/** An images call: the fields of `POST /v1/images/generations`, and with `images` those of `POST /v1/images/edits`, with the same checks. */
export type ImagesInput = {
  /** Images to edit, or to use as references, in the order in which the prompt mentions them. PNG, JPEG or WebP as data URLs, at most the model's `maxInputImages`. If absent, the images are generated from the prompt alone. */
  readonly images?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** A PNG of the size of the first of `images`, as a data URL. Its transparent parts mark where that image may change. For models with `takesMask`. */
  readonly mask?: InputMaybe<Scalars['String']['input']>;
  /** `<provider>/<model>` */
  readonly model: Scalars['String']['input'];
  /** Number of images, 1 to 8, each billed separately. Default: 1. */
  readonly n?: InputMaybe<Scalars['Int']['input']>;
  /** What the images show, at most 4000 characters. */
  readonly prompt: Scalars['String']['input'];
  /** standard, hd, low, medium, high, xhigh or max, whichever the model has a price for. Models without qualities ignore it. Models with other qualities ignore standard and hd. */
  readonly quality?: InputMaybe<Scalars['String']['input']>;
  /** `<width>x<height>`, one of the model's `sizes`. Default: the first of them. With `images`, if the price does not depend on the size: the shape of the first image. Providers that support only aspect ratios (Gemini, Imagen, Grok) choose the number of pixels. */
  readonly size?: InputMaybe<Scalars['String']['input']>;
  /** Id of your user, passed to the provider. */
  readonly user?: InputMaybe<Scalars['String']['input']>;
  /** Zero data retention. True is refused, because images are stored. */
  readonly zdr?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What an API key may spend of its organization's balance. */
export type KeyBudget = {
  readonly __typename: 'KeyBudget';
  /** Pesos per period. */
  readonly limit: Scalars['Decimal']['output'];
  /** When the spent amount returns to zero. */
  readonly period: BudgetPeriod;
  /** When the next period begins; null for a total budget. */
  readonly resets: Maybe<Scalars['DateTime']['output']>;
  /** Pesos charged in this period. */
  readonly spent: Scalars['Decimal']['output'];
};

/** A budget for an API key. */
export type KeyBudgetInput = {
  /** Pesos per period, above zero, with at most nine decimals. */
  readonly limit: Scalars['Decimal']['input'];
  /** When the spent amount returns to zero. If absent, the period of the key's current budget is kept; without one, it never returns to zero. */
  readonly period?: InputMaybe<BudgetPeriod>;
};

/** Limits of an API key. */
export type KeyLimits = {
  readonly __typename: 'KeyLimits';
  /** Calls at the same time. */
  readonly concurrentRequests: Scalars['Int']['output'];
  /** Calls per minute. */
  readonly requestsPerMinute: Scalars['Int']['output'];
  /** Tokens per minute, prompt and answer together. */
  readonly tokensPerMinute: Scalars['Int']['output'];
};

/** A key's own limits, at most the organization's. Null or 0 means the organization's limit. An absent field means the same for a new key, and no change for an existing one. */
export type KeyLimitsInput = {
  /** Calls at the same time. */
  readonly concurrentRequests?: InputMaybe<Scalars['Int']['input']>;
  /** Calls per minute. */
  readonly requestsPerMinute?: InputMaybe<Scalars['Int']['input']>;
  /** Tokens per minute, prompt and answer together. */
  readonly tokensPerMinute?: InputMaybe<Scalars['Int']['input']>;
};

/** Restrictions of a key besides its limits. A key with any of them can't manage keys, guardrails, balance alerts or top-ups. For a new key, absent and null mean none; for an existing one, an absent field is unchanged, and null removes the restriction. */
export type KeyRestrictionsInput = {
  /** What it may spend; without a budget, the whole balance. */
  readonly budget?: InputMaybe<KeyBudgetInput>;
  /** When it expires: a time in the future. An expired key works again with a new time. */
  readonly expires?: InputMaybe<Scalars['DateTime']['input']>;
  /** The models it may use, at most 64 ids; `openai/*` means all of that provider's. An empty list allows every model. */
  readonly models?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The addresses it may be used from, at most 64: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. They don't apply to its client tokens, which have origins instead. An empty list allows every address. */
  readonly networks?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A page of the ledger, newest first. */
export type LedgerConnection = {
  readonly __typename: 'LedgerConnection';
  /** Its entries. */
  readonly edges: ReadonlyArray<LedgerEdge>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
};

/** An entry and its cursor. */
export type LedgerEdge = {
  readonly __typename: 'LedgerEdge';
  /** `after` for a page that begins after this entry; does not expire. */
  readonly cursor: Scalars['String']['output'];
  /** The entry. */
  readonly node: LedgerEntry;
};

/** An entry of the ledger. Entries are never changed. */
export type LedgerEntry = {
  readonly __typename: 'LedgerEntry';
  /** Pesos: the signed change of the balance for `CREDIT`, `SETTLE` and `ADJUST`; the size of the hold for the others. */
  readonly amount: Scalars['Decimal']['output'];
  /** When it was written. */
  readonly at: Scalars['DateTime']['output'];
  /** Balance after the entry, in pesos. */
  readonly balance: Scalars['Decimal']['output'];
  /** Unique within the organization. */
  readonly id: Scalars['ID']['output'];
  /** Note of a credit or a correction. */
  readonly note: Maybe<Scalars['String']['output']>;
  /** The call that the entry charged. */
  readonly request: Maybe<RequestRecord>;
  /** Request id of the call, if the entry belongs to one. */
  readonly requestId: Maybe<Scalars['ID']['output']>;
  /** Number of the block that contains it. */
  readonly seq: Scalars['Float']['output'];
  /** The kind of entry. */
  readonly type: LedgerEntryType;
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
  readonly apiKeyId?: InputMaybe<Scalars['UUID']['input']>;
  /** Id of a client token. */
  readonly clientTokenId?: InputMaybe<Scalars['UUID']['input']>;
  /** Earliest time, inclusive. */
  readonly from?: InputMaybe<Scalars['DateTime']['input']>;
  /** What was generated. */
  readonly kind?: InputMaybe<ModelType>;
  /** Id of the model that answered; `openai/*` means all of that provider's. */
  readonly model?: InputMaybe<Scalars['String']['input']>;
  /** `ok`, `cancelled`, `failed` for every other outcome, or the code of one error. */
  readonly outcome?: InputMaybe<Scalars['String']['input']>;
  /** Latest time, exclusive. */
  readonly to?: InputMaybe<Scalars['DateTime']['input']>;
  /** Kinds of entries; empty for every kind. */
  readonly types?: InputMaybe<ReadonlyArray<LedgerEntryType>>;
};

/** A model that can be called. */
export type Model = {
  readonly __typename: 'Model';
  /** Whether its videos have sound. */
  readonly audio: Maybe<Scalars['Boolean']['output']>;
  /** What it can do beyond its type. */
  readonly capabilities: ReadonlyArray<ModelCapability>;
  /** Maximum tokens of prompt and answer together. */
  readonly contextLength: Maybe<Scalars['Int']['output']>;
  /** When it was released; if that is unknown, the day on which its price was read. */
  readonly created: Scalars['DateTime']['output'];
  /** Seconds of a video without a requested `duration`. */
  readonly defaultDuration: Maybe<Scalars['Int']['output']>;
  /** Dimensions of an embedding. */
  readonly dimensions: Maybe<Scalars['Int']['output']>;
  /** Supported lengths of video, in seconds; empty if any length up to `maxDuration` is supported. */
  readonly durations: ReadonlyArray<Scalars['Int']['output']>;
  /** `<provider>/<model>` */
  readonly id: Scalars['ID']['output'];
  /** Seconds of the longest video. */
  readonly maxDuration: Maybe<Scalars['Int']['output']>;
  /** Most images that one call may edit (`images` of `ImagesInput`); null if the model edits no images. */
  readonly maxInputImages: Maybe<Scalars['Int']['output']>;
  /** Maximum tokens of an answer. */
  readonly maxOutputTokens: Maybe<Scalars['Int']['output']>;
  /** Its prices. */
  readonly prices: ReadonlyArray<Price>;
  /** The day, `YYYY-MM-DD` in UTC, on which its provider shuts it down; null if no day was announced. */
  readonly shutdownDate: Maybe<Scalars['String']['output']>;
  /** Whether the simulator answers, because no provider is configured. */
  readonly simulated: Scalars['Boolean']['output'];
  /** Sizes of images, `<width>x<height>`. Providers that support only aspect ratios (Gemini, Imagen, Grok) choose the number of pixels. */
  readonly sizes: ReadonlyArray<Scalars['String']['output']>;
  /** Whether a video may begin with an image (`firstFrame` of `VideoInput`); null if the model generates no videos. */
  readonly takesFirstFrame: Maybe<Scalars['Boolean']['output']>;
  /** Whether a call that edits may have a `mask`. */
  readonly takesMask: Maybe<Scalars['Boolean']['output']>;
  /** What it generates. */
  readonly type: ModelType;
  /** Whether it can be called with zero data retention. */
  readonly zdr: Scalars['Boolean']['output'];
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

export type Mutation = {
  readonly __typename: 'Mutation';
  /** Cancels a video job. It is not charged if the provider confirms. Otherwise the job continues and is charged when completed: `invalid_request_error` if the provider can't cancel, `provider_unavailable` if it refused or has not accepted the job yet. A client token needs the operation `VIDEO`. */
  readonly cancelVideo: Maybe<CancelVideoPayload>;
  /** Creates an API key for the organization. Needs an API key that is not restricted. */
  readonly createApiKey: Maybe<CreateApiKeyPayload>;
  /** A complete chat answer. A client token needs the operation `CHAT`. */
  readonly createChatCompletion: Maybe<ChatCompletion>;
  /** Creates a token for a browser. Needs an API key, so call it from your server. */
  readonly createClientToken: Maybe<CreateClientTokenPayload>;
  /** Vectors of texts. A client token needs the operation `EMBEDDINGS`. */
  readonly createEmbeddings: Maybe<Embeddings>;
  /** Images from a text, or from a text and images. A client token needs the operation `IMAGES`. */
  readonly createImages: Maybe<Images>;
  /** Opens a page of the payment processor where the organization's customer pays. The money is in the balance as soon as it is paid. Needs an API key that is not restricted. */
  readonly createTopUp: Maybe<CreateTopUpPayload>;
  /** Starts a video job from a text, or from a text and an image. The job is charged when it completes. A client token needs the operation `VIDEO`. */
  readonly createVideo: Maybe<CreateVideoPayload>;
  /** Deletes a stored image. Its cost stays charged. A video is deleted with `deleteVideo`. Needs an API key. */
  readonly deleteImage: Maybe<DeleteImagePayload>;
  /** Deletes a video job that has ended, and its file. Its cost stays charged. The error is `invalid_request_error` if it has not ended. A client token needs the operation `VIDEO`. */
  readonly deleteVideo: Maybe<DeleteVideoPayload>;
  /** Revokes an API key of the organization. Its further calls are refused, and its GraphQL connections end within a second. A REST answer in progress is finished. Revoking a revoked key has no effect. Needs an API key; a restricted key can revoke only itself. */
  readonly revokeApiKey: Maybe<RevokeApiKeyPayload>;
  /** Revokes a client token. Its further calls are refused, and its GraphQL connections end within a second. A REST answer in progress is finished. Needs an API key; a restricted key can revoke only the tokens that it created. */
  readonly revokeClientToken: Maybe<RevokeClientTokenPayload>;
  /** Sets or removes the alert for a low balance. If the balance is already below the threshold, `balance.low` is sent at once. Needs an API key that is not restricted. */
  readonly setBalanceAlert: Maybe<SetBalanceAlertPayload>;
  /** Sets rules for every call of the organization. Needs an API key that is not restricted. */
  readonly setGuardrails: Maybe<SetGuardrailsPayload>;
  /** Stops a resumable answer for all its readers and removes it. What was generated until then is charged. Every caller that may resume the answer may stop it, on the same instance; otherwise the error is `not_found`. A client token needs the operation `CHAT`. */
  readonly stopChat: Maybe<StopChatPayload>;
  /** Changes an API key of the organization that is not revoked. Its next calls follow the change. Needs an API key that is not restricted. */
  readonly updateApiKey: Maybe<UpdateApiKeyPayload>;
};


export type MutationCancelVideoArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationCreateApiKeyArgs = {
  limits?: InputMaybe<KeyLimitsInput>;
  name: Scalars['String']['input'];
  restrictions?: InputMaybe<KeyRestrictionsInput>;
};


export type MutationCreateChatCompletionArgs = {
  cache?: InputMaybe<AnswerCacheInput>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  input: ChatInput;
};


export type MutationCreateClientTokenArgs = {
  input: ClientTokenInput;
};


export type MutationCreateEmbeddingsArgs = {
  cache?: InputMaybe<AnswerCacheInput>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  input: EmbeddingsInput;
};


export type MutationCreateImagesArgs = {
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  input: ImagesInput;
};


export type MutationCreateTopUpArgs = {
  input: TopUpInput;
};


export type MutationCreateVideoArgs = {
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  input: VideoInput;
};


export type MutationDeleteImageArgs = {
  url: Scalars['String']['input'];
};


export type MutationDeleteVideoArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationRevokeApiKeyArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationRevokeClientTokenArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationSetBalanceAlertArgs = {
  alert?: InputMaybe<BalanceAlertInput>;
};


export type MutationSetGuardrailsArgs = {
  zdr: Scalars['Boolean']['input'];
};


export type MutationStopChatArgs = {
  requestId: Scalars['ID']['input'];
};


export type MutationUpdateApiKeyArgs = {
  id: Scalars['UUID']['input'];
  limits?: InputMaybe<KeyLimitsInput>;
  name?: InputMaybe<Scalars['String']['input']>;
  restrictions?: InputMaybe<KeyRestrictionsInput>;
};

/** The owner of API keys, who pays for their calls. */
export type Organization = {
  readonly __typename: 'Organization';
  /** The alert for a low balance; null if none is set, and for client tokens and restricted API keys. */
  readonly balanceAlert: Maybe<BalanceAlert>;
  /** Its id. */
  readonly id: Scalars['UUID']['output'];
  /** Limits of each of its API keys, unless the key's own are lower. */
  readonly limits: KeyLimits;
  /** Its name. */
  readonly name: Scalars['String']['output'];
  /** Guardrail: every call is made with zero data retention. */
  readonly zdr: Scalars['Boolean']['output'];
};

/** The position of a page in its connection, as Relay defines it. */
export type PageInfo = {
  readonly __typename: 'PageInfo';
  /** `after` for the next page: the cursor of the last edge, or with a filter the position where the search stopped. */
  readonly endCursor: Maybe<Scalars['String']['output']>;
  /** Whether there are more edges after `endCursor`. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** Whether the page was requested with `after`. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first edge. */
  readonly startCursor: Maybe<Scalars['String']['output']>;
};

/** How a top-up can be paid. */
export type PaymentMethod =
  /** Credit or debit card. */
  | 'CARD'
  /** A voucher that is paid in cash at OXXO, up to 10000 pesos. */
  | 'OXXO'
  /** A bank transfer. */
  | 'SPEI';

/** A price of a model, markup included. */
export type Price = {
  readonly __typename: 'Price';
  /** Pesos, at the current exchange rate. */
  readonly mxn: Scalars['Decimal']['output'];
  /** How many units the price is for. */
  readonly per: Scalars['Int']['output'];
  /** The priced unit. */
  readonly unit: UsageUnit;
  /** US dollars. */
  readonly usd: Scalars['Decimal']['output'];
  /** Size and quality of an image, if the price depends on them. */
  readonly variant: Maybe<Scalars['String']['output']>;
};

export type Query = {
  readonly __typename: 'Query';
  /** All API keys of the organization, newest first, including revoked ones. Needs an API key. */
  readonly apiKeys: Maybe<ReadonlyArray<ApiKey>>;
  /** The secret that signs the organization's callbacks, for videos and for alerts. Its format is that of the Standard Webhooks libraries: `whsec_` and base64. Needs an API key. */
  readonly callbackSecret: Maybe<Scalars['String']['output']>;
  /** What a chat answer would cost; nothing is charged. The gateway counts the prompt itself, as for errors about its length, and the provider's count may differ. A client token needs the operation `CHAT`. */
  readonly chatQuote: Maybe<Quote>;
  /** The organization's valid client tokens, newest first. Needs an API key. */
  readonly clientTokens: Maybe<ClientTokenConnection>;
  /** What the vectors would cost; nothing is charged. A client token needs the operation `EMBEDDINGS`. */
  readonly embeddingsQuote: Maybe<Quote>;
  /** What the images would cost; nothing is charged. A client token needs the operation `IMAGES`. */
  readonly imagesQuote: Maybe<Quote>;
  /** The ledger of the organization, newest first. With `filter`, a page can have fewer entries than `first`, or none, although `hasNextPage` is true: each page searches a bounded part of the ledger. Needs an API key. */
  readonly ledger: Maybe<LedgerConnection>;
  /** One model; null if the id is unknown. */
  readonly model: Maybe<Model>;
  /** Models the caller may use, in the order of the catalog. */
  readonly models: Maybe<ReadonlyArray<Model>>;
  /** A charged call by its request id; null if there is none. Needs an API key. */
  readonly request: Maybe<RequestRecord>;
  /** How the balance changed in a period of at most 366 days. By default it ends today, and begins on the first day of the month of `to`. Needs an API key. */
  readonly statement: Maybe<Statement>;
  /** A top-up of the organization, as the payment processor shows it now. Needs an API key. */
  readonly topUp: Maybe<TopUp>;
  /** Limits and methods of top-ups; null if no payments are set up. Needs an API key. */
  readonly topUpTerms: Maybe<TopUpTerms>;
  /** The organization's top-ups, newest first, as last known. Needs an API key. */
  readonly topUps: Maybe<TopUpConnection>;
  /** Usage by day and model, or by day and key. By default it covers the last 30 days; at most 366 days and 10000 rows. Needs an API key. */
  readonly usage: Maybe<ReadonlyArray<UsageRow>>;
  /** The current state of a video job. An unknown id is the error `job_not_found`, as over REST. A client token needs the operation `VIDEO`. */
  readonly videoJob: Maybe<VideoJob>;
  /** Video jobs of the organization as stored, newest first; for a client token, the jobs that it started. A client token needs the operation `VIDEO`. */
  readonly videoJobs: Maybe<VideoJobConnection>;
  /** What a video would cost; nothing is charged. A client token needs the operation `VIDEO`. */
  readonly videoQuote: Maybe<Quote>;
  /** The caller. A client token needs the operation `BALANCE`. */
  readonly viewer: Maybe<Viewer>;
};


export type QueryChatQuoteArgs = {
  input: ChatInput;
};


export type QueryClientTokensArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


export type QueryEmbeddingsQuoteArgs = {
  input: EmbeddingsInput;
};


export type QueryImagesQuoteArgs = {
  input: ImagesInput;
};


export type QueryLedgerArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<LedgerFilter>;
  first?: Scalars['Int']['input'];
};


export type QueryModelArgs = {
  id: Scalars['ID']['input'];
};


export type QueryModelsArgs = {
  type?: InputMaybe<ModelType>;
};


export type QueryRequestArgs = {
  id: Scalars['ID']['input'];
};


export type QueryStatementArgs = {
  from?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
};


export type QueryTopUpArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryTopUpsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


export type QueryUsageArgs = {
  by?: UsageGrouping;
  from?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
};


export type QueryVideoJobArgs = {
  id: Scalars['UUID']['input'];
};


export type QueryVideoJobsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
  status?: InputMaybe<VideoStatus>;
};


export type QueryVideoQuoteArgs = {
  input: VideoInput;
};

/** What a call would cost at the current prices and exchange rate. */
export type Quote = {
  readonly __typename: 'Quote';
  /** True for images and videos: both costs are what will be charged if everything requested is delivered. */
  readonly exact: Scalars['Boolean']['output'];
  /** What such a call usually uses. If the input has `maxTokens`, that many are expected. */
  readonly expected: QuotedCost;
  /** The most that the call can use, at the prices of the most expensive model that may answer it. */
  readonly maximum: QuotedCost;
  /** Id of the requested model. */
  readonly model: Scalars['String']['output'];
  /** The exchange rate. */
  readonly mxnPerUsd: Scalars['Decimal']['output'];
};

/** An amount of usage and its cost. */
export type QuotedCost = {
  readonly __typename: 'QuotedCost';
  /** Only for chat. */
  readonly completionTokens: Maybe<Scalars['Int']['output']>;
  /** Pesos. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** US dollars, markup included. */
  readonly costUsd: Scalars['Decimal']['output'];
  /** Only for videos: the seconds that will be generated. */
  readonly duration: Maybe<Scalars['Int']['output']>;
  /** Only for images. */
  readonly images: Maybe<Scalars['Int']['output']>;
  /** Id of the model whose prices these are. */
  readonly model: Scalars['String']['output'];
  /** Only for chat and embeddings. */
  readonly promptTokens: Maybe<Scalars['Int']['output']>;
};

/** A charged call: its usage, cost and outcome. Its content is not stored. */
export type RequestRecord = {
  readonly __typename: 'RequestRecord';
  /** The API key it was made with. */
  readonly apiKey: Maybe<ApiKey>;
  /** Id of the API key it was made with. */
  readonly apiKeyId: Maybe<Scalars['UUID']['output']>;
  /** When it was charged. */
  readonly at: Scalars['DateTime']['output'];
  /** Attempts at providers, in order. */
  readonly attempts: ReadonlyArray<Attempt>;
  /** Whether a stored answer was used: no provider was called, and nothing was charged. */
  readonly cached: Scalars['Boolean']['output'];
  /** Id of the client token it was made with. */
  readonly clientTokenId: Maybe<Scalars['UUID']['output']>;
  /** Pesos charged. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** US dollars, markup included. */
  readonly costUsd: Scalars['Decimal']['output'];
  /** Duration of the call in milliseconds. */
  readonly durationMs: Scalars['Int']['output'];
  /** Milliseconds until the first content; 0 if not recorded. */
  readonly firstContentMs: Scalars['Int']['output'];
  /** The exchange rate between them. */
  readonly fx: Maybe<FxRate>;
  /** Request id. */
  readonly id: Scalars['ID']['output'];
  /** What was generated; null if not recorded. */
  readonly kind: Maybe<ModelType>;
  /** Id of the model that answered. */
  readonly model: Scalars['String']['output'];
  /** `ok`, `cancelled`, or the code of an error. */
  readonly outcome: Scalars['String']['output'];
  /** Whether the answer was a stream. */
  readonly stream: Scalars['Boolean']['output'];
  /** Its usage per unit. */
  readonly usage: ReadonlyArray<UsageLine>;
};

/** The format of the answer. */
export type ResponseFormatInput = {
  /** Description of the schema, for the model. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Name of the schema, with `JSON_SCHEMA`. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** JSON Schema of the answer, with `JSON_SCHEMA`. */
  readonly schema?: InputMaybe<Scalars['JSON']['input']>;
  /** The answer must match the schema exactly. */
  readonly strict?: InputMaybe<Scalars['Boolean']['input']>;
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

/** An API key that no longer works. */
export type RevokeApiKeyPayload = {
  readonly __typename: 'RevokeApiKeyPayload';
  /** The revoked key. */
  readonly apiKey: ApiKey;
};

/** A client token that no longer works. */
export type RevokeClientTokenPayload = {
  readonly __typename: 'RevokeClientTokenPayload';
  /** The revoked token. */
  readonly clientToken: ClientToken;
};

/** The organization after the change. */
export type SetBalanceAlertPayload = {
  readonly __typename: 'SetBalanceAlertPayload';
  /** The organization with its new alert. */
  readonly organization: Organization;
};

/** The organization after the change. */
export type SetGuardrailsPayload = {
  readonly __typename: 'SetGuardrailsPayload';
  /** The organization with its new guardrails. */
  readonly organization: Organization;
};

/** How the balance changed in a period: `openingMxn` + `creditedMxn` + `adjustedMxn` - `chargedMxn` = `closingMxn`. */
export type Statement = {
  readonly __typename: 'Statement';
  /** Sum of the adjustments; may be negative. */
  readonly adjustedMxn: Scalars['Decimal']['output'];
  /** The newest block of the ledger that was read. */
  readonly block: Scalars['Float']['output'];
  /** Sum of the charges. */
  readonly chargedMxn: Scalars['Decimal']['output'];
  /** The balance after the last day, or now. */
  readonly closingMxn: Scalars['Decimal']['output'];
  /** Sum of the credits. */
  readonly creditedMxn: Scalars['Decimal']['output'];
  /** First day, `YYYY-MM-DD`, UTC. */
  readonly from: Scalars['String']['output'];
  /** The hash of that block. */
  readonly hash: Scalars['String']['output'];
  /** The charges by model. */
  readonly models: ReadonlyArray<StatementModel>;
  /** The balance before the first day. */
  readonly openingMxn: Scalars['Decimal']['output'];
  /** Credits and adjustments, oldest first; the first thousand. */
  readonly postings: ReadonlyArray<StatementPosting>;
  /** Number of further credits and adjustments. The sums include them. */
  readonly postingsLeftOut: Scalars['Float']['output'];
  /** Last day, inclusive. */
  readonly to: Scalars['String']['output'];
};

/** What calls of a model cost in the period of a statement. */
export type StatementModel = {
  readonly __typename: 'StatementModel';
  /** Ended calls, including failed ones. Failed calls are free. */
  readonly calls: Scalars['Float']['output'];
  /** Pesos charged. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** Id of the model. */
  readonly model: Scalars['String']['output'];
};

/** A credit or an adjustment. */
export type StatementPosting = {
  readonly __typename: 'StatementPosting';
  /** Change of the balance, in pesos; negative if it was lowered. */
  readonly amountMxn: Scalars['Decimal']['output'];
  /** When it was posted. */
  readonly at: Scalars['DateTime']['output'];
  /** Its id. */
  readonly id: Scalars['String']['output'];
  /** What it was for. */
  readonly note: Maybe<Scalars['String']['output']>;
  /** What it is. */
  readonly type: StatementPostingType;
};

/** What changed the balance, besides calls. */
export type StatementPostingType =
  /** The operator corrected the balance. */
  | 'ADJUST'
  /** Money was added. */
  | 'CREDIT';

/** A resumable answer that was stopped. */
export type StopChatPayload = {
  readonly __typename: 'StopChatPayload';
  /** Its request id. */
  readonly requestId: Scalars['ID']['output'];
};

export type Subscription = {
  readonly __typename: 'Subscription';
  /** The organization's balance: the current one at once, then each change within a second. A client token needs the operation `BALANCE`. */
  readonly balance: Balance;
  /** A chat answer as it is generated. Unsubscribing stops the provider; what was generated until then is charged. A client token needs the operation `CHAT`. */
  readonly chatTokens: ChatEvent;
  /** Continues a resumable answer after an event. The answer is charged once, however many clients read it. Works for a minute after the connection was lost or the answer ended, and only on the instance that started it; otherwise the error is `not_found`. */
  readonly resumeChat: ChatEvent;
  /** A video job: its current state at once, then each change. Completes when the job ends. A client token needs the operation `VIDEO`. */
  readonly videoStatus: VideoJob;
};


export type SubscriptionChatTokensArgs = {
  cache?: InputMaybe<AnswerCacheInput>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  input: ChatInput;
  resumable?: InputMaybe<Scalars['Boolean']['input']>;
};


export type SubscriptionResumeChatArgs = {
  after: Scalars['ID']['input'];
};


export type SubscriptionVideoStatusArgs = {
  jobId: Scalars['UUID']['input'];
};

/** A tool call by the model. */
export type ToolCall = {
  readonly __typename: 'ToolCall';
  /** JSON text, as the model wrote it. */
  readonly arguments: Scalars['String']['output'];
  /** Id of the call, to be sent with its result. */
  readonly id: Scalars['String']['output'];
  /** Name of the tool. */
  readonly name: Scalars['String']['output'];
};

/** A tool call of an earlier answer. */
export type ToolCallInput = {
  /** JSON text, as the model wrote it. */
  readonly arguments: Scalars['String']['input'];
  /** Id of the call, from the answer. */
  readonly id: Scalars['String']['input'];
  /** Name of the tool. */
  readonly name: Scalars['String']['input'];
};

/** Whether the model calls tools. */
export type ToolChoiceInput = {
  /** With `AUTO` or `REQUIRED`: names of the tools that may be called. The others are not sent to the model. If absent, all may be called. */
  readonly allowedTools?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The rule. */
  readonly mode: ToolChoiceMode;
  /** Name of the tool, with `FUNCTION`. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
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
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** 1 to 64 letters, digits, `_` or `-`. */
  readonly name: Scalars['String']['input'];
  /** JSON Schema of its arguments. */
  readonly parameters?: InputMaybe<Scalars['JSON']['input']>;
  /** Arguments must match the schema exactly. */
  readonly strict?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Money that the organization pays in at a page of the payment processor. */
export type TopUp = {
  readonly __typename: 'TopUp';
  /** Pesos. */
  readonly amount: Scalars['Decimal']['output'];
  /** Where the customer pays; null unless it is open. */
  readonly checkoutUrl: Maybe<Scalars['String']['output']>;
  /** When it was created. */
  readonly created: Scalars['DateTime']['output'];
  /** When it was paid, expired or failed. */
  readonly ended: Maybe<Scalars['DateTime']['output']>;
  /** When the payment page closes. */
  readonly expires: Scalars['DateTime']['output'];
  /** Its id. */
  readonly id: Scalars['UUID']['output'];
  /** Pesos that were refunded, and deducted from the balance. */
  readonly refunded: Scalars['Decimal']['output'];
  /** Its state. */
  readonly state: TopUpState;
};

/** A page of top-ups, newest first. */
export type TopUpConnection = {
  readonly __typename: 'TopUpConnection';
  /** The top-ups of this page. */
  readonly edges: ReadonlyArray<TopUpEdge>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
};

/** A top-up and its cursor. */
export type TopUpEdge = {
  readonly __typename: 'TopUpEdge';
  /** Use it as `after` for the page that begins after this top-up. */
  readonly cursor: Scalars['String']['output'];
  /** The top-up. */
  readonly node: TopUp;
};

/** A new top-up. */
export type TopUpInput = {
  /** Pesos, with at most two decimals, within `topUpTerms`. */
  readonly amount: Scalars['Decimal']['input'];
  /** The http or https address that the payment page leads back to, paid or not, with `top_up=<id>` added to its query. Query `topUp` there: the address alone does not prove a payment. */
  readonly returnUrl: Scalars['String']['input'];
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

/** Limits and methods of top-ups. */
export type TopUpTerms = {
  readonly __typename: 'TopUpTerms';
  /** Greatest amount, in pesos. */
  readonly maximum: Scalars['Decimal']['output'];
  /** What the payment page offers. */
  readonly methods: ReadonlyArray<PaymentMethod>;
  /** Least amount, in pesos. */
  readonly minimum: Scalars['Decimal']['output'];
  /** True for the simulator and for test keys of the payment processor: no real money moves. */
  readonly test: Scalars['Boolean']['output'];
};

/** An API key after a change. */
export type UpdateApiKeyPayload = {
  readonly __typename: 'UpdateApiKeyPayload';
  /** The key after the change. */
  readonly apiKey: ApiKey;
};

/** What usage is grouped by, besides the day. */
export type UsageGrouping =
  /** The API key; calls of a client token count for its key. */
  | 'KEY'
  /** The model. */
  | 'MODEL';

/** The usage of a call in one unit. */
export type UsageLine = {
  readonly __typename: 'UsageLine';
  /** Number of units. */
  readonly quantity: Scalars['Float']['output'];
  /** The counted unit. */
  readonly unit: UsageUnit;
  /** Size and quality of an image, if the price depends on them. */
  readonly variant: Maybe<Scalars['String']['output']>;
};

/** The usage of one day, of one model or by one key. */
export type UsageRow = {
  readonly __typename: 'UsageRow';
  /** Prompt tokens read from a provider's cache. */
  readonly cachedInputTokens: Scalars['Float']['output'];
  /** Ended calls, including failed ones. */
  readonly calls: Scalars['Float']['output'];
  /** Pesos charged. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** `YYYY-MM-DD`, UTC. */
  readonly day: Scalars['String']['output'];
  /** Failed calls. */
  readonly failedCalls: Scalars['Float']['output'];
  /** Generated images. */
  readonly images: Scalars['Float']['output'];
  /** Prompt tokens not read from a cache. */
  readonly inputTokens: Scalars['Float']['output'];
  /** Id of the key, if grouped by key; null for calls without one, such as those before usage was counted by key. */
  readonly keyId: Maybe<Scalars['UUID']['output']>;
  /** Id of the model; empty if grouped by key. */
  readonly model: Scalars['String']['output'];
  /** Generated tokens, reasoning included. */
  readonly outputTokens: Scalars['Float']['output'];
  /** Generated seconds of video. */
  readonly seconds: Scalars['Float']['output'];
};

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
  readonly aspectRatio?: InputMaybe<Scalars['String']['input']>;
  /** Receives a signed POST when the job ends. */
  readonly callbackUrl?: InputMaybe<Scalars['String']['input']>;
  /** Seconds, up to the model's `maxDuration`. Default: the model's `defaultDuration`. It is rounded down to a length that the model supports, and that length is billed. */
  readonly duration?: InputMaybe<Scalars['Int']['input']>;
  /** The image that the video begins with: PNG, JPEG or WebP as a data URL. For models with `takesFirstFrame`. Some of them take the video's shape from the image, and then refuse `aspectRatio`. The image is passed to the provider and is not stored. */
  readonly firstFrame?: InputMaybe<Scalars['String']['input']>;
  /** `<provider>/<model>` */
  readonly model: Scalars['String']['input'];
  /** What the video shows, at most 4000 characters. */
  readonly prompt: Scalars['String']['input'];
  /** Zero data retention. True is refused, because videos are stored. */
  readonly zdr?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A video job. */
export type VideoJob = {
  readonly __typename: 'VideoJob';
  /** When it completed or failed. */
  readonly completed: Maybe<Scalars['DateTime']['output']>;
  /** Pesos charged; set once completed. */
  readonly costMxn: Maybe<Scalars['Decimal']['output']>;
  /** US dollars, markup included; set once completed. */
  readonly costUsd: Maybe<Scalars['Decimal']['output']>;
  /** When it was created. */
  readonly created: Scalars['DateTime']['output'];
  /** Generated and billed seconds. */
  readonly duration: Scalars['Int']['output'];
  /** Why it failed. */
  readonly error: Maybe<Scalars['String']['output']>;
  /** Its id. */
  readonly id: Scalars['UUID']['output'];
  /** Id of the model. */
  readonly model: Scalars['String']['output'];
  /** What the video shows. */
  readonly prompt: Scalars['String']['output'];
  /** The charge of the job; set once completed. Needs an API key. */
  readonly request: Maybe<RequestRecord>;
  /** Request id of the call that created it. */
  readonly requestId: Scalars['ID']['output'];
  /** Its state. */
  readonly status: VideoStatus;
  /** Set once completed: a public address in the service's own storage, which does not expire. If copying failed, it is the provider's address, which may expire. */
  readonly videoUrl: Maybe<Scalars['String']['output']>;
};

/** A page of video jobs, newest first. */
export type VideoJobConnection = {
  readonly __typename: 'VideoJobConnection';
  /** Its jobs. */
  readonly edges: ReadonlyArray<VideoJobEdge>;
  /** Position of the page. */
  readonly pageInfo: PageInfo;
};

/** A video job and its cursor. */
export type VideoJobEdge = {
  readonly __typename: 'VideoJobEdge';
  /** `after` for a page that begins after this job; does not expire. */
  readonly cursor: Scalars['String']['output'];
  /** The job as stored. */
  readonly node: VideoJob;
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

/** The organization of the caller's API key or client token, and its money in pesos. */
export type Viewer = {
  readonly __typename: 'Viewer';
  /** The caller's API key; null for a client token. */
  readonly apiKey: Maybe<ApiKey>;
  /** `balance` minus `held`. A call needs more than zero. */
  readonly available: Scalars['Decimal']['output'];
  /** The balance in pesos, without deducting holds. */
  readonly balance: Scalars['Decimal']['output'];
  /** The client token and its restrictions; null for an API key. */
  readonly clientToken: Maybe<ClientToken>;
  /** Pesos held by calls in progress. */
  readonly held: Scalars['Decimal']['output'];
  /** The organization that pays. */
  readonly organization: Organization;
};
