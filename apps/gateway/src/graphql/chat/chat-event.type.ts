import { createUnionType, Field, ID, Int, ObjectType } from "type-graphql";
import { CACHE_RESULT, CacheResult } from "../answer-cache";
import { DROPPED_FIELDS } from "./dropped-fields";
import { REPLAYED } from "../idempotency-key";
import { DateTimeScalar, JsonScalar } from "../scalars/scalars";
import { ChatRole } from "./chat.input";
import { ChatUsage, FinishReason } from "./chat.type";

const EVENT_ID = {
  nullable: true,
  description: "Only for resumable answers: pass it as `after` of `resumeChat` to continue after this event.",
} as const;

@ObjectType({ description: "The first event of an answer. It comes with the first content." })
class ChatStarted {
  @Field(() => ID, { description: "Request id of the call." })
  requestId!: string;

  @Field(() => ChatRole, { description: "Always `ASSISTANT`." })
  role!: ChatRole;

  @Field(() => String, { description: "Id of the model that answers." })
  model!: string;

  @Field(() => DateTimeScalar, { description: "When the answer began." })
  created!: Date;

  @Field(() => [String], DROPPED_FIELDS)
  droppedFields!: string[];

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;

  @Field(() => CacheResult, CACHE_RESULT)
  cache!: CacheResult | null;

  @Field(() => ID, EVENT_ID)
  eventId?: string | null;
}

@ObjectType({
  description: "A piece of the answer, to be appended to the previous pieces. Null fields have nothing new.",
})
class ChatDelta {
  @Field(() => String, { nullable: true, description: "Text." })
  content!: string | null;

  @Field(() => String, { nullable: true, description: "Reasoning, if the provider shows it." })
  reasoning!: string | null;

  @Field(() => String, { nullable: true, description: "Text with which the model declines." })
  refusal!: string | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: "A signed or encrypted piece of reasoning. Send it back, unchanged, on the next turn.",
  })
  reasoningDetail!: unknown;

  @Field(() => JsonScalar, { nullable: true, description: "OpenAI's logprobs object for the text." })
  logprobs!: unknown;

  @Field(() => ID, EVENT_ID)
  eventId?: string | null;
}

@ObjectType({ description: "A piece of a tool call, to be appended to the previous pieces with the same index." })
class ChatToolCallDelta {
  @Field(() => Int, { description: "Number of the tool call in the answer, from 0." })
  index!: number;

  @Field(() => String, { nullable: true, description: "Id of the call; only with its first piece." })
  id!: string | null;

  @Field(() => String, { nullable: true, description: "Name of the tool; only with the first piece." })
  name!: string | null;

  @Field(() => String, { description: "A piece of the arguments' JSON text." })
  arguments!: string;

  @Field(() => ID, EVENT_ID)
  eventId?: string | null;
}

@ObjectType({ description: "The last event of a complete answer, sent after the charge." })
class ChatFinished {
  @Field(() => FinishReason, { description: "Why the answer ended." })
  finishReason!: FinishReason;

  @Field(() => ChatUsage, { description: "Tokens and cost." })
  usage!: ChatUsage;

  @Field(() => ID, EVENT_ID)
  eventId?: string | null;
}

@ObjectType({
  description:
    "The last event of an answer that failed, before its first content or later. Only what was delivered until then is charged.",
})
class ChatFailed {
  @Field(() => String, { description: "A code of docs/errors.md." })
  code!: string;

  @Field(() => String, {
    description: "Text for people. For `provider_unavailable` it is the provider's text, unchanged.",
  })
  message!: string;

  @Field(() => String, { nullable: true, description: "Path of the invalid field." })
  param!: string | null;

  @Field(() => ID, { description: "Request id of the call." })
  requestId!: string;

  @Field(() => Boolean, { description: "Whether the same call may succeed later." })
  retryable!: boolean;

  @Field(() => Int, { nullable: true, description: "Milliseconds after which a retry makes sense." })
  retryAfterMs!: number | null;

  @Field(() => ID, EVENT_ID)
  eventId?: string | null;
}

interface EventTypes {
  readonly ChatStarted: ChatStarted;
  readonly ChatDelta: ChatDelta;
  readonly ChatToolCallDelta: ChatToolCallDelta;
  readonly ChatFinished: ChatFinished;
  readonly ChatFailed: ChatFailed;
}

/** An event and the name of its type, which GraphQL needs to resolve the union. */
export type ChatEventValue = {
  [Name in keyof EventTypes]: { readonly __typename: Name } & EventTypes[Name];
}[keyof EventTypes];

export const ChatEvent = createUnionType({
  name: "ChatEvent",
  description:
    "An event of a chat answer: one `ChatStarted`, any number of deltas, then one `ChatFinished` or one `ChatFailed`. An answer that fails before its first content is only a `ChatFailed`.",
  types: () => [ChatStarted, ChatDelta, ChatToolCallDelta, ChatFinished, ChatFailed] as const,
  resolveType: (value) => (value as ChatEventValue).__typename,
});
