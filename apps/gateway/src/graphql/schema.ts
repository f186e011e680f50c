import "reflect-metadata";
import type { GraphQLSchema } from "graphql";
import { buildSchemaSync, type PubSub } from "type-graphql";
import { ApiKeysResolver } from "./api-keys/api-keys.resolver";
import { BalanceResolver } from "./balance/balance.resolver";
import { CallbacksResolver } from "./callbacks/callbacks.resolver";
import { ChatResolver } from "./chat/chat.resolver";
import { StopChatResolver } from "./chat/stop-chat.resolver";
import { ClientTokensResolver } from "./client-tokens/client-tokens.resolver";
import { EmbeddingsResolver } from "./embeddings/embeddings.resolver";
import { DeleteImageResolver } from "./images/delete-image.resolver";
import { ImagesResolver } from "./images/images.resolver";
import { LedgerResolver } from "./ledger/ledger.resolver";
import { ModelsResolver } from "./models/models.resolver";
import { RequestsResolver } from "./requests/requests.resolver";
import { StatementResolver } from "./statement/statement.resolver";
import { TopUpsResolver } from "./top-ups/top-ups.resolver";
import { UsageResolver } from "./usage/usage.resolver";
import { VideosResolver } from "./videos/videos.resolver";
import { ViewerResolver } from "./viewer/viewer.resolver";

/** The library requires it for subscriptions. Ours have their own event sources. */
const noPubSub: PubSub = {
  publish: () => {},
  subscribe: () => {
    throw new Error("no subscription is published to");
  },
};

/**
 * Returns a chat event as the value of its field. The library's own resolver would convert the arguments, which are a
 * whole conversation, to class instances for every token.
 */
const returnEvents = (schema: GraphQLSchema): GraphQLSchema => {
  const { chatTokens, resumeChat } = schema.getSubscriptionType()?.getFields() ?? {};
  for (const field of [chatTokens, resumeChat]) if (field !== undefined) field.resolve = (event) => event;
  return schema;
};

/** The whole GraphQL schema, from the resolvers of all folders. */
export const createSchema = (): GraphQLSchema =>
  returnEvents(
    buildSchemaSync({
      resolvers: [
        ViewerResolver,
        ModelsResolver,
        RequestsResolver,
        StatementResolver,
        TopUpsResolver,
        UsageResolver,
        LedgerResolver,
        ApiKeysResolver,
        ClientTokensResolver,
        ChatResolver,
        StopChatResolver,
        EmbeddingsResolver,
        ImagesResolver,
        DeleteImageResolver,
        VideosResolver,
        CallbacksResolver,
        BalanceResolver,
      ],
      validate: false,
      pubSub: noPubSub,
      // The check would introspect the whole schema at every start. A test does it instead.
      skipCheck: true,
    }),
  );
