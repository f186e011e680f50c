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

/** An API key, without the key itself. */
export type ApiKey = {
  readonly __typename: 'ApiKey';
  /** Null: it may spend the whole balance. */
  readonly budget: Maybe<KeyBudget>;
  /** When it was made. */
  readonly created: Scalars['DateTime']['output'];
  /** From then on it no longer works; null: never. */
  readonly expires: Maybe<Scalars['DateTime']['output']>;
  /** Prefix and last four characters, enough to tell keys apart. */
  readonly hint: Scalars['String']['output'];
  /** Its id. */
  readonly id: Scalars['UUID']['output'];
  /** What counts for it: its own limits, at most the organization's. */
  readonly limits: KeyLimits;
  /** The models it may use, `openai/*` for all of a provider's. Empty: every model. */
  readonly models: ReadonlyArray<Scalars['String']['output']>;
  /** As it was given. */
  readonly name: Scalars['String']['output'];
  /** When it was revoked; null where it was not. */
  readonly revoked: Maybe<Scalars['DateTime']['output']>;
};

/** One try at a provider. */
export type Attempt = {
  readonly __typename: 'Attempt';
  /** Milliseconds. */
  readonly durationMs: Scalars['Int']['output'];
  /** `ok`, or what went wrong. */
  readonly outcome: Scalars['String']['output'];
  /** `<provider>/<upstream model>` */
  readonly route: Scalars['String']['output'];
};

/** The money of the organization, pesos. */
export type Balance = {
  readonly __typename: 'Balance';
  /** Balance less what is held. A call needs more than zero. */
  readonly available: Scalars['Decimal']['output'];
  /** What is there. */
  readonly balance: Scalars['Decimal']['output'];
  /** What calls under way hold. */
  readonly held: Scalars['Decimal']['output'];
};

/** How often a budget begins anew, in UTC. A call belongs to the period in which it began. */
export type BudgetPeriod =
  /** At midnight. */
  | 'DAY'
  /** On the first of the month. */
  | 'MONTH'
  /** Never. */
  | 'TOTAL'
  /** On Mondays. */
  | 'WEEK';

/** The job that was cancelled. */
export type CancelVideoPayload = {
  readonly __typename: 'CancelVideoPayload';
  /** As it is now; one that had ended, or whose video is made, stays as it was. */
  readonly job: VideoJob;
};

/** A whole answer. It is paid for. */
export type ChatCompletion = {
  readonly __typename: 'ChatCompletion';
  /** When it was made. */
  readonly created: Scalars['DateTime']['output'];
  /** Fields of the input that the model can't honour and that its catalog row says to leave out. */
  readonly droppedFields: ReadonlyArray<Scalars['String']['output']>;
  /** Why it ended. */
  readonly finishReason: FinishReason;
  /** Request id of the call. */
  readonly id: Scalars['ID']['output'];
  /** OpenAI's logprobs object, where asked for. */
  readonly logprobs: Maybe<Scalars['JSON']['output']>;
  /** What it answered. */
  readonly message: ChatMessage;
  /** Id of the model that answered. */
  readonly model: Scalars['String']['output'];
  /** The stored answer to an earlier call with the same `idempotencyKey`: nothing was charged for this one. */
  readonly replayed: Scalars['Boolean']['output'];
  /** What it used and cost. */
  readonly usage: ChatUsage;
};

/** A piece of the answer: to be appended to what came before. Fields that are null have nothing new. */
export type ChatDelta = {
  readonly __typename: 'ChatDelta';
  /** Text. */
  readonly content: Maybe<Scalars['String']['output']>;
  /** Of a resumable answer: `after` of `resumeChat`, which goes on behind this event. */
  readonly eventId: Maybe<Scalars['ID']['output']>;
  /** OpenAI's logprobs object for the text. */
  readonly logprobs: Maybe<Scalars['JSON']['output']>;
  /** Reasoning, where the provider shows it. */
  readonly reasoning: Maybe<Scalars['String']['output']>;
  /** A signed or encrypted piece of reasoning, to be sent back on the next turn. */
  readonly reasoningDetail: Maybe<Scalars['JSON']['output']>;
  /** That the model declines. */
  readonly refusal: Maybe<Scalars['String']['output']>;
};

/** An event of a chat answer: one `ChatStarted`, any number of deltas, then one `ChatFinished` or one `ChatFailed`. An answer that fails before its content is a `ChatFailed` alone. */
export type ChatEvent = ChatDelta | ChatFailed | ChatFinished | ChatStarted | ChatToolCallDelta;

/** The last event of an answer that failed, before its content or in the middle of it. What had come until then is charged, nothing else. */
export type ChatFailed = {
  readonly __typename: 'ChatFailed';
  /** A code of docs/errors.md. */
  readonly code: Scalars['String']['output'];
  /** Of a resumable answer: `after` of `resumeChat`, which goes on behind this event. */
  readonly eventId: Maybe<Scalars['ID']['output']>;
  /** For people; for `provider_unavailable` the provider's, unchanged. */
  readonly message: Scalars['String']['output'];
  /** Path of the field that is wrong. */
  readonly param: Maybe<Scalars['String']['output']>;
  /** Request id of the call. */
  readonly requestId: Scalars['ID']['output'];
  /** Milliseconds after which a retry makes sense. */
  readonly retryAfterMs: Maybe<Scalars['Int']['output']>;
  /** Whether the same call may succeed later. */
  readonly retryable: Scalars['Boolean']['output'];
};

/** The last event of a whole answer. It is paid for when this comes. */
export type ChatFinished = {
  readonly __typename: 'ChatFinished';
  /** Of a resumable answer: `after` of `resumeChat`, which goes on behind this event. */
  readonly eventId: Maybe<Scalars['ID']['output']>;
  /** Why it ended. */
  readonly finishReason: FinishReason;
  /** What it used and cost. */
  readonly usage: ChatUsage;
};

