import { withoutSlash } from "./build-settings";
import { findProvider } from "./find-provider";
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
  return {
    ...own,
    raw: { ...kept, ...own.raw },
    lacking: new Set([...own.lacking, ...[...base.lacking].filter((key) => !said.has(key))]),
  };
};

/** What a provider passes on to one that extends it. The rest belongs to its protocol. */
const PASSED_ON: ReadonlySet<string> = new Set<keyof RawProvider>([
  "base_url",
  "api_key",
  "headers",
  "download_origins",
  "zdr",
]);

const asExtended = (provider: MergedProvider): MergedProvider => ({
  ...provider,
  raw: Object.fromEntries(Object.entries(provider.raw).filter(([key]) => PASSED_ON.has(key))),
  lacking: new Set([...provider.lacking].filter((key) => PASSED_ON.has(key))),
});

/** Lays a provider over the one it extends, of the operator's own file or the shipped one. */
const extendProvider = (own: MergedProvider, providers: ReadonlyMap<string, MergedProvider>): MergedProvider => {
  if (own.raw.extends === undefined) return own;
  const name = { ...own, raw: own.raw.extends, path: [...own.path, "extends"] };
  const extended = findProvider(name, providers);
  if (extended === undefined) return own;
  if (extended.raw.extends !== undefined) report(name, "is a provider that itself extends another one");
  return mergeProviders(asExtended(extended), own);
};

export const buildProvider = (own: MergedProvider, providers: ReadonlyMap<string, MergedProvider>): Provider => {
  const merged = extendProvider(own, providers);
  const account =
    own.raw.api_key === undefined && !own.lacking.has("api_key") ? (own.raw.extends ?? own.name) : own.name;
  const { name, raw, lacking, path, source } = merged;
  if (raw.kind === undefined) source.report([...path, "kind"], "is missing");
  const isSdk = raw.kind === "ai-sdk";
  if (raw.base_url === undefined && !isSdk && !lacking.has("base_url"))
    source.report([...path, "base_url"], "is missing");
  if (isSdk && raw.package === undefined && !lacking.has("package"))
    source.report([...path, "package"], "is missing: the AI SDK package for it, such as @ai-sdk/cohere");
  for (const key of ["package", "create", "options"] as const) {
    if (!isSdk && raw[key] !== undefined) source.report([...path, key], "is only for providers of kind ai-sdk");
  }
  if (raw.base_url !== undefined && !URL.canParse(raw.base_url))
    report({ ...merged, path: [...path, "base_url"] }, "must be an http or https address");
  const apiKeys = raw.api_key === undefined ? [] : typeof raw.api_key === "string" ? [raw.api_key] : raw.api_key;
  const wantsKey = raw.api_key !== undefined || lacking.has("api_key");
  const lacksOther = [...lacking].some((key) => key !== "api_key");
  return {
    name,
    kind: raw.kind ?? "openai-compatible",
    account,
    baseUrl: withoutSlash(raw.base_url ?? ""),
    apiKeys,
    usable: !lacksOther && (!wantsKey || apiKeys.length > 0),
    ...(merged.unsetVariables.length > 0 && { unsetVariables: [...new Set(merged.unsetVariables)] }),
    headers: raw.headers ?? {},
    quirks: raw.quirks ?? {},
    ...(raw.download_origins === undefined
      ? {}
      : { downloadOrigins: raw.download_origins.map((origin) => URL.parse(origin)?.origin ?? origin) }),
    ...(isSdk && raw.package !== undefined
      ? { sdk: { package: raw.package, create: raw.create, options: raw.options ?? {} } }
      : {}),
    zdr: raw.zdr ?? false,
  };
};
