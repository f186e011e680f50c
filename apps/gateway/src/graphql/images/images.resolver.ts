import { formatMxn } from "@cenote/core";
import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { type ImagesBody, imagesBody } from "../../bodies/images/body";
import { type EditsBody, editsBody } from "../../bodies/images/edits-body";
import { toImagesRequest } from "../../bodies/images/to-request";
import { createValueCheck } from "../../schema/check-value";
import { paidIdOf } from "../../server/answers/paid-id";
import { type GraphqlContext, contextOfOperation } from "../context";
import { IDEMPOTENCY_KEY, REPLAYED } from "../idempotency-key";
import { orNull } from "../or-null";
import { Quote, toQuote } from "../quotes/quote.type";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar } from "../scalars/scalars";

@InputType({
  description:
    "An images call: the fields of `POST /v1/images/generations`, and with `images` those of `POST /v1/images/edits`, with the same checks.",
})
class ImagesInput {
  @Field(() => String, { description: "`<provider>/<model>`" })
  model!: string;

  @Field(() => String, { description: "What the images show, at most 4000 characters." })
  prompt!: string;

  @Field(() => [String], {
    nullable: true,
    description:
      "Images to edit, or to use as references, in the order in which the prompt mentions them. PNG, JPEG or WebP as data URLs, at most the model's `maxInputImages`. If absent, the images are generated from the prompt alone.",
  })
  images?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      "A PNG of the size of the first of `images`, as a data URL. Its transparent parts mark where that image may change. For models with `takesMask`.",
  })
  mask?: string | null;

  @Field(() => Int, { nullable: true, description: "Number of images, 1 to 8, each billed separately. Default: 1." })
  n?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "`<width>x<height>`, one of the model's `sizes`. Default: the first of them. With `images`, if the price does not depend on the size: the shape of the first image. Providers that support only aspect ratios (Gemini, Imagen, Grok) choose the number of pixels.",
  })
  size?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "standard, hd, low, medium, high, xhigh or max, whichever the model has a price for. Models without qualities ignore it. Models with other qualities ignore standard and hd.",
  })
  quality?: string | null;

  @Field(() => String, { nullable: true, description: "Id of your user, passed to the provider." })
  user?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Zero data retention. True is refused, because images are stored.",
  })
  zdr?: boolean | null;
}

@ObjectType({ description: "An image." })
class Image {
  @Field(() => String, { description: "Address in the service's own storage: public, does not expire." })
  url!: string;

  @Field(() => DecimalScalar, { description: "US dollars, markup included." })
  costUsd!: string;

  @Field(() => DecimalScalar, { description: "Pesos charged." })
  costMxn!: string;
}

@ObjectType({ description: "Generated images. They are stored and charged." })
class Images {
  @Field(() => ID, { description: "Request id of the call." })
  id!: string;

  @Field(() => DateTimeScalar, { description: "When the images were generated." })
  created!: Date;

  @Field(() => String, { description: "Id of the model that answered." })
  model!: string;

  @Field(() => [Image], { description: "The generated images." })
  images!: Image[];

  @Field(() => DecimalScalar, { description: "US dollars for all images, markup included." })
  costUsd!: string;

  @Field(() => DecimalScalar, { description: "Pesos charged for all images." })
  costMxn!: string;

  @Field(() => Int, { description: "How many of the `n` images failed; those are not billed." })
  failed!: number;

  @Field(() => String, { nullable: true, description: "The provider's message for the first failed image." })
  failure!: string | null;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}

const checkGeneration = createValueCheck(imagesBody);
const checkEdit = createValueCheck(editsBody);

const toGivenImage = (image_url: string) => ({ image_url });

/** The input as a validated REST body. Errors: invalid_request_error. */
const toBody = ({ images, mask, ...input }: ImagesInput): ImagesBody | EditsBody => {
  const [given, givenMask] = [images ?? undefined, mask ?? undefined];
  return given === undefined && givenMask === undefined
    ? checkGeneration(input)
    : checkEdit({
        ...input,
        images: given?.map(toGivenImage),
        mask: givenMask === undefined ? undefined : toGivenImage(givenMask),
      });
};

/** Validates the call. Errors: invalid_request_error, permission_denied. */
const toCall = (context: GraphqlContext, input: ImagesInput, idempotencyKey?: string | null) => {
  const body = toBody(input);
  const { model, zdr } = body;
  return {
    context: contextOfOperation(context, { operation: "images", models: [model], zdr, idempotencyKey }),
    images: toImagesRequest(body),
  };
};

@Resolver(() => Images)
export class ImagesResolver {
  @Query(() => Quote, {
    nullable: true,
    description: "What the images would cost; nothing is charged. A client token needs the operation `IMAGES`.",
  })
  async imagesQuote(
    @Arg("input", () => ImagesInput, { description: "The call." }) input: ImagesInput,
    @Ctx() context: GraphqlContext,
  ): Promise<Quote> {
    const { quote } = await context.media.quoteImages(toCall(context, input), context.signal);
    return toQuote(quote);
  }

  @Mutation(() => Images, {
    nullable: true,
    description: "Images from a text, or from a text and images. A client token needs the operation `IMAGES`.",
  })
  async createImages(
    @Arg("input", () => ImagesInput, { description: "The call." }) input: ImagesInput,
    @Arg("idempotencyKey", () => String, IDEMPOTENCY_KEY) idempotencyKey: string | null,
    @Ctx() context: GraphqlContext,
  ): Promise<Images> {
    const call = toCall(context, input, idempotencyKey);
    const answer = await context.media.createImages(call, context.signal);
    const { created, usage, info } = answer;
    if (created === undefined || usage === undefined) throw new Error("images without their time or usage");
    return {
      id: paidIdOf(info, call.context.requestId),
      created,
      model: answer.model,
      images: answer.images.map(({ url, costUsd, costNanoMxn }) => ({ url, costUsd, costMxn: formatMxn(costNanoMxn) })),
      costUsd: usage.costUsd,
      costMxn: formatMxn(usage.costNanoMxn),
      failed: answer.failed,
      failure: orNull(answer.failure),
      replayed: info?.replayed ?? false,
    };
  }
}
