import { Arg, Ctx, Field, ID, Mutation, ObjectType, Resolver } from "type-graphql";
import { requireOperation } from "../../server/calls/permissions";
import type { GraphqlContext } from "../context";

@ObjectType({ description: "A resumable answer that was stopped." })
export class StopChatPayload {
  @Field(() => ID, { description: "Its request id." })
  requestId!: string;
}

@Resolver(() => StopChatPayload)
export class StopChatResolver {
  @Mutation(() => StopChatPayload, {
    nullable: true,
    description:
      "Stops a resumable answer for all its readers and removes it. What was generated until then is charged. Every caller that may resume the answer may stop it, on the same instance; otherwise the error is `not_found`. A client token needs the operation `CHAT`.",
  })
  stopChat(
    @Arg("requestId", () => ID, { description: "`requestId` of its events, or over REST the header `x-request-id`." })
    requestId: string,
    @Ctx() { caller, resumableAnswers }: GraphqlContext,
  ): StopChatPayload {
    requireOperation(caller, "chat");
    resumableAnswers.find(requestId, caller).answer.stop();
    return { requestId };
  }
}
