import { streamChat } from "./harness/chat-stream";
import { PRICES } from "./harness/cenote-yaml";
import { ask, type ChatCompletion } from "./harness/client";
import { nanoOf } from "./harness/exact";
import { allEntries, settledBalance } from "./harness/ledger";
import { freePort } from "./harness/free-port";
import { type RawProvider, startRawProvider, startSilentProvider } from "./harness/raw-provider";
import { withSystem } from "./harness/with-system";

// The table of docs/routing.md, row by row: what a caller gets, which provider is called, who pays, and that the call
// ends. A call that hangs would exceed the test's time limit.

/** For a silent first route: the only timeout that calls here wait for. */
const NO_CONNECTION = { connect_ms: 500 };
const NO_CONTENT = { first_content_ms: 700, idle_ms: 700 };
const NO_MORE = { idle_ms: 1_000 };
const RAW: RawProvider[] = [];

interface Row {
  /** As in the table. */
  readonly what: string;
  /** The simulator's fault on the first route; undefined if that is not a simulator. */
  readonly fault?: string;
  readonly baseUrl?: () => Promise<string>;
  /** Number of tries of a call whose only route does this. */
  readonly tries: 1 | 3;
  /**
   * If a kept-alive connection breaks before the answer, that does not count as a try: the request is resent over a
   * fresh one.
   */
  readonly isResent?: boolean;
  /** Timeouts of the first route, if the call waits for them. */
  readonly timeouts?: object;
  /** Set if only one of the two kinds of call is affected. */
  readonly only?: "plain" | "stream";
}

const raw = async (provider: Promise<RawProvider>, scheme = "http"): Promise<string> => {
  const started = await provider;
  RAW.push(started);
  return `${scheme}://127.0.0.1:${started.port}/v1`;
};

const ROWS: readonly Row[] = [
  { what: "429", fault: "fault=status status=429", tries: 3 },
  { what: "500", fault: "fault=status status=500", tries: 3 },
  { what: "503 with a web page", fault: "fault=status status=503 body=html", tries: 3 },
  { what: "500 without a word", fault: "fault=status status=500 body=empty", tries: 3 },
  { what: "401", fault: "fault=status status=401", tries: 1 },
  { what: "402", fault: "fault=status status=402", tries: 1 },
  { what: "404, no such model", fault: "fault=status status=404", tries: 1 },
  {
    what: "403 that proves nothing",
    fault: 'fault=status status=403 code=403 message="The caller does not have permission."',
    tries: 1,
  },
  {
    what: "404 that proves nothing",
    fault: 'fault=status status=404 code=404 message="No endpoints found that support tool use."',
    tries: 1,
  },
  { what: "an error with status 200", fault: "fault=error_200 status=500", tries: 3 },
  { what: "a reset", fault: "fault=reset", tries: 3, isResent: true },
  { what: "silence", fault: "fault=hang", tries: 1, timeouts: NO_CONTENT },
  { what: "headers, then silence", fault: "fault=hang_headers", tries: 1, timeouts: NO_CONTENT },
  { what: "keep-alives alone", fault: "first_ms=60000 keep_alive_ms=100", tries: 1, timeouts: NO_CONTENT },
  {
    what: "a drip too slow to bring content in time",
    fault: "split=1 split_ms=200",
    tries: 1,
    timeouts: NO_CONTENT,
    only: "stream",
  },
  { what: "an empty body", fault: "fault=status status=200 body=empty", tries: 1 },
  { what: "a web page with status 200", fault: "fault=status status=200 body=html", tries: 1 },
  { what: "a stream that ends before it begins", fault: "fault=cut after=0", tries: 1, only: "stream" },
  {
    what: "a stream that falls silent before it begins",
    fault: "fault=stall after=0",
    tries: 1,
    timeouts: NO_CONTENT,
    only: "stream",
  },
  { what: "an error event before content", fault: "fault=error_event after=0", tries: 3, only: "stream" },
  { what: "half an answer", fault: "fault=cut after=5", tries: 1, only: "plain" },
  { what: "half an answer, then silence", fault: "fault=stall after=5", tries: 1, timeouts: NO_CONTENT, only: "plain" },
  { what: "half an answer, then a reset", fault: "fault=reset after=1", tries: 1, only: "plain" },
  { what: "an answer that is no JSON", fault: "fault=malformed", tries: 1, only: "plain" },
  { what: "a refused connection", baseUrl: async () => `http://127.0.0.1:${await freePort()}/v1`, tries: 3 },
  { what: "a name that is not known (DNS)", baseUrl: async () => "http://no-such-host.invalid/v1", tries: 3 },
  {
    what: "a TLS failure",
    baseUrl: () => raw(startRawProvider("HTTP/1.1 400 Bad Request\r\n\r\n"), "https"),
    tries: 3,
  },
  {
    what: "a TLS handshake that hangs",
    baseUrl: () => raw(startSilentProvider(), "https"),
    tries: 1,
    timeouts: NO_CONNECTION,
  },
  {
    what: "a socket closed on the other side (half-closed)",
    baseUrl: () => raw(startRawProvider(undefined)),
    tries: 3,
  },
  { what: "bytes that are no HTTP", baseUrl: () => raw(startRawProvider("nonsense\r\n\r\n")), tries: 1 },
];

