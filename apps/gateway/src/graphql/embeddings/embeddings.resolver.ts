import type { EmbeddingsRequest } from "@cenote/contracts";
import { CenoteError, formatMxn, invalidField, MAX_EMBEDDING_INPUTS } from "@cenote/core";
import { Arg, Ctx, Field, Float, ID, InputType, Int, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { type EmbeddingsBody, embeddingsBody } from "../../bodies/embeddings/body";
import { numbersOf } from "../../bodies/embeddings/numbers-of";
import { toEmbeddingsRequest } from "../../bodies/embeddings/to-request";
import { createValueCheck } from "../../schema/check-value";
import { paidIdOf } from "../../server/answers/paid-id";
import { ANSWER_CACHE, AnswerCacheInput, CACHE_RESULT, CacheResult } from "../answer-cache";
import { type CallOptions, type GraphqlContext, contextOfOperation } from "../context";
import { IDEMPOTENCY_KEY, REPLAYED } from "../idempotency-key";
import { Quote, toQuote } from "../quotes/quote.type";
import { DecimalScalar } from "../scalars/decimal";
import { storedAnswerOf } from "../stored-answer";

@InputType({
  description: "An embeddings call: the fields of `POST /v1/embeddings`, with the same checks.",
})
class EmbeddingsInput {
  @Field(() => String, { description: "`<provider>/<model>`" })
  model!: string;

  @Field(() => [String], {
    nullable: true,
    description: `1 to ${MAX_EMBEDDING_INPUTS} texts whose vectors have at most 262144 numbers in all. Give this or \`tokens\`.`,
  })
  input?: string[] | null;

  @Field(() => [[Int]], {
    nullable: true,
    description: `1 to ${MAX_EMBEDDING_INPUTS} arrays of tokens, with the same limit. Give this or \`input\`.`,
  })
  tokens?: number[][] | null;

  @Field(() => Int, { nullable: true, description: "Fewer dimensions, if the model supports it." })
  dimensions?: number | null;

  @Field(() => String, { nullable: true, description: "Id of your user, passed to the provider." })
  user?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Zero data retention, as in chat." })
  zdr?: boolean | null;
}

@ObjectType({ description: "The vector of one input." })
class Embedding {
  @Field(() => Int, { description: "Position of the input, from 0." })
  index!: number;

  @Field(() => [Float], { description: "The vector." })
  embedding!: number[];
}

@ObjectType({ description: "Usage and cost of an embeddings call." })
class EmbeddingsUsage {
  @Field(() => Int, { description: "Tokens of the input." })
  promptTokens!: number;

  @Field(() => Int, { description: "The same as `promptTokens`." })
  totalTokens!: number;

  @Field(() => DecimalScalar, { description: "US dollars, markup included." })
  costUsd!: string;

  @Field(() => DecimalScalar, { description: "Pesos charged." })
  costMxn!: string;
}

@ObjectType({ description: "Vectors of texts. They are charged." })
class Embeddings {
  @Field(() => ID, { description: "Request id of the call." })
  id!: string;

  @Field(() => String, { description: "Id of the model that answered." })
  model!: string;

  @Field(() => [Embedding], { description: "One vector per input, in the same order." })
  data!: Embedding[];

  @Field(() => EmbeddingsUsage, { description: "Tokens and cost." })
  usage!: EmbeddingsUsage;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;

  @Field(() => CacheResult, CACHE_RESULT)
  cache!: CacheResult | null;
}

/**
 * The most numbers in one answer. GraphQL serializes all of them at once and blocks the event loop meanwhile. REST
 * sends large answers in pieces.
 */
const MAX_NUMBERS = 256 * 1024;
/** Assumed for a model whose catalog row has no `dimensions`. */
const USUAL_DIMENSIONS = 4096;

/** Errors: invalid_request_error, before anything is charged. */
const requireFewNumbers = async (
  { directory }: GraphqlContext,
  { model, input, dimensions }: EmbeddingsRequest,
): Promise<void> => {
  const each = dimensions ?? (await directory.list()).find(model)?.model.dimensions ?? USUAL_DIMENSIONS;
  if (input.length * each <= MAX_NUMBERS) return;
  throw invalidField(
    "input",
    `${input.length} vectors of ${each} numbers are more than the ${MAX_NUMBERS} numbers of one GraphQL answer. Ask for fewer, or POST /v1/embeddings.`,
  );
};

const checkBody = createValueCheck(embeddingsBody);

const toBody = ({ model, input, tokens, dimensions, user }: EmbeddingsInput): EmbeddingsBody => {
  if (Array.isArray(input) === Array.isArray(tokens)) throw invalidField("input", "either input or tokens.");
  return checkBody({ model, input: input ?? tokens, dimensions, user });
};

/** Renames `input` in an error to `tokens`: the REST schema has both as `input`. */
const inTokens = (error: unknown): unknown => {
  if (!(error instanceof CenoteError) || error.param?.startsWith("input") !== true) return error;
  const renamed = (text: string) => text.replace(/^input/, "tokens");
  return error.with({ message: renamed(error.message), param: renamed(error.param) });
};

/** Validates the call. Errors: invalid_request_error. */
const toEmbeddings = (input: EmbeddingsInput): EmbeddingsRequest => {
  try {
    return toEmbeddingsRequest(toBody(input));
  } catch (error) {
    throw Array.isArray(input.tokens) && !Array.isArray(input.input) ? inTokens(error) : error;
  }
};

/** The same, with the context of the call. Errors: also permission_denied. */
const toCall = (
  context: GraphqlContext,
  input: EmbeddingsInput,
  options: Pick<CallOptions, "idempotencyKey" | "cache"> = {},
) => {
  const embeddings = toEmbeddings(input);
  const models = [embeddings.model];
  return {
    context: contextOfOperation(context, { operation: "embeddings", models, zdr: input.zdr, ...options }),
    embeddings,
  };
};

@Resolver(() => Embeddings)
export class EmbeddingsResolver {
  @Query(() => Quote, {
    nullable: true,
    description: "What the vectors would cost; nothing is charged. A client token needs the operation `EMBEDDINGS`.",
  })
  async embeddingsQuote(
    @Arg("input", () => EmbeddingsInput, { description: "The call." }) input: EmbeddingsInput,
    @Ctx() context: GraphqlContext,
  ): Promise<Quote> {
    const { quote } = await context.inference.quoteEmbeddings(toCall(context, input), context.signal);
    return toQuote(quote);
  }

  @Mutation(() => Embeddings, {
    nullable: true,
    description: "Vectors of texts. A client token needs the operation `EMBEDDINGS`.",
  })
  async createEmbeddings(
    @Arg("input", () => EmbeddingsInput, { description: "The call." }) input: EmbeddingsInput,
    @Arg("idempotencyKey", () => String, IDEMPOTENCY_KEY) idempotencyKey: string | null,
    @Arg("cache", () => AnswerCacheInput, ANSWER_CACHE) cache: AnswerCacheInput | null,
    @Ctx() context: GraphqlContext,
  ): Promise<Embeddings> {
    const call = toCall(context, input, { idempotencyKey, cache });
    await requireFewNumbers(context, call.embeddings);
    const { model, data, usage, info } = await context.inference.createEmbeddings(call, context.signal);
    if (usage === undefined) throw new Error("embeddings without usage");
    return {
      id: paidIdOf(info, call.context.requestId),
      model,
      data: data.map(({ vector }, index) => ({ index, embedding: numbersOf(vector) })),
      usage: {
        promptTokens: usage.promptTokens,
        totalTokens: usage.totalTokens,
        costUsd: usage.costUsd,
        costMxn: formatMxn(usage.costNanoMxn),
      },
      ...storedAnswerOf(info),
    };
  }
}
