import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { CACHE_RESULT, CacheResult } from "../answer-cache";
import { DROPPED_FIELDS } from "./dropped-fields";
import { REPLAYED } from "../idempotency-key";
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
    STOP: { description: "The model finished, or reached a stop sequence." },
    LENGTH: { description: "`maxTokens` or the model's own limit was reached." },
    CONTENT_FILTER: { description: "The provider's content filter ended it." },
    TOOL_CALLS: { description: "The model calls tools." },
  },
});

@ObjectType({ description: "Usage and cost of a chat call." })
export class ChatUsage {
  @Field(() => Int, { description: "Tokens of the prompt." })
  promptTokens!: number;

  @Field(() => Int, { description: "Generated tokens." })
  completionTokens!: number;

  @Field(() => Int, { description: "The sum of both." })
  totalTokens!: number;

  @Field(() => Int, { description: "Prompt tokens read from the provider's cache." })
  cachedTokens!: number;

  @Field(() => Int, { description: "Prompt tokens written to the provider's cache." })
  cacheWriteTokens!: number;

  @Field(() => Int, { description: "Generated tokens of the reasoning." })
  reasoningTokens!: number;

  @Field(() => DecimalScalar, { description: "US dollars, markup included." })
  costUsd!: string;

  @Field(() => DecimalScalar, { description: "Pesos charged." })
  costMxn!: string;
}

@ObjectType({ description: "A tool call by the model." })
export class ToolCall {
  @Field(() => String, { description: "Id of the call, to be sent with its result." })
  id!: string;

  @Field(() => String, { description: "Name of the tool." })
  name!: string;

  @Field(() => String, { description: "JSON text, as the model wrote it." })
  arguments!: string;
}

@ObjectType({ description: "The model's message." })
export class ChatMessage {
  @Field(() => String, { nullable: true, description: "Text; null if there is only a refusal or tool calls." })
  content!: string | null;

  @Field(() => String, { nullable: true, description: "Text with which the model declined." })
  refusal!: string | null;

  @Field(() => String, { nullable: true, description: "Reasoning, if the provider shows it." })
  reasoning!: string | null;

  @Field(() => [JsonScalar], { description: "Send these back, unchanged, with the message on the next turn." })
  reasoningDetails!: unknown[];

  @Field(() => [ToolCall], { description: "The model's tool calls." })
  toolCalls!: ToolCall[];
}

@ObjectType({ description: "A complete, charged answer." })
export class ChatCompletion {
  @Field(() => ID, { description: "Request id of the call." })
  id!: string;

  @Field(() => DateTimeScalar, { description: "When the answer was generated." })
  created!: Date;

  @Field(() => String, { description: "Id of the model that answered." })
  model!: string;

  @Field(() => ChatMessage, { description: "The answer." })
  message!: ChatMessage;

  @Field(() => FinishReason, { description: "Why the answer ended." })
  finishReason!: FinishReason;

  @Field(() => ChatUsage, { description: "Tokens and cost." })
  usage!: ChatUsage;

  @Field(() => JsonScalar, { nullable: true, description: "OpenAI's logprobs object, if requested." })
  logprobs!: unknown;

  @Field(() => [String], DROPPED_FIELDS)
  droppedFields!: string[];

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;

  @Field(() => CacheResult, CACHE_RESULT)
  cache!: CacheResult | null;
}
