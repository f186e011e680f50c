import { Field, Float, InputType, Int, registerEnumType } from "type-graphql";
import { JsonScalar } from "../scalars/scalars";

export const ChatRole = {
  SYSTEM: "system",
  DEVELOPER: "developer",
  USER: "user",
  ASSISTANT: "assistant",
  TOOL: "tool",
} as const;
export type ChatRole = (typeof ChatRole)[keyof typeof ChatRole];

registerEnumType(ChatRole, {
  name: "ChatRole",
  description: "Who speaks.",
  valuesConfig: {
    SYSTEM: { description: "Instructions." },
    DEVELOPER: { description: "Taken as `SYSTEM`." },
    USER: { description: "The person who asks." },
    ASSISTANT: { description: "The model." },
    TOOL: { description: "The result of a tool call." },
  },
});

export const ToolChoiceMode = {
  NONE: "none",
  AUTO: "auto",
  REQUIRED: "required",
  FUNCTION: "function",
} as const;
export type ToolChoiceMode = (typeof ToolChoiceMode)[keyof typeof ToolChoiceMode];

registerEnumType(ToolChoiceMode, {
  name: "ToolChoiceMode",
  description: "Whether the model calls tools.",
  valuesConfig: {
    NONE: { description: "It calls none." },
    AUTO: { description: "It decides." },
    REQUIRED: { description: "It calls at least one." },
    FUNCTION: { description: "It calls the one that is named." },
  },
});

export const ResponseFormatType = {
  TEXT: "text",
  JSON_OBJECT: "json_object",
  JSON_SCHEMA: "json_schema",
} as const;
export type ResponseFormatType = (typeof ResponseFormatType)[keyof typeof ResponseFormatType];

registerEnumType(ResponseFormatType, {
  name: "ResponseFormatType",
  description: "The form of an answer.",
  valuesConfig: {
    TEXT: { description: "Any text." },
    JSON_OBJECT: { description: "A JSON object." },
    JSON_SCHEMA: { description: "JSON that fits a schema." },
  },
});

@InputType({ description: "A part of a message: either text or an image." })
export class ContentPartInput {
  @Field(() => String, { nullable: true, description: "Text." })
  text?: string | null;

  @Field(() => String, { nullable: true, description: "An image: an `https:` or `data:` URL." })
  imageUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Of an image: auto, low, high or original, which is treated as high.",
  })
  detail?: string | null;
}

@InputType({ description: "A tool call of an earlier answer." })
export class ToolCallInput {
  @Field(() => String, { description: "As the answer gave it." })
  id!: string;

  @Field(() => String, { description: "Of the tool." })
  name!: string;

  @Field(() => String, { description: "JSON text, as the model wrote it." })
  arguments!: string;
}

@InputType({ description: "One message of the conversation." })
export class ChatMessageInput {
  @Field(() => ChatRole, { description: "Who speaks." })
  role!: ChatRole;

  @Field(() => String, { nullable: true, description: "Text. Give this or `parts`." })
  content?: string | null;

  @Field(() => [ContentPartInput], { nullable: true, description: "Text and images, in order." })
  parts?: ContentPartInput[] | null;

  @Field(() => String, { nullable: true, description: "Name of the speaker." })
  name?: string | null;

  @Field(() => [ToolCallInput], { nullable: true, description: "Of an assistant's message: the calls it made." })
  toolCalls?: ToolCallInput[] | null;

  @Field(() => String, { nullable: true, description: "Of a tool's message: the call it answers." })
  toolCallId?: string | null;

  @Field(() => String, { nullable: true, description: "Of an assistant's message: that it declined." })
  refusal?: string | null;

  @Field(() => String, { nullable: true, description: "Of an assistant's message: its reasoning." })
  reasoning?: string | null;

  @Field(() => [JsonScalar], {
    nullable: true,
    description: "Of an assistant's message: `reasoningDetails` as the answer gave them.",
  })
  reasoningDetails?: unknown[] | null;
}

