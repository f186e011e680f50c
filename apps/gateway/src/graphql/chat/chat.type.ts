import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar, JsonScalar } from "../scalars/scalars";

export const FinishReason = {
  STOP: "stop",
  LENGTH: "length",
  CONTENT_FILTER: "content_filter",
  TOOL_CALLS: "tool_calls",
} as const;
export type FinishReason = (typeof FinishReason)[keyof typeof FinishReason];

registerEnumType(FinishReason, {
  name: "FinishReason",
  description: "Why an answer ended.",
  valuesConfig: {
    STOP: { description: "The model was done, or a stop sequence came." },
    LENGTH: { description: "`maxTokens` or the model's own limit was reached." },
    CONTENT_FILTER: { description: "The provider's filter." },
    TOOL_CALLS: { description: "It wants tools to be called." },
  },
});

@ObjectType({ description: "What a chat call used and cost." })
export class ChatUsage {
  @Field(() => Int, { description: "Tokens of the prompt." })
  promptTokens!: number;

  @Field(() => Int, { description: "Tokens that were generated." })
  completionTokens!: number;

  @Field(() => Int, { description: "The sum of both." })
  totalTokens!: number;

  @Field(() => Int, { description: "Prompt tokens read from the provider's cache." })
  cachedTokens!: number;

  @Field(() => Int, { description: "Prompt tokens written to the provider's cache." })
  cacheWriteTokens!: number;

  @Field(() => Int, { description: "Generated tokens that are reasoning." })
  reasoningTokens!: number;

  @Field(() => DecimalScalar, { description: "US dollars, markup included." })
  costUsd!: string;

  @Field(() => DecimalScalar, { description: "Pesos charged." })
  costMxn!: string;
}

@ObjectType({ description: "A tool call of the model." })
export class ToolCall {
  @Field(() => String, { description: "To be given with its result." })
  id!: string;

  @Field(() => String, { description: "Of the tool." })
  name!: string;

  @Field(() => String, { description: "JSON text, as the model wrote it." })
  arguments!: string;
}

@ObjectType({ description: "What the model answered." })
export class ChatMessage {
  @Field(() => String, { nullable: true, description: "Text; null where there is none." })
  content!: string | null;

  @Field(() => String, { nullable: true, description: "That it declined." })
  refusal!: string | null;

  @Field(() => String, { nullable: true, description: "Its reasoning, where the provider shows it." })
  reasoning!: string | null;

  @Field(() => [JsonScalar], { description: "To be sent back with the message on the next turn." })
  reasoningDetails!: unknown[];

  @Field(() => [ToolCall], { description: "Tools it wants to be called." })
  toolCalls!: ToolCall[];
}

@ObjectType({ description: "A whole answer. It is paid for." })
export class ChatCompletion {
  @Field(() => ID, { description: "Request id of the call." })
  id!: string;

  @Field(() => DateTimeScalar, { description: "When it was made." })
  created!: Date;

  @Field(() => String, { description: "Id of the model that answered." })
  model!: string;

  @Field(() => ChatMessage, { description: "What it answered." })
  message!: ChatMessage;

  @Field(() => FinishReason, { description: "Why it ended." })
  finishReason!: FinishReason;

  @Field(() => ChatUsage, { description: "What it used and cost." })
  usage!: ChatUsage;

  @Field(() => JsonScalar, { nullable: true, description: "OpenAI's logprobs object, where asked for." })
  logprobs!: unknown;

  @Field(() => [String], {
    description: "Fields of the input that the model can't honour and that its catalog row says to leave out.",
  })
  droppedFields!: string[];

  @Field(() => Boolean, {
    description:
      "The stored answer to an earlier call with the same `idempotencyKey`: nothing was charged for this one.",
  })
  replayed!: boolean;
}
