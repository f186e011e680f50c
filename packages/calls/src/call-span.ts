import type { CatalogSource, ModelType } from "@cenote/catalog";
import type { CallContext, CallInfo } from "@cenote/contracts";
import { REQUEST_ID, type Span, type SpanAttributes, type Tracing, UUID } from "@cenote/core";

export interface CallTracing {
  readonly tracing: Tracing;
  readonly catalog: CatalogSource;
}

export interface TracedCall {
  /** `gen_ai.operation.name`. */
  readonly operation: "chat" | "embeddings" | "generate_content";
  readonly type: ModelType;
  /** The model as the caller names it; recorded only if the catalog has it. */
  readonly model: string | undefined;
  readonly context: CallContext | undefined;
  readonly attributes?: SpanAttributes;
}

const NANO = 1e9;

/** OpenTelemetry's names of providers, if they differ from the catalog's. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  azure: "azure.ai.openai",
  google: "gcp.gemini",
  mistral: "mistral_ai",
  xai: "x_ai",
};

const providerNameOf = (model: string): string => {
  const [provider = ""] = model.split("/", 1);
  return PROVIDER_NAMES[provider] ?? provider;
};

/** Only ids in our format, because a gRPC caller may send any text. */
const contextAttributes = (context: CallContext | undefined): SpanAttributes => ({
  "cenote.request_id": REQUEST_ID.test(context?.requestId ?? "") ? context?.requestId : undefined,
  "cenote.organization_id": UUID.test(context?.organizationId ?? "") ? context?.organizationId : undefined,
});

/** Begins the span of a paid call, by OpenTelemetry's conventions for generative AI. */
export const beginCallSpan = (
  { tracing, catalog }: CallTracing,
  { operation, type, model: requestedModel, context, attributes: more }: TracedCall,
): Span => {
  const model = catalog.current().models.get(requestedModel ?? "");
  const attributes = { "gen_ai.operation.name": operation, ...contextAttributes(context), ...more };
  if (model?.type !== type) return tracing.begin(operation, { attributes });
  return tracing.begin(`${operation} ${model.id}`, {
    attributes: { ...attributes, "gen_ai.provider.name": providerNameOf(model.id), "gen_ai.request.model": model.id },
  });
};

/** The outcome of a call. */
export const infoAttributes = (info: CallInfo | undefined): SpanAttributes => ({
  "cenote.attempts": info?.attempts,
  "cenote.replayed": info?.replayed,
  "cenote.cache": info?.cache,
});

/** The cost in pesos as a float, for sums over traces; the ledger has the exact amount. */
export const costAttributes = (usage: { readonly costNanoMxn: bigint } | undefined): SpanAttributes => ({
  "cenote.cost_mxn": usage === undefined ? undefined : Number(usage.costNanoMxn) / NANO,
});
