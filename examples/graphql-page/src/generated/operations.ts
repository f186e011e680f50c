/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
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

export type StartQueryVariables = Exact<{ [key: string]: never; }>;


export type StartQuery = { readonly viewer: { readonly available: string, readonly clientToken: { readonly budget: string } | null } | null, readonly models: ReadonlyArray<{ readonly id: string, readonly type: ModelType, readonly prices: ReadonlyArray<{ readonly unit: UsageUnit, readonly mxn: string }> }> | null };

export type BalanceSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type BalanceSubscription = { readonly balance: { readonly available: string } };

type ChatPiece_ChatDelta_Fragment = { readonly __typename: 'ChatDelta', readonly eventId: string | null, readonly content: string | null };

type ChatPiece_ChatFailed_Fragment = { readonly __typename: 'ChatFailed', readonly code: string, readonly message: string };

type ChatPiece_ChatFinished_Fragment = { readonly __typename: 'ChatFinished', readonly finishReason: FinishReason, readonly usage: { readonly totalTokens: number, readonly costMxn: string } };

type ChatPiece_ChatStarted_Fragment = { readonly __typename: 'ChatStarted', readonly eventId: string | null, readonly model: string };

type ChatPiece_ChatToolCallDelta_Fragment = { readonly __typename: 'ChatToolCallDelta', readonly eventId: string | null };

export type ChatPieceFragment =
  | ChatPiece_ChatDelta_Fragment
  | ChatPiece_ChatFailed_Fragment
  | ChatPiece_ChatFinished_Fragment
  | ChatPiece_ChatStarted_Fragment
  | ChatPiece_ChatToolCallDelta_Fragment
;

export type ChatSubscriptionVariables = Exact<{
  input: ChatInput;
}>;


export type ChatSubscription = { readonly chatTokens:
    | { readonly __typename: 'ChatDelta', readonly eventId: string | null, readonly content: string | null }
    | { readonly __typename: 'ChatFailed', readonly code: string, readonly message: string }
    | { readonly __typename: 'ChatFinished', readonly finishReason: FinishReason, readonly usage: { readonly totalTokens: number, readonly costMxn: string } }
    | { readonly __typename: 'ChatStarted', readonly eventId: string | null, readonly model: string }
    | { readonly __typename: 'ChatToolCallDelta', readonly eventId: string | null }
   };

export type ResumeChatSubscriptionVariables = Exact<{
  after: string | number;
}>;


export type ResumeChatSubscription = { readonly resumeChat:
    | { readonly __typename: 'ChatDelta', readonly eventId: string | null, readonly content: string | null }
    | { readonly __typename: 'ChatFailed', readonly code: string, readonly message: string }
    | { readonly __typename: 'ChatFinished', readonly finishReason: FinishReason, readonly usage: { readonly totalTokens: number, readonly costMxn: string } }
    | { readonly __typename: 'ChatStarted', readonly eventId: string | null, readonly model: string }
    | { readonly __typename: 'ChatToolCallDelta', readonly eventId: string | null }
   };

export type CreateVideoMutationVariables = Exact<{
  input: VideoInput;
}>;


export type CreateVideoMutation = { readonly createVideo: { readonly job: { readonly id: string } } | null };

export type VideoStatusSubscriptionVariables = Exact<{
  id: string;
}>;


export type VideoStatusSubscription = { readonly videoStatus: { readonly status: VideoStatus, readonly duration: number, readonly videoUrl: string | null, readonly error: string | null, readonly costMxn: string | null } };

export const ChatPieceFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChatPiece"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"model"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"content"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatToolCallDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatFinished"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"finishReason"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<ChatPieceFragment, unknown>;
export const StartDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Start"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"clientToken"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"budget"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"models"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"prices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"mxn"}}]}}]}}]}}]} as unknown as DocumentNode<StartQuery, StartQueryVariables>;
export const BalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"available"}}]}}]}}]} as unknown as DocumentNode<BalanceSubscription, BalanceSubscriptionVariables>;
export const ChatDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Chat"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChatInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatTokens"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"resumable"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChatPiece"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChatPiece"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"model"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"content"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatToolCallDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatFinished"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"finishReason"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<ChatSubscription, ChatSubscriptionVariables>;
export const ResumeChatDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ResumeChat"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumeChat"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChatPiece"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChatPiece"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"model"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"content"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatToolCallDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatFinished"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"finishReason"}},{"kind":"Field","name":{"kind":"Name","value":"usage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTokens"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as unknown as DocumentNode<ResumeChatSubscription, ResumeChatSubscriptionVariables>;
export const CreateVideoDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateVideo"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"VideoInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createVideo"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"job"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<CreateVideoMutation, CreateVideoMutationVariables>;
export const VideoStatusDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"VideoStatus"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UUID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"videoStatus"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"jobId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"duration"}},{"kind":"Field","name":{"kind":"Name","value":"videoUrl"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"costMxn"}}]}}]}}]} as unknown as DocumentNode<VideoStatusSubscription, VideoStatusSubscriptionVariables>;