import { withoutSlash } from "./build-settings";
import { type Part, report } from "./part";
import type { RawProvider } from "./schema";
import type { Provider } from "./types";

/** A provider as the files define it, the user's laid over the shipped one. */
export interface MergedProvider extends Part<RawProvider> {
  readonly name: string;
  /** Keys whose value names a variable that is not set. */
  readonly lacking: ReadonlySet<string>;
  /** Those of these variables that the operator's own file names. */
  readonly unsetVariables: readonly string[];
}

/** Lays the user's provider over the shipped one of the same name, key by key. */
export const mergeProviders = (base: MergedProvider | undefined, own: MergedProvider): MergedProvider => {
  if (base === undefined) return own;
  const said = new Set([...Object.keys(own.raw), ...own.lacking]);
  const kept = Object.fromEntries(Object.entries(base.raw).filter(([key]) => !said.has(key)));
  return { ...own, raw: { ...kept, ...own.raw }, lacking: new Set([...own.lacking, ...[...base.lacking].filter((key) => !said.has(key))]) };
};

export const buildProvider = (merged: MergedProvider): Provider => {
  const { name, raw, lacking, path, source } = merged;
  if (raw.kind === undefined) source.report([...path, "kind"], "is missing");
  const isSdk = raw.kind === "ai-sdk";
  if (raw.base_url === undefined && !isSdk && !lacking.has("base_url")) source.report([...path, "base_url"], "is missing");
  if (isSdk && raw.package === undefined && !lacking.has("package")) source.report([...path, "package"], "is missing: the package that speaks to it, such as @ai-sdk/cohere");
  for (const key of ["package", "create", "options"] as const) {
    if (!isSdk && raw[key] !== undefined) source.report([...path, key], "is for providers of kind ai-sdk alone");
  }
  if (raw.base_url !== undefined && !URL.canParse(raw.base_url)) report({ ...merged, path: [...path, "base_url"] }, "must be an http or https address");
  const apiKeys = raw.api_key === undefined ? [] : typeof raw.api_key === "string" ? [raw.api_key] : raw.api_key;
  const wantsKey = raw.api_key !== undefined || lacking.has("api_key");
  const lacksOther = [...lacking].some((key) => key !== "api_key");
  return {
    name,
    kind: raw.kind ?? "openai-compatible",
    baseUrl: withoutSlash(raw.base_url ?? ""),
    apiKeys,
    usable: !lacksOther && (!wantsKey || apiKeys.length > 0),
    ...(merged.unsetVariables.length > 0 && { unsetVariables: [...new Set(merged.unsetVariables)] }),
    headers: raw.headers ?? {},
    quirks: raw.quirks ?? {},
    ...(raw.download_origins === undefined ? {} : { downloadOrigins: raw.download_origins.map((origin) => URL.parse(origin)?.origin ?? origin) }),
    ...(isSdk && raw.package !== undefined ? { sdk: { package: raw.package, create: raw.create, options: raw.options ?? {} } } : {}),
    zdr: raw.zdr ?? false,
  };
};
