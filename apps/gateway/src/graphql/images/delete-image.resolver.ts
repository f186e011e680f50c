import { Arg, Ctx, Field, Mutation, ObjectType, Resolver } from "type-graphql";
import { contextOfOperation, type GraphqlContext, requireApiKey } from "../context";

@ObjectType({ description: "What was deleted." })
class DeleteImagePayload {
  @Field(() => String, { description: "Address of the deleted image, as it was given." })
  deletedUrl!: string;
}

@Resolver()
export class DeleteImageResolver {
  @Mutation(() => DeleteImagePayload, {
    nullable: true,
    description:
      "Deletes a stored image. Its cost stays charged. A video is deleted with `deleteVideo`. Needs an API key.",
  })
  async deleteImage(
    @Arg("url", () => String, { description: "The image's `url`." }) url: string,
    @Ctx() context: GraphqlContext,
  ): Promise<DeleteImagePayload> {
    requireApiKey(context);
    const call = contextOfOperation(context, { operation: "images", models: [] });
    await context.media.deleteImage({ context: call, url }, context.signal);
    return { deletedUrl: url };
  }
}
