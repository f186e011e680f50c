import { Ctx, Query, Resolver } from "type-graphql";
import type { ListedModel } from "../../models/directory";
import { USAGE_UNIT_NAMES } from "../../models/usage-unit";
import type { GraphqlContext } from "../context";
import { Model } from "./model.type";

const toModel = ({ model, prices }: ListedModel, simulated: boolean): Model => ({
  id: model.id,
  type: model.type,
  created: Number(model.created),
  contextLength: model.contextTokens ?? null,
  maxOutputTokens: model.maxOutputTokens ?? null,
  capabilities: model.capabilities,
  dimensions: model.dimensions ?? null,
  zdr: model.zdr,
  simulated,
  prices: prices.map(({ unit, variant, per, usd, mxn }) => ({
    unit: USAGE_UNIT_NAMES[unit], variant: variant === "" ? null : variant, per: Number(per), usd, mxn,
  })),
});

@Resolver(() => Model)
export class ModelsResolver {
  @Query(() => [Model], { description: "Models that can be called, in the order of the catalog." })
  async models(@Ctx() { directory }: GraphqlContext): Promise<Model[]> {
    const { models, simulated } = await directory.list();
    return models.map((model) => toModel(model, simulated));
  }
}