@InputType({ description: "A function the model may call." })
export class ToolInput {
  @Field(() => String, { description: "1 to 64 letters, digits, `_` or `-`." })
  name!: string;

  @Field(() => String, { nullable: true, description: "What it is good for." })
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: "JSON Schema of its arguments." })
  parameters?: unknown;

  @Field(() => Boolean, { nullable: true, description: "Arguments fit the schema exactly." })
  strict?: boolean | null;
}

@InputType({ description: "Whether the model calls tools." })
export class ToolChoiceInput {
  @Field(() => ToolChoiceMode, { description: "How." })
  mode!: ToolChoiceMode;

  @Field(() => String, { nullable: true, description: "Of the tool, with `FUNCTION`." })
  name?: string | null;
}

@InputType({ description: "The form of the answer." })
export class ResponseFormatInput {
  @Field(() => ResponseFormatType, { description: "Which." })
  type!: ResponseFormatType;

  @Field(() => String, { nullable: true, description: "Of the schema, with `JSON_SCHEMA`." })
  name?: string | null;

  @Field(() => String, { nullable: true, description: "What the schema is about." })
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: "JSON Schema of the answer, with `JSON_SCHEMA`." })
  schema?: unknown;

  @Field(() => Boolean, { nullable: true, description: "The answer fits the schema exactly." })
  strict?: boolean | null;
}

@InputType({ description: "A chat call: the fields of `POST /v1/chat/completions`, with the same checks." })
export class ChatInput {
  @Field(() => String, { description: "`<provider>/<model>`" })
  model!: string;

  @Field(() => [ChatMessageInput], { description: "The conversation, at least one." })
  messages!: ChatMessageInput[];

  @Field(() => Float, { nullable: true, description: "0 to 2." })
  temperature?: number | null;

  @Field(() => Float, { nullable: true, description: "0 to 1; alternative to temperature." })
  topP?: number | null;

  @Field(() => Int, { nullable: true, description: "Maximum tokens to generate." })
  maxTokens?: number | null;

  @Field(() => [String], { nullable: true, description: "Sequences that end the answer, at most 16." })
  stop?: string[] | null;

  @Field(() => ResponseFormatInput, { nullable: true, description: "The form of the answer." })
  responseFormat?: ResponseFormatInput | null;

  @Field(() => [ToolInput], { nullable: true, description: "Functions the model may call, at most 128." })
  tools?: ToolInput[] | null;

  @Field(() => ToolChoiceInput, { nullable: true, description: "Whether it calls them." })
  toolChoice?: ToolChoiceInput | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it may call several at once." })
  parallelToolCalls?: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description: "An integer; the same seed gives the same answer, as far as the provider can.",
  })
  seed?: number | null;

  @Field(() => Float, { nullable: true, description: "-2 to 2." })
  presencePenalty?: number | null;

  @Field(() => Float, { nullable: true, description: "-2 to 2." })
  frequencyPenalty?: number | null;

  @Field(() => String, { nullable: true, description: "none, minimal, low, medium, high, xhigh or max." })
  reasoningEffort?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Log probabilities with the answer." })
  logprobs?: boolean | null;

  @Field(() => Int, { nullable: true, description: "0 to 20 alternatives a token; needs `logprobs`." })
  topLogprobs?: number | null;

  @Field(() => JsonScalar, { nullable: true, description: "An object of token id to bias, -100 to 100." })
  logitBias?: unknown;

  @Field(() => String, { nullable: true, description: "Your user, for the provider." })
  user?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Zero data retention: only routes marked for it are used, nothing of the content is stored or logged.",
  })
  zdr?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: "Models to try in order when no route of `model` answers, at most 8.",
  })
  models?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "A stream that is cut or falls silent goes on over another route of its model, where one takes the beginning of an answer.",
  })
  continueOnCut?: boolean | null;
}
