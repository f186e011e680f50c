import { ArgsType, Field } from "type-graphql";
import { ANSWER_CACHE, AnswerCacheInput } from "../answer-cache";
import { IDEMPOTENCY_KEY } from "../idempotency-key";
import { ChatInput } from "./chat.input";

@ArgsType()
export class ChatTokensArgs {
  @Field(() => ChatInput, { description: "The call." })
  input!: ChatInput;

  @Field(() => String, IDEMPOTENCY_KEY)
  idempotencyKey?: string | null;

  @Field(() => AnswerCacheInput, ANSWER_CACHE)
  cache?: AnswerCacheInput | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "If the connection is lost, generation continues for a minute, and `resumeChat` returns the rest. Unsubscribing still stops the answer. Has no effect on calls with zero data retention.",
  })
  resumable?: boolean | null;
}
