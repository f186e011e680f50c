import type { CreateChatCompletionRequest } from "@cenote/contracts";
import { Arg, Ctx, ID, Mutation, Resolver, Root, Subscription } from "type-graphql";
import { type GraphqlContext, toCallContext } from "../context";
import { ChatEvent, type ChatEventValue } from "./chat-event.type";
import { openChatEvents } from "./chat-events";
import { openResumable, resume } from "./resumable-events";
import { ChatInput } from "./chat.input";
import { ChatCompletion } from "./chat.type";
import { toChatCall } from "./to-chat-call";
import { toChatCompletion } from "./to-graphql";

interface ChatArguments {
  readonly input: ChatInput;
  readonly idempotencyKey?: string | null;
  readonly resumable?: boolean | null;
}

/** Everything that can be refused before a provider is asked is refused here. */
const toCall = (context: GraphqlContext, { input, idempotencyKey }: ChatArguments): CreateChatCompletionRequest => {
  const { chat, zdr, models } = toChatCall(input);
  return { context: toCallContext(context, { operation: "chat", models, zdr, idempotencyKey }), chat };
};

@Resolver(() => ChatCompletion)
export class ChatResolver {
  @Mutation(() => ChatCompletion, {
    nullable: true,
    description: "A chat answer, whole. A client token needs the operation `CHAT`.",
  })
  async createChatCompletion(
    @Arg("input", () => ChatInput, { description: "The call." }) input: ChatInput,
    @Arg("idempotencyKey", () => String, {
      nullable: true,
      description:
        "Makes a retry safe: for a day the same key with the same input is answered with the first answer, and paid once.",
    })
    idempotencyKey: string | null,
    @Ctx() context: GraphqlContext,
  ): Promise<ChatCompletion> {
    const call = toCall(context, { input, idempotencyKey });
    return toChatCompletion(
      call.context?.requestId ?? "",
      await context.inference.createChatCompletion(call, context.signal),
    );
  }

  @Subscription(() => ChatEvent, {
    description:
      "A chat answer as it is made. Unsubscribing stops the provider; what was made until then is charged. A client token needs the operation `CHAT`.",
    subscribe: ({ args, context }: { args: ChatArguments; context: GraphqlContext }) => {
      const call = toCall(context, args);
      // With zero data retention nothing is kept, not even for a minute.
      return args.resumable === true && call.context?.zdr === false
        ? openResumable(context, call)
        : openChatEvents(context, call);
    },
  })
  chatTokens(
    @Root() event: ChatEventValue,
    @Arg("input", () => ChatInput, { description: "The call." }) _input: ChatInput,
    @Arg("idempotencyKey", () => String, {
      nullable: true,
      description:
        "Makes a retry safe: for a day the same key with the same input is answered with the first answer, and paid once.",
    })
    _idempotencyKey: string | null,
    @Arg("resumable", () => Boolean, {
      nullable: true,
      description:
        "The answer outlives a connection that is lost, for a minute: `resumeChat` goes on with it. Unsubscribing still stops it. Has no effect on calls with zero data retention.",
    })
    _resumable: boolean | null,
  ): ChatEventValue {
    return event;
  }

  @Subscription(() => ChatEvent, {
    description:
      "Goes on with a resumable answer, the same one, which is paid for once however many read it. Within a minute of its loss or end, and where it was made: elsewhere it is `not_found`.",
    subscribe: ({ args, context }: { args: { readonly after: string }; context: GraphqlContext }) =>
      resume(context, args.after),
  })
  resumeChat(
    @Root() event: ChatEventValue,
    @Arg("after", () => ID, { description: "`eventId` of the last event that came." }) _after: string,
  ): ChatEventValue {
    return event;
  }
}
