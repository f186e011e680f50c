import { EXCHANGE_RATE_BOUNDS } from "@cenote/core";
import { type Static, Type } from "typebox";
import { strict, text, whole, flag, oneOf, decimal, webAddress } from "./schema-parts";

/** The schema of everything in `cenote.yaml` besides providers and models. */

export const timeouts = strict(
  {
    connect_ms: Type.Optional(whole("Until the connection is open and the request is sent.")),
    first_content_ms: Type.Optional(whole("Until the first content of the answer.")),
    idle_ms: Type.Optional(whole("Between two reads once content has begun.")),
    total_ms: Type.Optional(whole("For the whole call.")),
  },
  "Timeouts of a call to a provider. A model or a route may set its own.",
);

export const limits = strict({
  requests_per_minute: Type.Optional(whole("For each API key.")),
  tokens_per_minute: Type.Optional(whole("For each API key.")),
  concurrent_requests: Type.Optional(whole("Concurrent calls of each API key.")),
  body_mib: Type.Optional(whole("Maximum size of a request body.")),
});

const ORIGIN = String.raw`^https?://[A-Za-z0-9.-]+(:\d{1,5})?$`;

export const graphql = strict(
  {
    introspection: Type.Optional(flag("Whether callers may query the schema.")),
    landing_page: Type.Optional(flag("Whether browsers get a page for trying queries; it loads scripts from Apollo.")),
  },
  "The GraphQL API.",
);

export const cors = strict(
  {
    origins: Type.Array(Type.String({ pattern: ORIGIN, title: "an origin such as https://app.example" }), {
      uniqueItems: true,
      title: "a list of origins without repetitions",
      description: "Origins whose pages may call /v1 and /graphql over HTTP. Default: none.",
    }),
  },
  "Access for pages of other origins (CORS).",
);

export const topUps = strict(
  {
    min_mxn: Type.Optional(decimal("Least amount of a top-up, in pesos, at least 10. Default: 50.")),
    max_mxn: Type.Optional(decimal("Greatest amount of a top-up, in pesos, at most 999999.99. Default: 10000.")),
    methods: Type.Optional(
      Type.Array(oneOf(["card", "oxxo", "spei"], "How customers pay."), {
        minItems: 1,
        uniqueItems: true,
        title: "a list without repetitions",
        description:
          "What the payment page offers: cards, cash at OXXO (up to 10000 pesos), transfers by SPEI. Each must be switched on in the Stripe account. Default: [card, oxxo].",
      }),
    ),
  },
  "What organizations pay in themselves, where STRIPE_SECRET_KEY is set.",
);

const freshness = {
  refresh_minutes: Type.Optional(whole("Between two requests for the rate.")),
  max_age_hours: Type.Optional(whole("At this age the rate is stale.")),
  when_stale: Type.Optional(
    oneOf(["warn", "refuse"], "What happens with a stale rate: only a warning, or new calls are rejected too."),
  ),
};

const fxMapping = Type.Union(
  [
    strict({
      source: Type.Literal("fixed"),
      mxn_per_usd: decimal(`Pesos for one US dollar, ${EXCHANGE_RATE_BOUNDS}.`),
    }),
    strict({
      source: Type.Literal("banxico"),
      token: Type.Optional(text("Token of the Banxico SIE API. Default: the variable BANXICO_TOKEN.")),
      ...freshness,
    }),
    strict({
      source: Type.Literal("url"),
      url: webAddress("Returns JSON."),
      path: Type.Union([text(), Type.Array(text(), { minItems: 1 })], {
        title: "text such as rates.MXN, or a list of keys",
        description: "Path of the rate in the answer.",
      }),
      ...freshness,
    }),
  ],
  { title: "a mapping" },
);

export const fx = Type.Union([Type.Literal("banxico"), fxMapping], {
  title: "banxico or a mapping",
  description: "Source of the exchange rate, in pesos per US dollar. `banxico` alone is `{ source: banxico }`.",
});

/**
 * Machine-readable mark of keys that are read only at the start; unmarked keys follow the file. `read-at-start.ts` has
 * the same keys.
 */
const AT_START = { "x-read": "at-start" } as const;

export const storage = Type.Union(
  [
    strict({ kind: Type.Literal("files") }),
    strict({
      kind: Type.Literal("s3"),
      bucket: text(),
      region: text(),
      endpoint: Type.Optional(webAddress("For stores other than AWS.")),
      public_url: Type.Optional(
        webAddress("Public URL of the bucket's objects. Default: they are served through the gateway."),
      ),
    }),
  ],
  {
    title: "a mapping",
    description: "Where images and videos are stored. Read at start-up: an edit takes effect at the next start.",
    ...AT_START,
  },
);

export type RawTimeouts = Static<typeof timeouts>;
export type RawFx = Static<typeof fx>;
export type RawTopUps = Static<typeof topUps>;
export type RawStorage = Static<typeof storage>;