const AFTER = [
  ["the body ends", "fault=cut after=5"],
  ["a reset", "fault=reset after=5"],
  ["silence", "fault=stall after=5"],
  ["an error event", "fault=error_event after=5"],
] as const;
const HARMLESS = [
  ["a malformed event", "fault=malformed after=5"],
  ["a missing [DONE]", "no_done"],
  ["another content type", "content_type=text/plain"],
  ["a slow stream within the limits", "split=40 split_ms=5"],
] as const;
const TOLD = [
  ["a refused request", "fault=status status=400"],
  ["a refusal by content policy", "fault=status status=400 code=content_policy_violation"],
  ["a prompt too long for every route", "fault=status status=400 code=context_length_exceeded"],
] as const;

const CASES = ROWS.flatMap((row, index) =>
  (["plain", "stream"] as const)
    .filter((kind) => row.only === undefined || row.only === kind)
    .map((kind) => ({ ...row, kind, provider: `row${index}-${kind}` })),
);
/** The row that waits for a timeout. */
const SILENT_AFTER = `after${AFTER.findIndex(([what]) => what === "silence")}`;
/** One provider per case, so that the cases do not affect each other. */
const NAMES = [
  ...CASES.map(({ provider }) => provider),
  ...AFTER.map((_, index) => `after${index}`),
  ...HARMLESS.map((_, index) => `harmless${index}`),
  ...TOLD.map((_, index) => `reported${index}`),
];

const chatRow = (id: string, routes: readonly string[], timeouts: object) => ({
  id,
  type: "chat",
  price_usd: PRICES.chat,
  routes: routes.map((provider, place) => ({ provider, model: "m", ...(place === 0 ? { timeouts } : {}) })),
});

const harness = withSystem({
  async more(simulatorUrl) {
    const openAi = (baseUrl: string) => ({ kind: "openai-compatible", base_url: baseUrl, api_key: "k" });
    const providers: Record<string, object> = { second: openAi(`${simulatorUrl}/second/v1`) };
    for (const name of NAMES) {
      const baseUrl = CASES.find(({ provider }) => provider === name)?.baseUrl;
      providers[name] = openAi(baseUrl === undefined ? `${simulatorUrl}/${name}/v1` : await baseUrl());
    }
    const timeoutsOf = (name: string) =>
      CASES.find(({ provider }) => provider === name)?.timeouts ?? (name === SILENT_AFTER ? NO_MORE : {});
    return {
      providers,
      models: NAMES.flatMap((name) => [
        chatRow(`alone/${name}`, [name], timeoutsOf(name)),
        chatRow(`two/${name}`, [name, "second"], timeoutsOf(name)),
      ]),
    };
  },
});

afterAll(() => Promise.all(RAW.map((provider) => provider.die())));

