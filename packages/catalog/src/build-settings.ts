import {
  type Decimal,
  EXCHANGE_RATE_BOUNDS,
  type NanoMxn,
  formatDecimal,
  formatMxn,
  isNetwork,
  parseExchangeRate,
  parseMxn,
} from "@cenote/core";
import { checkAddress, checkBaseAddress } from "./check-address";
import { DEFAULT_FX_MAX_AGE_HOURS, DEFAULT_FX_REFRESH_MINUTES, DEFAULT_SETTINGS } from "./default-settings";
import { type Part, decimalOfPart, partAt, partOf, report } from "./part";
import type { RawCatalog } from "./schema";
import type { RawFx, RawStorage, RawTimeouts, RawTopUps } from "./settings-schema";
import type { Environment } from "./variables";
import type { Catalog, FxSource, StorageConfig, Timeouts, TopUpTerms } from "./types";

export type Settings = Omit<Catalog, "priceVersion" | "providers" | "models">;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const buildSettings = (file: Part<RawCatalog>, environment: Environment): Settings => {
  const { raw } = file;
  const limits = raw.limits ?? {};
  const storage = partOf(file, "storage");
  checkBaseAddress(partOf(file, "public_url"));
  return {
    keyPrefix: raw.key_prefix ?? DEFAULT_SETTINGS.keyPrefix,
    markup: aboveZero(partOf(file, "markup")) ?? DEFAULT_SETTINGS.markup,
    freeCredit: pesos(partOf(file, "free_credit_mxn")) ?? DEFAULT_SETTINGS.freeCredit,
    lowBalance: pesos(partOf(file, "low_balance_mxn")),
    budgetUtcOffsetMs: offsetOf(raw.budget_utc_offset) ?? DEFAULT_SETTINGS.budgetUtcOffsetMs,
    topUps: topUpsOf(partOf(file, "top_ups")),
    fx: fxOf(partOf(file, "fx"), environment),
    publicUrl: withoutSlash(raw.public_url ?? DEFAULT_SETTINGS.publicUrl),
    storage: storage === undefined ? DEFAULT_SETTINGS.storage : storageOf(storage),
    limits: {
      requestsPerMinute: limits.requests_per_minute ?? DEFAULT_SETTINGS.limits.requestsPerMinute,
      tokensPerMinute: limits.tokens_per_minute ?? DEFAULT_SETTINGS.limits.tokensPerMinute,
      concurrentRequests: limits.concurrent_requests ?? DEFAULT_SETTINGS.limits.concurrentRequests,
      bodyMib: limits.body_mib ?? DEFAULT_SETTINGS.limits.bodyMib,
    },
    timeouts: timeoutsOver(DEFAULT_SETTINGS.timeouts, raw.timeouts),
    graphql: {
      introspection: raw.graphql?.introspection ?? DEFAULT_SETTINGS.graphql.introspection,
      landingPage: raw.graphql?.landing_page ?? DEFAULT_SETTINGS.graphql.landingPage,
    },
    corsOrigins: raw.cors?.origins ?? DEFAULT_SETTINGS.corsOrigins,
    trustedProxies: networksOf(partOf(file, "trusted_proxies")) ?? DEFAULT_SETTINGS.trustedProxies,
    overspend: raw.overspend ?? DEFAULT_SETTINGS.overspend,
  };
};

/** The inner level's limits, and the outer level's for those it does not set. */
export const timeoutsOver = (base: Timeouts, own: RawTimeouts | undefined): Timeouts => ({
  connectMs: own?.connect_ms ?? base.connectMs,
  firstContentMs: own?.first_content_ms ?? base.firstContentMs,
  idleMs: own?.idle_ms ?? base.idleMs,
  totalMs: own?.total_ms ?? base.totalMs,
});

export const withoutSlash = (url: string): string => url.replace(/\/+$/, "");

/** @param offset As the schema validated it: `-06:00`. */
const offsetOf = (offset: string | undefined): number | undefined => {
  if (offset === undefined) return undefined;
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  const ms = hours * HOUR_MS + minutes * MINUTE_MS;
  return offset.startsWith("-") ? 0 - ms : ms;
};

