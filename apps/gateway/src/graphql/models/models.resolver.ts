import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import type { ListedModel } from "../../models/directory";
import { mayUse } from "../../server/calls/permissions";
import type { GraphqlContext } from "../context";
import { withUnit } from "../usage/usage-unit.type";
import { valueOf } from "../value-of";
import { Model, ModelCapability, ModelType } from "./model.type";

const toModel = ({ model, prices }: ListedModel, simulated: boolean): Model => ({
  id: model.id,
  type: model.type as ModelType,
  created: new Date(Number(model.created) * 1000),
  contextLength: model.contextTokens ?? null,
  maxOutputTokens: model.maxOutputTokens ?? null,
  capabilities: model.capabilities.flatMap((name) => valueOf(ModelCapability, name) ?? []),
  dimensions: model.dimensions ?? null,
  defaultDuration: model.defaultDurationS ?? null,
  maxDuration: model.maxDurationS ?? null,
  durations: model.durationsS,
  audio: model.audio ?? null,
  takesFirstFrame: model.takesFirstFrame ?? null,
  sizes: model.sizes,
  maxInputImages: model.maxInputImages ?? null,
  takesMask: model.takesMask ?? null,
  zdr: model.zdr,
  shutdownDate: model.shutdownDate ?? null,
  simulated,
  prices: withUnit(prices, ({ per, usd, mxn }, common) => ({ ...common, per: Number(per), usd, mxn })),
});

@Resolver(() => Model)
export class ModelsResolver {
  @Query(() => [Model], { nullable: true, description: "Models the caller may use, in the order of the catalog." })
  async models(
    @Arg("type", () => ModelType, { nullable: true, description: "Only models of this type." }) type:
      | ModelType
      | null
      | undefined,
    @Ctx() { caller, directory }: GraphqlContext,
  ): Promise<Model[]> {
    const { models, simulated } = await directory.list();
    return models
      .filter(({ model }) => (type ?? model.type) === model.type && mayUse(caller, model.id))
      .map((model) => toModel(model, simulated));
  }

  @Query(() => Model, { nullable: true, description: "One model; null if the id is unknown." })
  async model(
    @Arg("id", () => ID, { description: "`<provider>/<model>`" }) id: string,
    @Ctx() { caller, directory }: GraphqlContext,
  ): Promise<Model | null> {
    const { find, simulated } = await directory.list();
    const found = find(id);
    return found === undefined || !mayUse(caller, id) ? null : toModel(found, simulated);
  }
}