interface Outcome {
  readonly status: number;
  readonly headers: Headers;
  readonly id: string;
  readonly text: string;
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

const question = (provider: string, fault: string) =>
  `marker-${provider}-end [[sim text="From the second."]] [[sim provider=${provider} ${fault}]]`;

const call = async (kind: "plain" | "stream", model: string, content: string): Promise<Outcome> => {
  const { client } = harness();
  if (kind === "stream") return streamChat(client, content, { model });
  const { status, headers, body } = await client.postJson<ChatCompletion & { error?: Outcome["error"] }>(
    "/v1/chat/completions",
    ask(content, { model }),
  );
  return {
    status,
    headers,
    id: headers.get("x-request-id") ?? "",
    text: body.choices?.[0]?.message.content ?? "",
    error: body.error,
  };
};

/** Computed on first use, and cached. */
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

/** All rows in parallel: together they take as long as the slowest. Charges are read once, after all of them. */
const played = once(async () => {
  const rows = await Promise.all(
    CASES.map(async ({ provider, kind, fault = "" }) => {
      const content = question(provider, fault);
      const alone = await call(kind, `alone/${provider}`, content);
      return [provider, { alone, routed: await call(kind, `two/${provider}`, content) }] as const;
    }),
  );
  const after = await Promise.all(
    AFTER.map(([, fault], index) =>
      streamChat(
        harness().client,
        `marker-after${index}-end [[sim words=40]] [[sim provider=after${index} ${fault}]]`,
        {
          model: `two/after${index}`,
        },
      ),
    ),
  );
  const reported = await Promise.all(
    TOLD.map(([, fault], index) =>
      streamChat(harness().client, `[[sim provider=reported${index} ${fault} message="The provider's own words."]]`, {
        model: `two/reported${index}`,
      }),
    ),
  );
  const { system } = harness();
  await settledBalance(system, "demo");
  const entries = await allEntries(system, "demo");
  const costOf = (id: string) =>
    entries
      .filter(({ request_id: request, type }) => request === id && type === "settle")
      .reduce((sum, { amount_mxn: amount }) => sum - nanoOf(amount), 0n);
  return { rows: new Map(rows), after, reported, costOf };
});

describe("before the first content", () => {
  test.each(CASES)(
    "$what, $kind: alone it is a 502 after $tries tries, and free",
    async ({ provider, tries, isResent = false }) => {
      const { rows, costOf } = await played();
      const alone = rows.get(provider)?.alone;
      expect(alone).toMatchObject({
        status: 502,
        error: { code: "provider_unavailable", message: expect.stringMatching(/./) },
      });
      expect(alone?.error?.message).not.toContain("<html");
      expect(costOf(alone?.id ?? "")).toBe(0n);
      // A provider that is not the simulator is not counted; a broken kept-alive connection is retried at once; the
      // call over two routes adds one.
      const seen = (await harness().simulator.calls(`marker-${provider}-end`)).filter(
        (made) => made.provider === provider,
      ).length;
      if (seen > 0)
        expect(isResent ? seen >= tries && seen <= 2 * tries + 2 : seen === tries || seen === tries + 1).toBe(true);
    },
  );

  test.each(CASES)("$what, $kind: another route answers, and is paid", async ({ provider }) => {
    const { rows, costOf } = await played();
    const routed = rows.get(provider)?.routed;
    expect(routed).toMatchObject({ status: 200, text: "From the second." });
    expect(Number(routed?.headers.get("x-gateway-attempts"))).toBeLessThanOrEqual(2);
    expect(costOf(routed?.id ?? "")).toBeGreaterThan(0n);
  });

  test.each(TOLD.map(([what], index) => [what, index] as const))(
    "%s is reported and not routed around, free",
    async (_what, index) => {
      const { reported, costOf } = await played();
      expect(reported[index]).toMatchObject({
        status: 502,
        error: { code: "provider_unavailable", message: "The provider's own words." },
      });
      expect(reported[index]?.headers.get("x-should-retry")).toBe("false");
      expect(costOf(reported[index]?.id ?? "")).toBe(0n);
    },
  );
});

describe("after the first content", () => {
  test.each(AFTER.map(([what], index) => [what, index] as const))(
    "%s: an error ends the stream, no other route is called, what arrived is paid",
    async (_what, index) => {
      const { after, costOf } = await played();
      const streamed = after[index];
      expect(streamed).toMatchObject({ status: 200, isDone: false, error: { code: "provider_unavailable" } });
      expect(streamed?.text.trim().split(/\s+/)).toHaveLength(5);
      expect((await harness().simulator.calls(`marker-after${index}-end`)).map(({ provider }) => provider)).toEqual([
        `after${index}`,
      ]);
      expect(costOf(streamed?.id ?? "")).toBeGreaterThan(0n);
    },
  );

  test.each(HARMLESS.map(([what, fault], index) => [what, fault, index] as const))(
    "%s is not a failure: the answer is complete",
    async (_what, fault, index) => {
      const streamed = await streamChat(
        harness().client,
        `[[sim words=12]] [[sim provider=harmless${index} ${fault}]]`,
        {
          model: `two/harmless${index}`,
        },
      );
      expect(streamed).toMatchObject({ status: 200, isDone: true, error: undefined });
      expect(streamed.text.trim().split(/\s+/)).toHaveLength(12);
    },
  );
});

test("in the end nothing is held and the ledger verifies", async () => {
  const { system } = harness();
  await settledBalance(system, "demo");
  expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
});