/** A chat call: the fields of `POST /v1/chat/completions`, with the same checks. */
export type ChatInput = {
  /** A stream that is cut or falls silent goes on over another route of its model, where one takes the beginning of an answer. */
  readonly continueOnCut?: InputMaybe<Scalars['Boolean']['input']>;
  /** -2 to 2. */
  readonly frequencyPenalty?: InputMaybe<Scalars['Float']['input']>;
  /** An object of token id to bias, -100 to 100. */
  readonly logitBias?: InputMaybe<Scalars['JSON']['input']>;
  /** Log probabilities with the answer. */
  readonly logprobs?: InputMaybe<Scalars['Boolean']['input']>;
  /** Maximum tokens to generate. */
  readonly maxTokens?: InputMaybe<Scalars['Int']['input']>;
  /** The conversation, at least one. */
  readonly messages: ReadonlyArray<ChatMessageInput>;
  /** `<provider>/<model>` */
  readonly model: Scalars['String']['input'];
  /** Models to try in order when no route of `model` answers, at most 8. */
  readonly models?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether it may call several at once. */
  readonly parallelToolCalls?: InputMaybe<Scalars['Boolean']['input']>;
  /** -2 to 2. */
  readonly presencePenalty?: InputMaybe<Scalars['Float']['input']>;
  /** none, minimal, low, medium, high, xhigh or max. */
  readonly reasoningEffort?: InputMaybe<Scalars['String']['input']>;
  /** The form of the answer. */
  readonly responseFormat?: InputMaybe<ResponseFormatInput>;
  /** An integer; the same seed gives the same answer, as far as the provider can. */
  readonly seed?: InputMaybe<Scalars['Float']['input']>;
  /** Sequences that end the answer, at most 16. */
  readonly stop?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** 0 to 2. */
  readonly temperature?: InputMaybe<Scalars['Float']['input']>;
  /** Whether it calls them. */
  readonly toolChoice?: InputMaybe<ToolChoiceInput>;
  /** Functions the model may call, at most 128. */
  readonly tools?: InputMaybe<ReadonlyArray<ToolInput>>;
  /** 0 to 20 alternatives a token; needs `logprobs`. */
  readonly topLogprobs?: InputMaybe<Scalars['Int']['input']>;
  /** 0 to 1; alternative to temperature. */
  readonly topP?: InputMaybe<Scalars['Float']['input']>;
  /** Your user, for the provider. */
  readonly user?: InputMaybe<Scalars['String']['input']>;
  /** Zero data retention: only routes marked for it are used, nothing of the content is stored or logged. */
  readonly zdr?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What the model answered. */
export type ChatMessage = {
  readonly __typename: 'ChatMessage';
  /** Text; null where there is none. */
  readonly content: Maybe<Scalars['String']['output']>;
  /** Its reasoning, where the provider shows it. */
  readonly reasoning: Maybe<Scalars['String']['output']>;
  /** To be sent back with the message on the next turn. */
  readonly reasoningDetails: ReadonlyArray<Scalars['JSON']['output']>;
  /** That it declined. */
  readonly refusal: Maybe<Scalars['String']['output']>;
  /** Tools it wants to be called. */
  readonly toolCalls: ReadonlyArray<ToolCall>;
};

/** One message of the conversation. */
export type ChatMessageInput = {
  /** Text. Give this or `parts`. */
  readonly content?: InputMaybe<Scalars['String']['input']>;
  /** Name of the speaker. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Text and images, in order. */
  readonly parts?: InputMaybe<ReadonlyArray<ContentPartInput>>;
  /** Of an assistant's message: its reasoning. */
  readonly reasoning?: InputMaybe<Scalars['String']['input']>;
  /** Of an assistant's message: `reasoningDetails` as the answer gave them. */
  readonly reasoningDetails?: InputMaybe<ReadonlyArray<Scalars['JSON']['input']>>;
  /** Of an assistant's message: that it declined. */
  readonly refusal?: InputMaybe<Scalars['String']['input']>;
  /** Who speaks. */
  readonly role: ChatRole;
  /** Of a tool's message: the call it answers. */
  readonly toolCallId?: InputMaybe<Scalars['String']['input']>;
  /** Of an assistant's message: the calls it made. */
  readonly toolCalls?: InputMaybe<ReadonlyArray<ToolCallInput>>;
};

/** Who speaks. */
export type ChatRole =
  /** The model. */
  | 'ASSISTANT'
  /** Taken as `SYSTEM`. */
  | 'DEVELOPER'
  /** Instructions. */
  | 'SYSTEM'
  /** The result of a tool call. */
  | 'TOOL'
  /** The person who asks. */
  | 'USER';

/** The first event of an answer. It comes with the first content. */
export type ChatStarted = {
  readonly __typename: 'ChatStarted';
  /** When it began. */
  readonly created: Scalars['DateTime']['output'];
  /** Fields of the input that the model can't honour and that its catalog row says to leave out. */
  readonly droppedFields: ReadonlyArray<Scalars['String']['output']>;
  /** Of a resumable answer: `after` of `resumeChat`, which goes on behind this event. */
  readonly eventId: Maybe<Scalars['ID']['output']>;
  /** Id of the model that answers. */
  readonly model: Scalars['String']['output'];
  /** The stored answer to an earlier call with the same `idempotencyKey`: nothing was charged for this one. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Request id of the call. */
  readonly requestId: Scalars['ID']['output'];
  /** Who speaks: `ASSISTANT`. */
  readonly role: ChatRole;
};

/** A piece of a tool call: to be appended to what came before under the same index. */
export type ChatToolCallDelta = {
  readonly __typename: 'ChatToolCallDelta';
  /** JSON text, or a piece of it. */
  readonly arguments: Scalars['String']['output'];
  /** Of a resumable answer: `after` of `resumeChat`, which goes on behind this event. */
  readonly eventId: Maybe<Scalars['ID']['output']>;
  /** Of the call; only with its first piece. */
  readonly id: Maybe<Scalars['String']['output']>;
  /** Counts the tool calls of the answer, from 0. */
  readonly index: Scalars['Int']['output'];
  /** Of the tool; only with the first piece. */
  readonly name: Maybe<Scalars['String']['output']>;
};

/** What a chat call used and cost. */
export type ChatUsage = {
  readonly __typename: 'ChatUsage';
  /** Prompt tokens written to the provider's cache. */
  readonly cacheWriteTokens: Scalars['Int']['output'];
  /** Prompt tokens read from the provider's cache. */
  readonly cachedTokens: Scalars['Int']['output'];
  /** Tokens that were generated. */
  readonly completionTokens: Scalars['Int']['output'];
  /** Pesos charged. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** US dollars, markup included. */
  readonly costUsd: Scalars['Decimal']['output'];
  /** Tokens of the prompt. */
  readonly promptTokens: Scalars['Int']['output'];
  /** Generated tokens that are reasoning. */
  readonly reasoningTokens: Scalars['Int']['output'];
  /** The sum of both. */
  readonly totalTokens: Scalars['Int']['output'];
};

/** A token for a browser: short-lived, and good for what it was made for alone. Works as Bearer on REST too. */
export type ClientToken = {
  readonly __typename: 'ClientToken';
  /** Id of the API key it was made with. */
  readonly apiKeyId: Scalars['UUID']['output'];
  /** Pesos it may spend in all. */
  readonly budget: Scalars['Decimal']['output'];
  /** When it was made. */
  readonly created: Scalars['DateTime']['output'];
  /** When it ends. */
  readonly expires: Scalars['DateTime']['output'];
  /** Its id, for revoking. */
  readonly id: Scalars['UUID']['output'];
  /** Models it may call, `openai/*` for all of a provider's; empty: every one its API key may. */
  readonly models: ReadonlyArray<Scalars['String']['output']>;
  /** What it may do. */
  readonly operations: ReadonlyArray<ClientTokenOperation>;
  /** Origins it may be used from; empty: anywhere. */
  readonly origins: ReadonlyArray<Scalars['String']['output']>;
  /** When it was revoked; null where it was not. */
  readonly revoked: Maybe<Scalars['DateTime']['output']>;
  /** Pesos it spent until now; calls under way are not among them. */
  readonly spent: Scalars['Decimal']['output'];
};

/** A page of client tokens, newest first. */
export type ClientTokenConnection = {
  readonly __typename: 'ClientTokenConnection';
  /** Its tokens. */
  readonly edges: ReadonlyArray<ClientTokenEdge>;
  /** Where it stands. */
  readonly pageInfo: PageInfo;
};

/** A client token and where it stands. */
export type ClientTokenEdge = {
  readonly __typename: 'ClientTokenEdge';
  /** Of a page that begins after this token; stays good. */
  readonly cursor: Scalars['String']['output'];
  /** The token. */
  readonly node: ClientToken;
};

/** What a client token is made for. */
export type ClientTokenInput = {
  /** Pesos it may spend in all, above zero. A call it does not pay for is refused; an answer is as long as it pays for. */
  readonly budget: Scalars['Decimal']['input'];
  /** Models it may call, `openai/*` for all of a provider's, at most 64; without, every one its API key may. */
  readonly models?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** At least one. */
  readonly operations: ReadonlyArray<ClientTokenOperation>;
  /** Origins it may be used from, `https://app.example`, at most 16; anywhere without. */
  readonly origins?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Until it ends, from 1 to 3600; 600 without. */
  readonly ttlSeconds?: InputMaybe<Scalars['Int']['input']>;
};

/** What a client token may be made for. Models can be listed with any. */
export type ClientTokenOperation =
  /** `viewer` and `balance`. */
  | 'BALANCE'
  /** `createChatCompletion`, `chatTokens`, `POST /v1/chat/completions`. */
  | 'CHAT'
  /** `createEmbeddings`, `POST /v1/embeddings`. */
  | 'EMBEDDINGS'
  /** `createImages`, `POST /v1/images/generations`. */
  | 'IMAGES'
  /** `createVideo`, `cancelVideo`, `videoJob`, `videoStatus` and their like on REST; not the list of all jobs. */
  | 'VIDEO';

/** A part of a message: either text or an image. */
export type ContentPartInput = {
  /** Of an image: auto, low, high or original, which is treated as high. */
  readonly detail?: InputMaybe<Scalars['String']['input']>;
  /** An image: an `https:` or `data:` URL. */
  readonly imageUrl?: InputMaybe<Scalars['String']['input']>;
  /** Text. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
};

/** A new API key. */
export type CreateApiKeyPayload = {
  readonly __typename: 'CreateApiKeyPayload';
  /** What it is. */
  readonly apiKey: ApiKey;
  /** The key itself, the only time it is shown. */
  readonly secret: Scalars['String']['output'];
};

/** A new client token. */
export type CreateClientTokenPayload = {
  readonly __typename: 'CreateClientTokenPayload';
  /** What it is. */
  readonly clientToken: ClientToken;
  /** The token itself, the only time it is shown. */
  readonly secret: Scalars['String']['output'];
};

/** The job that was started. */
export type CreateVideoPayload = {
  readonly __typename: 'CreateVideoPayload';
  /** As it is now; one that the provider refused is `FAILED`. */
  readonly job: VideoJob;
};

/** The vector of one input. */
export type Embedding = {
  readonly __typename: 'Embedding';
  /** The vector. */
  readonly embedding: ReadonlyArray<Scalars['Float']['output']>;
  /** Position of the input. */
  readonly index: Scalars['Int']['output'];
};

/** Vectors of texts. They are paid for. */
export type Embeddings = {
  readonly __typename: 'Embeddings';
  /** One for each input, in its order. */
  readonly data: ReadonlyArray<Embedding>;
  /** Request id of the call. */
  readonly id: Scalars['ID']['output'];
  /** Id of the model that answered. */
  readonly model: Scalars['String']['output'];
  /** What it used and cost. */
  readonly usage: EmbeddingsUsage;
};

/** Texts to be turned into vectors: the fields of `POST /v1/embeddings`, with the same checks. */
export type EmbeddingsInput = {
  /** Smaller dimensionality, where the model has it. */
  readonly dimensions?: InputMaybe<Scalars['Int']['input']>;
  /** 1 to 2048 texts, of 262144 numbers in all. Give this or `tokens`. */
  readonly input?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** `<provider>/<model>` */
  readonly model: Scalars['String']['input'];
  /** 1 to 2048 arrays of tokens, of 262144 numbers in all. */
  readonly tokens?: InputMaybe<ReadonlyArray<ReadonlyArray<Scalars['Int']['input']>>>;
  /** Your user, for the provider. */
  readonly user?: InputMaybe<Scalars['String']['input']>;
  /** Zero data retention, as in chat. */
  readonly zdr?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What an embeddings call used and cost. */
export type EmbeddingsUsage = {
  readonly __typename: 'EmbeddingsUsage';
  /** Pesos charged. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** US dollars, markup included. */
  readonly costUsd: Scalars['Decimal']['output'];
  /** Tokens of the input. */
  readonly promptTokens: Scalars['Int']['output'];
  /** The same. */
  readonly totalTokens: Scalars['Int']['output'];
};

/** Why an answer ended. */
export type FinishReason =
  /** The provider's filter. */
  | 'CONTENT_FILTER'
  /** `maxTokens` or the model's own limit was reached. */
  | 'LENGTH'
  /** The model was done, or a stop sequence came. */
  | 'STOP'
  /** It wants tools to be called. */
  | 'TOOL_CALLS';

/** The exchange rate a call was charged at. */
export type FxRate = {
  readonly __typename: 'FxRate';
  /** When it was told. */
  readonly at: Maybe<Scalars['DateTime']['output']>;
  /** Pesos for one US dollar. */
  readonly mxnPerUsd: Scalars['Decimal']['output'];
  /** Where it is from. */
  readonly source: FxSource;
};

/** Where an exchange rate is from. */
export type FxSource =
  /** Banco de México. */
  | 'BANXICO'
  /** The configuration. */
  | 'FIXED'
  /** Set by hand. */
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
  /** In the service's own storage: public, does not expire. */
  readonly url: Scalars['String']['output'];
};

/** Images that were made. They are stored and paid for. */
export type Images = {
  readonly __typename: 'Images';
  /** Pesos charged for all. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** US dollars for all, markup included. */
  readonly costUsd: Scalars['Decimal']['output'];
  /** When they were made. */
  readonly created: Scalars['DateTime']['output'];
  /** How many of `n` could not be made; those are not billed. */
  readonly failed: Scalars['Int']['output'];
  /** The provider's message for the first that failed. */
  readonly failure: Maybe<Scalars['String']['output']>;
  /** Request id of the call. */
  readonly id: Scalars['ID']['output'];
  /** Those that were made. */
  readonly images: ReadonlyArray<Image>;
  /** Id of the model that made them. */
  readonly model: Scalars['String']['output'];
};

/** Images from a text: the fields of `POST /v1/images/generations`, with the same checks. */
export type ImagesInput = {
  /** `<provider>/<model>` */
  readonly model: Scalars['String']['input'];
  /** How many, 1 to 8; each is billed by itself. 1 without. */
  readonly n?: InputMaybe<Scalars['Int']['input']>;
  /** What they show, at most 4000 characters. */
  readonly prompt: Scalars['String']['input'];
  /** standard or hd; models that know no quality ignore it. */
  readonly quality?: InputMaybe<Scalars['String']['input']>;
  /** `<width>x<height>`, one of the model's `sizes`; its first without. Where a provider knows shapes alone (Gemini, Imagen, Grok), an image of that shape is made, in pixels of the provider's choosing. */
  readonly size?: InputMaybe<Scalars['String']['input']>;
  /** Your user, for the provider. */
  readonly user?: InputMaybe<Scalars['String']['input']>;
  /** Zero data retention can't be kept for what is stored: true is refused. */
  readonly zdr?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What an API key may spend of its organization's balance. */
export type KeyBudget = {
  readonly __typename: 'KeyBudget';
  /** Pesos. */
  readonly limit: Scalars['Decimal']['output'];
  /** How often it begins anew. */
  readonly period: BudgetPeriod;
  /** When the next period begins; null for a total budget. */
  readonly resets: Maybe<Scalars['DateTime']['output']>;
  /** Pesos charged to it in this period. */
  readonly spent: Scalars['Decimal']['output'];
};

/** A budget for an API key. */
export type KeyBudgetInput = {
  /** Pesos, above zero, with at most nine decimals. */
  readonly limit: Scalars['Decimal']['input'];
  /** How often it begins anew. */
  readonly period?: BudgetPeriod;
};

/** What an API key may do. */
export type KeyLimits = {
  readonly __typename: 'KeyLimits';
  /** Calls at once. */
  readonly concurrentRequests: Scalars['Int']['output'];
  /** Calls a minute. */
  readonly requestsPerMinute: Scalars['Int']['output'];
  /** Tokens a minute, prompt and answer together. */
  readonly tokensPerMinute: Scalars['Int']['output'];
};

/** Limits of a key's own. Null or 0: the organization's. Absent: the same for a new key, and no change of one. None may be above the organization's. */
export type KeyLimitsInput = {
  /** Calls at once. */
  readonly concurrentRequests?: InputMaybe<Scalars['Int']['input']>;
  /** Calls a minute. */
  readonly requestsPerMinute?: InputMaybe<Scalars['Int']['input']>;
  /** Tokens a minute, prompt and answer together. */
  readonly tokensPerMinute?: InputMaybe<Scalars['Int']['input']>;
};

/** What a key is held to besides its limits. A key with any of them can't manage keys or guardrails. For a new key, absent and null mean none; for an existing one, absent fields stay as they are, and null removes. */
export type KeyRestrictionsInput = {
  /** What it may spend; without one, the whole balance. */
  readonly budget?: InputMaybe<KeyBudgetInput>;
  /** When it stops working, in the future. A later one makes an expired key work again. */
  readonly expires?: InputMaybe<Scalars['DateTime']['input']>;
  /** At most 64 ids of models, `openai/*` for all of a provider's; an empty list: every model. */
  readonly models?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A page of the ledger, newest first. */
export type LedgerConnection = {
  readonly __typename: 'LedgerConnection';
  /** Its entries. */
  readonly edges: ReadonlyArray<LedgerEdge>;
  /** Where it stands. */
  readonly pageInfo: PageInfo;
};

/** An entry and where it stands. */
export type LedgerEdge = {
  readonly __typename: 'LedgerEdge';
  /** Of a page that begins after this entry; stays good. */
  readonly cursor: Scalars['String']['output'];
  /** The entry. */
  readonly node: LedgerEntry;
};

/** An entry of the ledger. Entries are never changed. */
export type LedgerEntry = {
  readonly __typename: 'LedgerEntry';
  /** Pesos: signed change of the balance for `CREDIT`, `SETTLE` and `ADJUST`; size of the hold for the others. */
  readonly amount: Scalars['Decimal']['output'];
  /** When it was written. */
  readonly at: Scalars['DateTime']['output'];
  /** Pesos after the entry. */
  readonly balance: Scalars['Decimal']['output'];
  /** Names it within the organization. */
  readonly id: Scalars['ID']['output'];
  /** Of a credit or a correction. */
  readonly note: Maybe<Scalars['String']['output']>;
  /** The call, where the entry closed one. */
  readonly request: Maybe<RequestRecord>;
  /** Of the call, where there is one. */
  readonly requestId: Maybe<Scalars['ID']['output']>;
  /** Of the block it stands in. */
  readonly seq: Scalars['Float']['output'];
  /** What it does. */
  readonly type: LedgerEntryType;
};

/** What an entry of the ledger does. */
export type LedgerEntryType =
  /** A correction. */
  | 'ADJUST'
  /** Money came in. */
  | 'CREDIT'
  /** A hold that nobody closed is given back. */
  | 'EXPIRE'
  /** A call holds what it may cost, or more of it. */
  | 'HOLD'
  /** A call cost nothing; its hold is given back. */
  | 'RELEASE'
  /** A call was charged; its hold is given back. */
  | 'SETTLE';

/** A model that can be called. */
export type Model = {
  readonly __typename: 'Model';
  /** Whether its videos have sound. */
  readonly audio: Maybe<Scalars['Boolean']['output']>;
  /** What it can do beyond its type. */
  readonly capabilities: ReadonlyArray<ModelCapability>;
  /** Tokens of prompt and answer. */
  readonly contextLength: Maybe<Scalars['Int']['output']>;
  /** When it entered the catalog. */
  readonly created: Scalars['DateTime']['output'];
  /** Seconds of a video for which no length is asked. */
  readonly defaultDuration: Maybe<Scalars['Int']['output']>;
  /** Of an embedding. */
  readonly dimensions: Maybe<Scalars['Int']['output']>;
  /** Lengths of video it makes, in seconds. */
  readonly durations: ReadonlyArray<Scalars['Int']['output']>;
  /** `<provider>/<model>` */
  readonly id: Scalars['ID']['output'];
  /** Seconds of the longest video. */
  readonly maxDuration: Maybe<Scalars['Int']['output']>;
  /** Tokens of an answer. */
  readonly maxOutputTokens: Maybe<Scalars['Int']['output']>;
  /** What it costs. */
  readonly prices: ReadonlyArray<Price>;
  /** No provider is configured: the simulator answers. */
  readonly simulated: Scalars['Boolean']['output'];
  /** Sizes of image to ask for, `<width>x<height>`. Where a provider knows shapes alone (Gemini, Imagen, Grok), an image of that shape is made, in pixels of the provider's choosing. */
  readonly sizes: ReadonlyArray<Scalars['String']['output']>;
  /** What it makes. */
  readonly type: ModelType;
  /** Can be called with zero data retention. */
  readonly zdr: Scalars['Boolean']['output'];
};

/** What a model can do beyond its type. */
export type ModelCapability =
  /** Goes on with an answer that has begun. */
  | 'ASSISTANT_PREFIX'
  /** `responseFormat` `JSON_OBJECT`. */
  | 'JSON_OBJECT'
  /** `responseFormat` `JSON_SCHEMA`. */
  | 'JSON_SCHEMA'
  /** `logprobs`. */
  | 'LOGPROBS'
  /** Prompt tokens read from a cache cost less. */
  | 'PROMPT_CACHING'
  /** `reasoningEffort`. */
  | 'REASONING'
  /** `tools`, and its calls of them. */
  | 'TOOLS'
  /** Images in messages. */
  | 'VISION';

/** What a model makes. */
export type ModelType =
  /** Answers in a conversation. */
  | 'CHAT'
  /** Vectors of texts. */
  | 'EMBEDDING'
  /** Images. */
  | 'IMAGE'
  /** Videos. */
  | 'VIDEO';

export type Mutation = {
  readonly __typename: 'Mutation';
  /** Ends a video job that is under way; it is not charged. A client token needs the operation `VIDEO`. */
  readonly cancelVideo: Maybe<CancelVideoPayload>;
  /** Makes an API key for the organization. Needs an API key that is not restricted. */
  readonly createApiKey: Maybe<CreateApiKeyPayload>;
  /** A chat answer, whole. A client token needs the operation `CHAT`. */
  readonly createChatCompletion: Maybe<ChatCompletion>;
  /** Makes a token for a browser. Needs an API key: call it from your server. */
  readonly createClientToken: Maybe<CreateClientTokenPayload>;
  /** Vectors of texts. A client token needs the operation `EMBEDDINGS`. */
  readonly createEmbeddings: Maybe<Embeddings>;
  /** Images from a text. A client token needs the operation `IMAGES`. */
  readonly createImages: Maybe<Images>;
  /** Starts a video. It is charged when it is completed. A client token needs the operation `VIDEO`. */
  readonly createVideo: Maybe<CreateVideoPayload>;
  /** Ends an API key of the organization, and its open connections within a second. Twice changes nothing. A key may revoke itself; others need an API key that is not restricted. */
  readonly revokeApiKey: Maybe<RevokeApiKeyPayload>;
  /** Ends a client token at once, and its open connections within a second. Needs an API key. */
  readonly revokeClientToken: Maybe<RevokeClientTokenPayload>;
  /** Changes what holds for every call of the organization. Needs an API key that is not restricted. */
  readonly setGuardrails: Maybe<SetGuardrailsPayload>;
  /** Changes an API key of the organization that was not revoked, for the calls it makes from now on. Needs an API key that is not restricted. */
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
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  input: ChatInput;
};


export type MutationCreateClientTokenArgs = {
  input: ClientTokenInput;
};


export type MutationCreateEmbeddingsArgs = {
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  input: EmbeddingsInput;
};


export type MutationCreateImagesArgs = {
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  input: ImagesInput;
};


export type MutationCreateVideoArgs = {
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  input: VideoInput;
};


export type MutationRevokeApiKeyArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationRevokeClientTokenArgs = {
  id: Scalars['UUID']['input'];
};


export type MutationSetGuardrailsArgs = {
  zdr: Scalars['Boolean']['input'];
};


export type MutationUpdateApiKeyArgs = {
  id: Scalars['UUID']['input'];
  limits?: InputMaybe<KeyLimitsInput>;
  name?: InputMaybe<Scalars['String']['input']>;
  restrictions?: InputMaybe<KeyRestrictionsInput>;
};

/** Who owns API keys and pays for calls. */
export type Organization = {
  readonly __typename: 'Organization';
  /** Its id. */
  readonly id: Scalars['UUID']['output'];
  /** What each of its API keys has, unless its own is lower. */
  readonly limits: KeyLimits;
  /** As it was given. */
  readonly name: Scalars['String']['output'];
  /** Guardrail: every call is made with zero data retention. */
  readonly zdr: Scalars['Boolean']['output'];
};

/** Where a page of a connection stands, as Relay has it. */
export type PageInfo = {
  readonly __typename: 'PageInfo';
  /** Of the last edge: `after` of the next page. */
  readonly endCursor: Maybe<Scalars['String']['output']>;
  /** Whether there is more after `endCursor`. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** Whether the page was asked for with `after`. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** Of the first edge. */
  readonly startCursor: Maybe<Scalars['String']['output']>;
};

/** What a model costs its caller, markup included. */
export type Price = {
  readonly __typename: 'Price';
  /** Pesos, at the present exchange rate. */
  readonly mxn: Scalars['Decimal']['output'];
  /** How many units the price is for. */
  readonly per: Scalars['Int']['output'];
  /** What it is the price of. */
  readonly unit: UsageUnit;
  /** US dollars. */
  readonly usd: Scalars['Decimal']['output'];
  /** Size and quality of an image, where the price depends on them. */
  readonly variant: Maybe<Scalars['String']['output']>;
};

export type Query = {
  readonly __typename: 'Query';
  /** API keys of the organization, newest first, revoked ones among them. Needs an API key. */
  readonly apiKeys: ReadonlyArray<ApiKey>;
  /** Client tokens of the organization that work, newest first. Needs an API key. */
  readonly clientTokens: ClientTokenConnection;
  /** Every movement of the organization's money, newest first. Needs an API key. */
  readonly ledger: LedgerConnection;
  /** One model; null where there is none of that id. */
  readonly model: Maybe<Model>;
  /** Models the caller may use, in the order of the catalog. */
  readonly models: ReadonlyArray<Model>;
  /** A call that was charged, by its request id; null for any other. Needs an API key. */
  readonly request: Maybe<RequestRecord>;
  /** Usage by day and model, or by day and key; the last 30 days unless told, at most 366. Needs an API key. */
  readonly usage: ReadonlyArray<UsageRow>;
  /** A video job as it is now; null where there is none of that id. A client token needs the operation `VIDEO`. */
  readonly videoJob: Maybe<VideoJob>;
  /** Video jobs of the organization as they are stored, newest first. Needs an API key. */
  readonly videoJobs: VideoJobConnection;
  /** Who asks. A client token needs the operation `BALANCE`. */
  readonly viewer: Viewer;
};


export type QueryClientTokensArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: Scalars['Int']['input'];
};


export type QueryLedgerArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
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

/** A call that was charged: what it used, what it cost and how it went. Nothing of its content is kept. */
export type RequestRecord = {
  readonly __typename: 'RequestRecord';
  /** The API key it was made with. */
  readonly apiKey: Maybe<ApiKey>;
  /** Id of the API key it was made with. */
  readonly apiKeyId: Maybe<Scalars['UUID']['output']>;
  /** When it was charged. */
  readonly at: Scalars['DateTime']['output'];
  /** Tries at providers, in order. */
  readonly attempts: ReadonlyArray<Attempt>;
  /** Id of the client token it was made with. */
  readonly clientTokenId: Maybe<Scalars['UUID']['output']>;
  /** Pesos. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** US dollars, markup included. */
  readonly costUsd: Scalars['Decimal']['output'];
  /** Milliseconds the whole call took. */
  readonly durationMs: Scalars['Int']['output'];
  /** Milliseconds until the first content. */
  readonly firstContentMs: Scalars['Int']['output'];
  /** The rate between the two. */
  readonly fx: Maybe<FxRate>;
  /** Request id. */
  readonly id: Scalars['ID']['output'];
  /** What was made; null where it was not told. */
  readonly kind: Maybe<ModelType>;
  /** Id of the model that answered. */
  readonly model: Scalars['String']['output'];
  /** `ok`, `cancelled`, or an error's code. */
  readonly outcome: Scalars['String']['output'];
  /** Whether the answer was a stream. */
  readonly stream: Scalars['Boolean']['output'];
  /** What was used. */
  readonly usage: ReadonlyArray<UsageLine>;
};

/** The form of the answer. */
export type ResponseFormatInput = {
  /** What the schema is about. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Of the schema, with `JSON_SCHEMA`. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** JSON Schema of the answer, with `JSON_SCHEMA`. */
  readonly schema?: InputMaybe<Scalars['JSON']['input']>;
  /** The answer fits the schema exactly. */
  readonly strict?: InputMaybe<Scalars['Boolean']['input']>;
  /** Which. */
  readonly type: ResponseFormatType;
};

/** The form of an answer. */
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
  /** What it was. */
  readonly apiKey: ApiKey;
};

/** A client token that no longer works. */
export type RevokeClientTokenPayload = {
  readonly __typename: 'RevokeClientTokenPayload';
  /** What it was. */
  readonly clientToken: ClientToken;
};

/** The organization after the change. */
export type SetGuardrailsPayload = {
  readonly __typename: 'SetGuardrailsPayload';
  /** With its guardrails as they are now. */
  readonly organization: Organization;
};

export type Subscription = {
  readonly __typename: 'Subscription';
  /** The organization's money: at once as it is, then each change within a second. A client token needs the operation `BALANCE`. */
  readonly balance: Balance;
  /** A chat answer as it is made. Unsubscribing stops the provider; what was made until then is charged. A client token needs the operation `CHAT`. */
  readonly chatTokens: ChatEvent;
  /** Goes on with a resumable answer, the same one, which is paid for once however many read it. Within a minute of its loss or end, and where it was made: elsewhere it is `not_found`. */
  readonly resumeChat: ChatEvent;
  /** A video job: at once as it is, then each change. Completes when the job ends. A client token needs the operation `VIDEO`. */
  readonly videoStatus: VideoJob;
};


export type SubscriptionChatTokensArgs = {
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

/** A tool call of the model. */
export type ToolCall = {
  readonly __typename: 'ToolCall';
  /** JSON text, as the model wrote it. */
  readonly arguments: Scalars['String']['output'];
  /** To be given with its result. */
  readonly id: Scalars['String']['output'];
  /** Of the tool. */
  readonly name: Scalars['String']['output'];
};

/** A tool call of an earlier answer. */
export type ToolCallInput = {
  /** JSON text, as the model wrote it. */
  readonly arguments: Scalars['String']['input'];
  /** As the answer gave it. */
  readonly id: Scalars['String']['input'];
  /** Of the tool. */
  readonly name: Scalars['String']['input'];
};

/** Whether the model calls tools. */
export type ToolChoiceInput = {
  /** How. */
  readonly mode: ToolChoiceMode;
  /** Of the tool, with `FUNCTION`. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
};

/** Whether the model calls tools. */
export type ToolChoiceMode =
  /** It decides. */
  | 'AUTO'
  /** It calls the one that is named. */
  | 'FUNCTION'
  /** It calls none. */
  | 'NONE'
  /** It calls at least one. */
  | 'REQUIRED';

/** A function the model may call. */
export type ToolInput = {
  /** What it is good for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** 1 to 64 letters, digits, `_` or `-`. */
  readonly name: Scalars['String']['input'];
  /** JSON Schema of its arguments. */
  readonly parameters?: InputMaybe<Scalars['JSON']['input']>;
  /** Arguments fit the schema exactly. */
  readonly strict?: InputMaybe<Scalars['Boolean']['input']>;
};

/** An API key after a change. */
export type UpdateApiKeyPayload = {
  readonly __typename: 'UpdateApiKeyPayload';
  /** As it is now. */
  readonly apiKey: ApiKey;
};

/** What a row of usage is of, beside its day. */
export type UsageGrouping =
  /** The API key; a client token's calls are those of the key it belongs to. */
  | 'KEY'
  /** The model. */
  | 'MODEL';

/** A part of what a call used. */
export type UsageLine = {
  readonly __typename: 'UsageLine';
  /** How many. */
  readonly quantity: Scalars['Float']['output'];
  /** What was counted. */
  readonly unit: UsageUnit;
  /** Size and quality of an image, where the price depends on them. */
  readonly variant: Maybe<Scalars['String']['output']>;
};

/** What was used on one day of one model, or by one key. */
export type UsageRow = {
  readonly __typename: 'UsageRow';
  /** Prompt tokens read from a provider's cache. */
  readonly cachedInputTokens: Scalars['Float']['output'];
  /** Calls that ended, failed ones among them. */
  readonly calls: Scalars['Float']['output'];
  /** Pesos charged. */
  readonly costMxn: Scalars['Decimal']['output'];
  /** `YYYY-MM-DD`, UTC. */
  readonly day: Scalars['String']['output'];
  /** Those that failed. */
  readonly failedCalls: Scalars['Float']['output'];
  /** Images that were made. */
  readonly images: Scalars['Float']['output'];
  /** Prompt tokens not read from a cache. */
  readonly inputTokens: Scalars['Float']['output'];
  /** Where grouped by key, its id; null for calls that no key's row has, such as those from before keys were counted. */
  readonly keyId: Maybe<Scalars['UUID']['output']>;
  /** Id of the model; empty where grouped by key. */
  readonly model: Scalars['String']['output'];
  /** Generated tokens, reasoning included. */
  readonly outputTokens: Scalars['Float']['output'];
  /** Seconds of video that were made. */
  readonly seconds: Scalars['Float']['output'];
};

/** What is counted and paid for. */
export type UsageUnit =
  /** Prompt tokens read from the provider's cache. */
  | 'CACHED_INPUT_TOKEN'
  /** Prompt tokens written to the provider's cache. */
  | 'CACHE_WRITE_TOKEN'
  /** Images. */
  | 'IMAGE'
  /** Prompt tokens that were not read from a cache. */
  | 'INPUT_TOKEN'
  /** Generated tokens, reasoning included. */
  | 'OUTPUT_TOKEN'
  /** Seconds of video. */
  | 'SECOND';

/** A video from a text: the fields of `POST /v1/videos/generations`, with the same checks. */
export type VideoInput = {
  /** Such as `16:9`, `9:16`, `1:1`; what there is depends on the model. */
  readonly aspectRatio?: InputMaybe<Scalars['String']['input']>;
  /** Told of the end of the job by a signed POST. */
  readonly callbackUrl?: InputMaybe<Scalars['String']['input']>;
  /** Seconds, up to the model's `maxDuration`; its default without. The longest length it makes that is not longer is made and billed. */
  readonly duration?: InputMaybe<Scalars['Int']['input']>;
  /** `<provider>/<model>` */
  readonly model: Scalars['String']['input'];
  /** What it shows, at most 4000 characters. */
  readonly prompt: Scalars['String']['input'];
  /** Zero data retention can't be kept for what is stored: true is refused. */
  readonly zdr?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A video job. */
export type VideoJob = {
  readonly __typename: 'VideoJob';
  /** When it ended, either way. */
  readonly completed: Maybe<Scalars['DateTime']['output']>;
  /** Pesos charged, once completed. */
  readonly costMxn: Maybe<Scalars['Decimal']['output']>;
  /** US dollars, markup included, once completed. */
  readonly costUsd: Maybe<Scalars['Decimal']['output']>;
  /** When it was created. */
  readonly created: Scalars['DateTime']['output'];
  /** Seconds that are made and billed. */
  readonly duration: Scalars['Int']['output'];
  /** Why it failed. */
  readonly error: Maybe<Scalars['String']['output']>;
  /** Its id. */
  readonly id: Scalars['UUID']['output'];
  /** Id of the model. */
  readonly model: Scalars['String']['output'];
  /** What the video shows. */
  readonly prompt: Scalars['String']['output'];
  /** The charge of the job, once completed. Needs an API key. */
  readonly request: Maybe<RequestRecord>;
  /** Of the call that created it. */
  readonly requestId: Scalars['ID']['output'];
  /** Where it stands. */
  readonly status: VideoStatus;
  /** Once completed: in the service's own storage, public, does not expire. Should the copy have failed, the provider's own for a while. */
  readonly videoUrl: Maybe<Scalars['String']['output']>;
};

/** A page of video jobs, newest first. */
export type VideoJobConnection = {
  readonly __typename: 'VideoJobConnection';
  /** Its jobs. */
  readonly edges: ReadonlyArray<VideoJobEdge>;
  /** Where it stands. */
  readonly pageInfo: PageInfo;
};

/** A video job and where it stands in the list. */
export type VideoJobEdge = {
  readonly __typename: 'VideoJobEdge';
  /** Of a page that begins after this job; stays good. */
  readonly cursor: Scalars['String']['output'];
  /** The job as it is stored. */
  readonly node: VideoJob;
};

/** Where a video job stands. */
export type VideoStatus =
  /** The video is there, and paid for. */
  | 'COMPLETED'
  /** There will be none; nothing is charged. */
  | 'FAILED'
  /** Not sent to the provider yet. */
  | 'PENDING'
  /** The provider is at work. */
  | 'PROCESSING';

/** The organization of the API key or client token that asks, and its money in pesos. */
export type Viewer = {
  readonly __typename: 'Viewer';
  /** The API key that asks; null for a client token. */
  readonly apiKey: Maybe<ApiKey>;
  /** Balance less what is held, pesos. A call needs more than zero. */
  readonly available: Scalars['Decimal']['output'];
  /** Pesos. */
  readonly balance: Scalars['Decimal']['output'];
  /** What the asker is held to, where it is a client token; null for an API key. */
  readonly clientToken: Maybe<ClientToken>;
  /** Pesos that calls under way hold. */
  readonly held: Scalars['Decimal']['output'];
  /** Who pays. */
  readonly organization: Organization;
};