/** Stripe's minimum, in pesos: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const LEAST_PAYMENT = parseMxn("10");
const GREATEST_PAYMENT = parseMxn("999999.99");

const topUpsOf = (part: Part<RawTopUps> | undefined): TopUpTerms => {
  if (part === undefined) return DEFAULT_SETTINGS.topUps;
  const terms = {
    min: pesos(partOf(part, "min_mxn")) ?? DEFAULT_SETTINGS.topUps.min,
    max: pesos(partOf(part, "max_mxn")) ?? DEFAULT_SETTINGS.topUps.max,
    methods: part.raw.methods ?? DEFAULT_SETTINGS.topUps.methods,
  };
  if (terms.min > terms.max) report(part, "min_mxn must not be above max_mxn");
  for (const [name, amount] of [
    ["min_mxn", terms.min],
    ["max_mxn", terms.max],
  ] as const)
    if (amount < LEAST_PAYMENT || amount > GREATEST_PAYMENT)
      report(partOf(part, name) ?? part, "must be from 10 to 999999.99, which is what Stripe takes");
  return terms;
};

const networksOf = (part: Part<readonly string[]> | undefined): readonly string[] | undefined => {
  part?.raw.forEach((network, index) => {
    if (!isNetwork(network))
      part.source.report([...part.path, index], "must be an address or a range of addresses, such as 10.0.0.0/8");
  });
  return part?.raw;
};

const aboveZero = (part: Part<string | number> | undefined): Decimal | undefined => {
  if (part === undefined) return undefined;
  const value = decimalOfPart(part);
  if (value.units <= 0n) report(part, "must be above zero");
  return value;
};

/** The maximum of `cenote credit`. Balances have 64 bits, and ten times this amount would overflow them. */
const GREATEST_AMOUNT = parseMxn("1000000000");

const pesos = (part: Part<string | number> | undefined): NanoMxn | undefined => {
  if (part === undefined) return undefined;
  try {
    const amount = parseMxn(formatDecimal(decimalOfPart(part)));
    if (amount <= GREATEST_AMOUNT) return amount;
    report(part, `must be at most ${formatMxn(GREATEST_AMOUNT)}`);
  } catch {
    report(part, "must not be finer than a nano-peso");
  }
  return undefined;
};

const exchangeRate = (part: Part<string | number>): Decimal => {
  try {
    return parseExchangeRate(formatDecimal(decimalOfPart(part)));
  } catch {
    report(part, `must be ${EXCHANGE_RATE_BOUNDS}`);
    return DEFAULT_SETTINGS.fx.mxnPerUsd;
  }
};

const fxOf = (part: Part<RawFx> | undefined, environment: Environment): FxSource => {
  if (part === undefined) return DEFAULT_SETTINGS.fx;
  const raw: Exclude<RawFx, string> = part.raw === "banxico" ? { source: "banxico" } : part.raw;
  if (raw.source === "fixed") {
    return { kind: "fixed", mxnPerUsd: exchangeRate(partAt(part, raw.mxn_per_usd, "mxn_per_usd")) };
  }
  const freshness = {
    refreshMs: (raw.refresh_minutes ?? DEFAULT_FX_REFRESH_MINUTES) * MINUTE_MS,
    maxAgeMs: (raw.max_age_hours ?? DEFAULT_FX_MAX_AGE_HOURS) * HOUR_MS,
    whenStale: raw.when_stale ?? "warn",
  };
  if (raw.source === "banxico") {
    // A line of .env may be left empty.
    const token = environment["BANXICO_TOKEN"]?.trim() ?? "";
    return { kind: "banxico", token: raw.token ?? (token === "" ? undefined : token), ...freshness };
  }
  checkAddress(partAt(part, raw.url, "url"));
  return {
    kind: "url",
    url: raw.url,
    path: typeof raw.path === "string" ? raw.path.split(".") : raw.path,
    ...freshness,
  };
};

const storageOf = ({ raw, path, source }: Part<RawStorage>): StorageConfig => {
  if (raw.kind === "files") return { kind: "files" };
  const part = { raw, path, source };
  checkBaseAddress(partOf(part, "endpoint"));
  checkBaseAddress(partOf(part, "public_url"));
  return {
    kind: "s3",
    bucket: raw.bucket,
    region: raw.region,
    endpoint: raw.endpoint === undefined ? undefined : withoutSlash(raw.endpoint),
    publicUrl: raw.public_url === undefined ? undefined : withoutSlash(raw.public_url),
  };
};
