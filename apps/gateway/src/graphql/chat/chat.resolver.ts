import type { CreateChatCompletionRequest } from "@cenote/contracts";
import { Arg, Args, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from "type-graphql";
import { ANSWER_CACHE, AnswerCacheInput } from "../answer-cache";
import { type GraphqlContext, contextOfOperation } from "../context";
import { IDEMPOTENCY_KEY } from "../idempotency-key";
import { Quote, toQuote } from "../quotes/quote.type";
import { ChatEvent, type ChatEventValue } from "./chat-event.type";
import { openChatEvents } from "./chat-events";
import { openResumable, resume } from "./resumable-events";
import { ChatInput } from "./chat.input";
import { ChatCompletion } from "./chat.type";
import { ChatTokensArgs } from "./chat-tokens.args";
import { toChatCall } from "./to-chat-call";
import { toChatCompletion } from "./to-graphql";

/** Validates the call. Every refusal that needs no provider happens here. */
const toCall = (
  context: GraphqlContext,
  { input, idempotencyKey, cache }: Pick<ChatTokensArgs, "input" | "idempotencyKey" | "cache">,
): CreateChatCompletionRequest => {
  const { chat, zdr, models } = toChatCall(input);
  return { context: contextOfOperation(context, { operation: "chat", models, zdr, idempotencyKey, cache }), chat };
};

@Resolver(() => ChatCompletion)
export class ChatResolver {
  @Query(() => Quote, {
    nullable: true,
    description:
      "What a chat answer would cost; nothing is charged. The gateway counts the prompt itself, as for errors about its length, and the provider's count may differ. A client token needs the operation `CHAT`.",
  })
  async chatQuote(
    @Arg("input", () => ChatInput, { description: "The call." }) input: ChatInput,
    @Ctx() context: GraphqlContext,
  ): Promise<Quote> {
    const { quote } = await context.inference.quoteChatCompletion(toCall(context, { input }), context.signal);
    return toQuote(quote);
  }

  @Mutation(() => ChatCompletion, {
    nullable: true,
    description: "A complete chat answer. A client token needs the operation `CHAT`.",
  })
  async createChatCompletion(
    @Arg("input", () => ChatInput, { description: "The call." }) input: ChatInput,
    @Arg("idempotencyKey", () => String, IDEMPOTENCY_KEY) idempotencyKey: string | null,
    @Arg("cache", () => AnswerCacheInput, ANSWER_CACHE) cache: AnswerCacheInput | null,
    @Ctx() context: GraphqlContext,
  ): Promise<ChatCompletion> {
    const call = toCall(context, { input, idempotencyKey, cache });
    return toChatCompletion(
      call.context?.requestId ?? "",
      await context.inference.createChatCompletion(call, context.signal),
    );
  }

  @Subscription(() => ChatEvent, {
    description:
      "A chat answer as it is generated. Unsubscribing stops the provider; what was generated until then is charged. A client token needs the operation `CHAT`.",
    subscribe: ({ args, context }: { args: ChatTokensArgs; context: GraphqlContext }) => {
      const call = toCall(context, args);
      // Zero data retention forbids keeping an answer, even for a minute.
      return args.resumable === true && call.context?.zdr === false
        ? openResumable(context, call)
        : openChatEvents(context, call);
    },
  })
  chatTokens(@Root() event: ChatEventValue, @Args(() => ChatTokensArgs) _given: ChatTokensArgs): ChatEventValue {
    return event;
  }

  @Subscription(() => ChatEvent, {
    description:
      "Continues a resumable answer after an event. The answer is charged once, however many clients read it. Works for a minute after the connection was lost or the answer ended, and only on the instance that started it; otherwise the error is `not_found`.",
    subscribe: ({ args, context }: { args: { readonly after: string }; context: GraphqlContext }) =>
      resume(context, args.after),
  })
  resumeChat(
    @Root() event: ChatEventValue,
    @Arg("after", () => ID, { description: "`eventId` of the last received event." }) _after: string,
  ): ChatEventValue {
    return event;
  }
}
