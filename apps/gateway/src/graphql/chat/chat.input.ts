import { MAX_FALLBACK_MODELS } from "@cenote/core";
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
  description: "The author of a message.",
  valuesConfig: {
    SYSTEM: { description: "Instructions." },
    DEVELOPER: { description: "Treated as `SYSTEM`." },
    USER: { description: "The user." },
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
    NONE: { description: "The model calls no tool." },
    AUTO: { description: "The model decides." },
    REQUIRED: { description: "The model calls at least one tool." },
    FUNCTION: { description: "The model calls the named tool." },
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
  description: "The format of an answer.",
  valuesConfig: {
    TEXT: { description: "Any text." },
    JSON_OBJECT: { description: "A JSON object." },
    JSON_SCHEMA: { description: "JSON that fits a schema." },
  },
});

@InputType({ description: "A PDF file." })
export class FileInput {
  @Field(() => String, { description: "The file as a data URL: `data:application/pdf;base64,...`" })
  fileData!: string;

  @Field(() => String, { nullable: true, description: "Name of the file." })
  filename?: string | null;
}

@InputType({ description: "A part of a message: a text, an image or a file." })
export class ContentPartInput {
  @Field(() => String, { nullable: true, description: "Text." })
  text?: string | null;

  @Field(() => String, { nullable: true, description: "An image: an `https:` or `data:` URL." })
  imageUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Detail of the image: auto, low, high or original, which is treated as high.",
  })
  detail?: string | null;

  @Field(() => FileInput, { nullable: true, description: "A PDF file. The model needs the capability `PDF`." })
  file?: FileInput | null;
}

@InputType({ description: "A tool call of an earlier answer." })
export class ToolCallInput {
  @Field(() => String, { description: "Id of the call, from the answer." })
  id!: string;

  @Field(() => String, { description: "Name of the tool." })
  name!: string;

  @Field(() => String, { description: "JSON text, as the model wrote it." })
  arguments!: string;
}

@InputType({ description: "One message of the conversation." })
export class ChatMessageInput {
  @Field(() => ChatRole, { description: "The author." })
  role!: ChatRole;

  @Field(() => String, { nullable: true, description: "Text. Give this or `parts`." })
  content?: string | null;

  @Field(() => [ContentPartInput], { nullable: true, description: "Text, images and files, in order." })
  parts?: ContentPartInput[] | null;

  @Field(() => String, { nullable: true, description: "Name of the speaker." })
  name?: string | null;

  @Field(() => [ToolCallInput], { nullable: true, description: "In an assistant's message: its tool calls." })
  toolCalls?: ToolCallInput[] | null;

  @Field(() => String, { nullable: true, description: "In a tool's message: id of the tool call that it answers." })
  toolCallId?: string | null;

  @Field(() => String, { nullable: true, description: "In an assistant's message: the text of a refusal." })
  refusal?: string | null;

  @Field(() => String, { nullable: true, description: "In an assistant's message: its reasoning." })
  reasoning?: string | null;

  @Field(() => [JsonScalar], {
    nullable: true,
    description:
      "In an assistant's message: the answer's `reasoningDetails`, unchanged; after `chatTokens`, every `reasoningDetail`, in order.",
  })
  reasoningDetails?: unknown[] | null;
}

@InputType({ description: "A function the model may call." })
export class ToolInput {
  @Field(() => String, { description: "1 to 64 letters, digits, `_` or `-`." })
  name!: string;

  @Field(() => String, { nullable: true, description: "What the function does, for the model." })
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: "JSON Schema of its arguments." })
  parameters?: unknown;

  @Field(() => Boolean, { nullable: true, description: "Arguments must match the schema exactly." })
  strict?: boolean | null;
}

@InputType({ description: "Whether the model calls tools." })
export class ToolChoiceInput {
  @Field(() => ToolChoiceMode, { description: "The rule." })
  mode!: ToolChoiceMode;

  @Field(() => String, { nullable: true, description: "Name of the tool, with `FUNCTION`." })
  name?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      "With `AUTO` or `REQUIRED`: names of the tools that may be called. The others are not sent to the model. If absent, all may be called.",
  })
  allowedTools?: string[] | null;
}

@InputType({ description: "The format of the answer." })
export class ResponseFormatInput {
  @Field(() => ResponseFormatType, { description: "The kind of format." })
  type!: ResponseFormatType;

  @Field(() => String, { nullable: true, description: "Name of the schema, with `JSON_SCHEMA`." })
  name?: string | null;

  @Field(() => String, { nullable: true, description: "Description of the schema, for the model." })
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: "JSON Schema of the answer, with `JSON_SCHEMA`." })
  schema?: unknown;

  @Field(() => Boolean, { nullable: true, description: "The answer must match the schema exactly." })
  strict?: boolean | null;
}

@InputType({ description: "A chat call: the fields of `POST /v1/chat/completions`, with the same checks." })
export class ChatInput {
  @Field(() => String, { description: "`<provider>/<model>`" })
  model!: string;

  @Field(() => [ChatMessageInput], { description: "The conversation, at least one message." })
  messages!: ChatMessageInput[];

  @Field(() => Float, { nullable: true, description: "0 to 2." })
  temperature?: number | null;

  @Field(() => Float, { nullable: true, description: "0 to 1; alternative to `temperature`." })
  topP?: number | null;

  @Field(() => Int, { nullable: true, description: "Maximum tokens to generate." })
  maxTokens?: number | null;

  @Field(() => [String], { nullable: true, description: "Sequences that end the answer, at most 16." })
  stop?: string[] | null;

  @Field(() => ResponseFormatInput, { nullable: true, description: "The format of the answer." })
  responseFormat?: ResponseFormatInput | null;

  @Field(() => [ToolInput], { nullable: true, description: "Functions the model may call, at most 128." })
  tools?: ToolInput[] | null;

  @Field(() => ToolChoiceInput, { nullable: true, description: "Whether the model calls tools." })
  toolChoice?: ToolChoiceInput | null;

  @Field(() => Boolean, { nullable: true, description: "Whether one answer may have several tool calls." })
  parallelToolCalls?: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description: "An integer. Providers that support it try to give the same answer for the same seed.",
  })
  seed?: number | null;

  @Field(() => Float, { nullable: true, description: "-2 to 2." })
  presencePenalty?: number | null;

  @Field(() => Float, { nullable: true, description: "-2 to 2." })
  frequencyPenalty?: number | null;

  @Field(() => String, { nullable: true, description: "none, minimal, low, medium, high, xhigh or max." })
  reasoningEffort?: string | null;

  @Field(() => String, { nullable: true, description: "How long the answer is: low, medium or high." })
  verbosity?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Returns log probabilities with the answer." })
  logprobs?: boolean | null;

  @Field(() => Int, { nullable: true, description: "0 to 20 alternatives per token; needs `logprobs`." })
  topLogprobs?: number | null;

  @Field(() => JsonScalar, { nullable: true, description: "An object that maps token ids to a bias from -100 to 100." })
  logitBias?: unknown;

  @Field(() => String, { nullable: true, description: "Id of your user, passed to the provider." })
  user?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Zero data retention: uses only routes marked for it; content is neither stored nor logged.",
  })
  zdr?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: `Fallback models, tried in order if no route of \`model\` answers, at most ${MAX_FALLBACK_MODELS}.`,
  })
  models?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "If the provider's stream breaks or stalls, continues the answer over another route of the model. Only routes that can continue an answer are used.",
  })
  continueOnCut?: boolean | null;
}
