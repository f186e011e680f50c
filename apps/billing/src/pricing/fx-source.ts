import { createHash } from "node:crypto";
import type { FxSource } from "@cenote/catalog";
import {
  type Decimal,
  EXCHANGE_RATE_DIGITS,
  formatDecimal,
  parseDecimal,
  parseExchangeRate,
  roundHalfUp,
} from "@cenote/core";

/** A source that is fetched. */
export type FetchedSource = Exclude<FxSource, { readonly kind: "fixed" }>;

export interface RateRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Fetches over HTTP. Resolves with the parsed JSON body of a 200; rejects on anything else, and after `timeoutMs`. */
export type FetchRate = (
  request: RateRequest,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
) => Promise<unknown>;

/** Pesos per dollar, FIX, by the day it was determined. https://www.banxico.org.mx/SieAPIRest/service/v1/ */
const BANXICO_SERIES = "SF43718";
const BANXICO_URL = `https://www.banxico.org.mx/SieAPIRest/service/v1/series/${BANXICO_SERIES}/datos/oportuno`;

export const rateRequest = (source: FetchedSource): RateRequest => {
  if (source.kind === "url") return { url: source.url, headers: { accept: "application/json" } };
  if (source.token === undefined)
    throw new Error("Banxico needs a token: fx.token in cenote.yaml, or the variable BANXICO_TOKEN");
  return { url: BANXICO_URL, headers: { accept: "application/json", "Bmx-Token": source.token } };
};

export interface Quote {
  readonly mxnPerUsd: Decimal;
  /** When the rate was published, if the source says so. */
  readonly atMs: number;
}

/** `{"bmx":{"series":[{"idSerie":"SF43718","datos":[{"fecha":"31/12/2025","dato":"17.9528"}]}]}}`, the newest last. */
const BANXICO_PATH = ["bmx", "series", "0", "datos"];

/** Throws if the answer has no rate. */
export const readQuote = (source: FetchedSource, answer: unknown, nowMs: number): Quote => {
  if (source.kind === "url") return { mxnPerUsd: toRate(valueAt(answer, source.path)), atMs: nowMs };
  const observations = valueAt(answer, BANXICO_PATH);
  if (!Array.isArray(observations)) throw new Error("no observations in Banxico's answer");
  const newest: unknown = observations.at(-1);
  return { mxnPerUsd: toRate(valueAt(newest, ["dato"])), atMs: Math.min(nowMs, toMs(valueAt(newest, ["fecha"]))) };
};

const BANXICO_DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** The FIX is determined at noon in Mexico City, six hours behind UTC all year. */
const toMs = (day: unknown): number => {
  const [, date, month, year] = BANXICO_DAY.exec(String(day)) ?? [];
  const atMs = Date.parse(`${year ?? ""}-${month ?? ""}-${date ?? ""}T12:00:00-06:00`);
  if (Number.isNaN(atMs)) throw new Error("no day in Banxico's answer");
  return atMs;
};

/**
 * Identifies a configuration: equal text is the same decision of the operator. Excludes the token, whose renewal is no
 * change. Contains only a digest of the URL, which may include a token.
 */
export const signatureOf = (source: FxSource): string => {
  switch (source.kind) {
    case "fixed":
      return `fixed ${formatDecimal(source.mxnPerUsd)}`;
    case "banxico":
      return "banxico";
    case "url":
      return `url ${createHash("sha256")
        .update(JSON.stringify([source.url, source.path]))
        .digest("hex")}`;
  }
};

const valueAt = (root: unknown, path: readonly string[]): unknown => {
  let value = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
      throw new Error(`nothing at ${JSON.stringify(path)} in the answer`);
    }
    value = (value as Record<string, unknown>)[key];
  }
  return value;
};

/** Sources that compute their rates give as many digits as a float has. */
const toRate = (value: unknown): Decimal => {
  if (typeof value !== "string" && typeof value !== "number")
    throw new Error("the rate in the answer is neither text nor a number");
  const rate = roundHalfUp(parseDecimal(String(value).trim()), EXCHANGE_RATE_DIGITS);
  return parseExchangeRate(formatDecimal(rate));
};
