import { Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireApiKey } from "../context";
import { payerContext } from "../../server/calls/payer-context";

@Resolver()
export class CallbacksResolver {
  @Query(() => String, {
    nullable: true,
    description:
      "The secret that signs the organization's callbacks, for videos and for alerts. Its format is that of the Standard Webhooks libraries: `whsec_` and base64. Needs an API key.",
  })
  async callbackSecret(@Ctx() context: GraphqlContext): Promise<string> {
    requireApiKey(context);
    const call = { requestId: context.nextCallId(), zdr: false, idempotencyKey: "", cache: undefined };
    const answer = await context.media.getCallbackSecret(
      { context: payerContext(context.caller, call) },
      context.signal,
    );
    return answer.secret;
  }
}
