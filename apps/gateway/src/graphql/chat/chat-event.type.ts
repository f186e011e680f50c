import { createUnionType, Field, ID, Int, ObjectType } from "type-graphql";
import { DateTimeScalar, JsonScalar } from "../scalars/scalars";
import { ChatRole } from "./chat.input";
import { ChatUsage, FinishReason } from "./chat.type";

@ObjectType({ description: "The first event of an answer. It comes with the first content." })
class ChatStarted {
  @Field(() => ID, { description: "Request id of the call." })
  requestId!: string;

  @Field(() => ChatRole, { description: "Who speaks: `ASSISTANT`." })
  role!: ChatRole;

  @Field(() => String, { description: "Id of the model that answers." })
  model!: string;

  @Field(() => DateTimeScalar, { description: "When it began." })
  created!: Date;

  @Field(() => [String], {
    description: "Fields of the input that the model can't honour and that its catalog row says to leave out.",
  })
  droppedFields!: string[];

  @Field(() => Boolean, {
    description:
      "The stored answer to an earlier call with the same `idempotencyKey`: nothing was charged for this one.",
  })
  replayed!: boolean;

  @Field(() => ID, {
    nullable: true,
    description: "Of a resumable answer: `after` of `resumeChat`, which goes on behind this event.",
  })
  eventId?: string | null;
}

@ObjectType({
  description: "A piece of the answer: to be appended to what came before. Fields that are null have nothing new.",
})
class ChatDelta {
  @Field(() => String, { nullable: true, description: "Text." })
  content!: string | null;

  @Field(() => String, { nullable: true, description: "Reasoning, where the provider shows it." })
  reasoning!: string | null;

  @Field(() => String, { nullable: true, description: "That the model declines." })
  refusal!: string | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: "A signed or encrypted piece of reasoning, to be sent back on the next turn.",
  })
  reasoningDetail!: unknown;

  @Field(() => JsonScalar, { nullable: true, description: "OpenAI's logprobs object for the text." })
  logprobs!: unknown;

  @Field(() => ID, {
    nullable: true,
    description: "Of a resumable answer: `after` of `resumeChat`, which goes on behind this event.",
  })
  eventId?: string | null;
}

@ObjectType({ description: "A piece of a tool call: to be appended to what came before under the same index." })
class ChatToolCallDelta {
  @Field(() => Int, { description: "Counts the tool calls of the answer, from 0." })
  index!: number;

  @Field(() => String, { nullable: true, description: "Of the call; only with its first piece." })
  id!: string | null;

  @Field(() => String, { nullable: true, description: "Of the tool; only with the first piece." })
  name!: string | null;

  @Field(() => String, { description: "JSON text, or a piece of it." })
  arguments!: string;

  @Field(() => ID, {
    nullable: true,
    description: "Of a resumable answer: `after` of `resumeChat`, which goes on behind this event.",
  })
  eventId?: string | null;
}

@ObjectType({ description: "The last event of a whole answer. It is paid for when this comes." })
class ChatFinished {
  @Field(() => FinishReason, { description: "Why it ended." })
  finishReason!: FinishReason;

  @Field(() => ChatUsage, { description: "What it used and cost." })
  usage!: ChatUsage;

  @Field(() => ID, {
    nullable: true,
    description: "Of a resumable answer: `after` of `resumeChat`, which goes on behind this event.",
  })
  eventId?: string | null;
}

@ObjectType({
  description:
    "The last event of an answer that failed, before its content or in the middle of it. What had come until then is charged, nothing else.",
})
class ChatFailed {
  @Field(() => String, { description: "A code of docs/errors.md." })
  code!: string;

  @Field(() => String, { description: "For people; for `provider_unavailable` the provider's, unchanged." })
  message!: string;

  @Field(() => String, { nullable: true, description: "Path of the field that is wrong." })
  param!: string | null;

  @Field(() => ID, { description: "Request id of the call." })
  requestId!: string;

  @Field(() => Boolean, { description: "Whether the same call may succeed later." })
  retryable!: boolean;

  @Field(() => Int, { nullable: true, description: "Milliseconds after which a retry makes sense." })
  retryAfterMs!: number | null;

  @Field(() => ID, {
    nullable: true,
    description: "Of a resumable answer: `after` of `resumeChat`, which goes on behind this event.",
  })
  eventId?: string | null;
}

interface EventTypes {
  readonly ChatStarted: ChatStarted;
  readonly ChatDelta: ChatDelta;
  readonly ChatToolCallDelta: ChatToolCallDelta;
  readonly ChatFinished: ChatFinished;
  readonly ChatFailed: ChatFailed;
}

/** An event and the name of its type, which GraphQL asks for. */
export type ChatEventValue = {
  [Name in keyof EventTypes]: { readonly __typename: Name } & EventTypes[Name];
}[keyof EventTypes];

export const ChatEvent = createUnionType({
  name: "ChatEvent",
  description:
    "An event of a chat answer: one `ChatStarted`, any number of deltas, then one `ChatFinished` or one `ChatFailed`. An answer that fails before its content is a `ChatFailed` alone.",
  types: () => [ChatStarted, ChatDelta, ChatToolCallDelta, ChatFinished, ChatFailed] as const,
  resolveType: (value) => (value as ChatEventValue).__typename,
});
