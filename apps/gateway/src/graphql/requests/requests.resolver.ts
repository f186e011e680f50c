import type { LedgerEntry } from "@cenote/contracts";
import { formatMxn, REQUEST_ID } from "@cenote/core";
import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from "type-graphql";
import { toApiKey } from "../api-keys/api-keys.resolver";
import { ApiKey } from "../api-keys/api-key.type";
import { type GraphqlContext, requireApiKey } from "../context";
import { ModelType } from "../models/model.type";
import { orNull } from "../or-null";
import { withUnit } from "../usage/usage-unit.type";
import { valueOf } from "../value-of";
import { FxSource, RequestRecord } from "./request-record.type";

/** @returns Null for an entry that charged no call. */
export const toRequestRecord = ({ requestId, at, amountNanoMxn, charge }: LedgerEntry): RequestRecord | null => {
  if (charge === undefined || at === undefined) return null;
  const { record, fx } = charge;
  const source = valueOf(FxSource, fx?.source);
  return {
    id: requestId,
    at,
    kind: valueOf(ModelType, record?.kind) ?? null,
    model: charge.model,
    stream: record?.stream ?? false,
    outcome: record?.outcome ?? "",
    cached: record?.cached ?? false,
    usage: withUnit(charge.usage, ({ quantity }, common) => ({ ...common, quantity: Number(quantity) })),
    costUsd: charge.costUsd,
    costMxn: formatMxn(amountNanoMxn < 0n ? -amountNanoMxn : 0n),
    fx: fx === undefined || source === undefined ? null : { mxnPerUsd: fx.mxnPerUsd, source, at: fx.at ?? null },
    attempts: record?.attempts ?? [],
    durationMs: record?.durationMs ?? 0,
    firstContentMs: record?.firstContentMs ?? 0,
    apiKeyId: orNull(charge.keyId),
    clientTokenId: charge.clientTokenId ?? null,
  };
};

export const loadRequest = async ({ loaders }: GraphqlContext, id: string): Promise<RequestRecord | null> => {
  const entry = await loaders.charges.load(id);
  return entry === null ? null : toRequestRecord(entry);
};

@Resolver(() => RequestRecord)
export class RequestsResolver {
  @Query(() => RequestRecord, {
    nullable: true,
    description: "A charged call by its request id; null if there is none. Needs an API key.",
  })
  async request(
    @Arg("id", () => ID, { description: "`req_` and 24 hexadecimal characters." }) id: string,
    @Ctx() context: GraphqlContext,
  ): Promise<RequestRecord | null> {
    requireApiKey(context);
    return REQUEST_ID.test(id) ? loadRequest(context, id) : null;
  }

  @FieldResolver(() => ApiKey, { nullable: true, description: "The API key it was made with." })
  async apiKey(@Root() { apiKeyId }: RequestRecord, @Ctx() context: GraphqlContext): Promise<ApiKey | null> {
    const key = apiKeyId === null ? null : await context.loaders.apiKeys.load(apiKeyId);
    return key === null ? null : toApiKey(key);
  }
}
