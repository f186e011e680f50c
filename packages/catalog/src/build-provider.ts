import { withoutSlash } from "./build-settings";
import { checkBaseAddress } from "./check-address";
import { checkHeaderValue } from "./check-header-value";
import { findProvider } from "./find-provider";
import { type Part, partAt, partOf, report } from "./part";
import { reportQuirks, type RouteChecks } from "./route-checks";
import type { RawProvider } from "./schema";
import type { Provider, ProviderProtocol } from "./types";

/** A provider as the files define it, with the operator's definition merged over the shipped one. */
export interface MergedProvider extends Part<RawProvider> {
  readonly name: string;
  /** Keys whose value names an unset variable. */
  readonly lacking: ReadonlySet<string>;
  /** The unset variables that the operator's own file names. */
  readonly unsetVariables: readonly string[];
}

/** Merges the operator's provider over the shipped one of the same name, key by key. */
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

/** Keys that a provider passes on to one that extends it. The other keys belong to its protocol. */
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

/** Merges a provider over the one it extends, from the operator's file or the shipped one. */
const extendProvider = (own: MergedProvider, providers: ReadonlyMap<string, MergedProvider>): MergedProvider => {
  if (own.raw.extends === undefined) return own;
  const name = partAt(own, own.raw.extends, "extends");
  const extended = findProvider(name, providers);
  if (extended === undefined) return own;
  if (extended.raw.extends !== undefined) report(name, "is a provider that itself extends another one");
  return mergeProviders(asExtended(extended), own);
};

const checkProvider = (provider: MergedProvider): void => {
  const { raw, lacking } = provider;
  const at = (key: keyof RawProvider) => partAt(provider, raw[key], key);
  const lacks = (key: keyof RawProvider): boolean => raw[key] === undefined && !lacking.has(key);
  const isSdk = raw.kind === "ai-sdk";
  if (raw.kind === undefined) report(at("kind"), "is missing");
  if (!isSdk && lacks("base_url")) report(at("base_url"), "is missing");
  if (isSdk && lacks("package")) report(at("package"), "is missing: the AI SDK package for it, such as @ai-sdk/cohere");
  for (const key of ["package", "create", "options"] as const) {
    if (!isSdk && raw[key] !== undefined) report(at(key), "is only for providers of kind ai-sdk");
  }
  checkBaseAddress(partOf(provider, "base_url"));
  raw.download_origins?.forEach((origin, index) => {
    if (!URL.canParse(origin))
      provider.source.report(
        [...provider.path, "download_origins", index],
        "must be an origin such as https://files.example",
      );
  });
};

/** Checks the keys that the provider sets itself; inherited keys are checked with the provider that sets them. */
const checkSent = ({ raw, path, source }: MergedProvider): void => {
  if (typeof raw.api_key === "string") checkHeaderValue(source, [...path, "api_key"], raw.api_key);
  else raw.api_key?.forEach((key, index) => checkHeaderValue(source, [...path, "api_key", index], key));
  for (const [name, value] of Object.entries(raw.headers ?? {}))
    checkHeaderValue(source, [...path, "headers", name], value);
};

/** The account whose keys it uses: its own, or that of the provider it extends. */
const accountOf = ({ name, raw, lacking }: MergedProvider): string =>
  raw.api_key === undefined && !lacking.has("api_key") ? (raw.extends ?? name) : name;

/** A provider without its package's name is unusable, or was reported as a mistake. */
const protocolOf = ({
  kind = "openai-compatible",
  package: name = "",
  create,
  options = {},
}: RawProvider): ProviderProtocol =>
  kind === "ai-sdk" ? { kind, sdk: { package: name, create, options } } : { kind, sdk: undefined };

/** Reports mistakes to the provider's file; the result is then not used. */
export const buildProvider = (
  own: MergedProvider,
  providers: ReadonlyMap<string, MergedProvider>,
  routeChecks: RouteChecks,
): Provider => {
  checkSent(own);
  const merged = extendProvider(own, providers);
  checkProvider(merged);
  reportQuirks(merged, merged.raw.kind, routeChecks);
  const { name, raw, lacking, unsetVariables } = merged;
  const apiKeys = raw.api_key === undefined ? [] : [raw.api_key].flat();
  const wantsKey = raw.api_key !== undefined || lacking.has("api_key");
  const lacksOther = [...lacking].some((key) => key !== "api_key");
  return {
    name,
    account: accountOf(own),
    baseUrl: withoutSlash(raw.base_url ?? ""),
    apiKeys,
    usable: !lacksOther && (!wantsKey || apiKeys.length > 0),
    unsetVariables: unsetVariables.length === 0 ? undefined : [...new Set(unsetVariables)],
    headers: raw.headers ?? {},
    quirks: raw.quirks ?? {},
    downloadOrigins: raw.download_origins?.map((origin) => URL.parse(origin)?.origin ?? origin),
    zdr: raw.zdr ?? false,
    ...protocolOf(raw),
  };
};
