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
      "Stops a resumable answer for all its readers and forgets it; what was generated until then is charged. Works for whoever may resume it, and where `resumeChat` works: elsewhere it is `not_found`. A client token needs the operation `CHAT`.",
  })
  stopChat(
    @Arg("requestId", () => ID, { description: "`requestId` of its events; over REST `x-request-id`." })
    requestId: string,
    @Ctx() { caller, resumableAnswers }: GraphqlContext,
  ): StopChatPayload {
    requireOperation(caller, "chat");
    resumableAnswers.find(requestId, caller).answer.stop();
    return { requestId };
  }
}
