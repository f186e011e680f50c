import { CHAT_MODEL, EMBEDDING_MODEL, FX_RATE, MARKUP, ODD_MODEL, PRICES } from "./harness/cenote-yaml";
import { chunksOf, textOf } from "./harness/chat-chunks";
import { ask, type ChatChunk, type ChatCompletion, type EmbeddingList, type Usage } from "./harness/client";
import { digitsOf, expectCost, expectedCost, nanoOf } from "./harness/exact";
import { firstEnded } from "./harness/first-ended";
import { allEntries, balanceOf, entryOf, type LedgerEntry, settledBalance } from "./harness/ledger";
import { newEmptyPayer, newPayer } from "./harness/payer";
import { parseSse, readEvents } from "./harness/sse";
import { harness } from "./money/harness";
import "./money/over-graphql";

const CHAT = "/v1/chat/completions";

type ChatPrice = (typeof PRICES)["chat" | "odd"];

const chatCost = (usage: Usage, price: ChatPrice) => {
  const cached = usage.prompt_tokens_details?.cached_tokens ?? 0;
  return expectedCost([
    { quantity: usage.prompt_tokens - cached, perMillion: price.input_per_million_tokens },
    { quantity: cached, perMillion: price.cached_input_per_million_tokens },
    { quantity: usage.completion_tokens, perMillion: price.output_per_million_tokens },
  ]);
};

const expectVerified = async (): Promise<void> => {
  expect(await harness().system.cenote("ledger", "verify")).toMatchObject({ ok: true });
};

describe("the cost of a call", () => {
  test.each([
    [CHAT_MODEL, PRICES.chat, "[[sim words=1]]"],
    [CHAT_MODEL, PRICES.chat, "A longer question, with more words to it, please. [[sim words=333]]"],
    [ODD_MODEL, PRICES.odd, "[[sim words=7]]"],
    [ODD_MODEL, PRICES.odd, "one two three four five six seven eight nine ten [[sim words=41 cached=6]]"],
    [CHAT_MODEL, PRICES.chat, "one two three four five six seven eight nine ten [[sim words=12 cached=9]]"],
  ] as const)("is exact to the digit, plain and streamed: %s, %#", async (model, price, question) => {
    const { client } = harness();
    const plain = await client.postJson<ChatCompletion>(CHAT, ask(question, { model }));
    const plainCost = expectCost(plain.text, chatCost(plain.body.usage, price));
    const response = await client.post(CHAT, ask(question, { model, stream: true }));
    const last = parseSse(await response.text()).events.at(-2)?.data ?? "";
    expect(expectCost(last, chatCost((JSON.parse(last) as ChatChunk).usage!, price))).toBe(plainCost);
  });

  test("includes tokens read from the cache, which are cheaper", async () => {
    const question = "one two three four five six seven eight nine ten [[sim words=5";
    const { client } = harness();
    const whole = await client.postJson<ChatCompletion>(CHAT, ask(`${question}]]`));
    const cached = await client.postJson<ChatCompletion>(CHAT, ask(`${question} cached=8]]`));
    expect(cached.body.usage.prompt_tokens_details?.cached_tokens).toBe(8);
    expect(cached.body.usage.cost_mxn).toBeLessThan(whole.body.usage.cost_mxn);
  });

  test.each([1, 17, 600])("of %d embeddings is exact to the digit", async (count) => {
    const { client } = harness();
    const { text, body } = await client.postJson<EmbeddingList>("/v1/embeddings", {
      model: EMBEDDING_MODEL,
      input: Array.from({ length: count }, (_, index) => `text number ${index}`),
      dimensions: 2,
    });
    expectCost(
      text,
      expectedCost([{ quantity: body.usage.prompt_tokens, perMillion: PRICES.embedding.input_per_million_tokens }]),
    );
  });
});

describe("the balance", () => {
  test("falls by exactly the sum of what the answers report", async () => {
    const { client, system } = harness();
    const { org, key, keyId } = await newPayer(system);
    const before = nanoOf((await balanceOf(system, org)).balance_mxn);
    expect(before).toBe(50_000_000_000n);
    const calls = Array.from({ length: 30 }, async (_, index) => {
      const question = ask(`[[sim words=${index + 1}]]`, { model: index % 2 === 0 ? CHAT_MODEL : ODD_MODEL });
      if (index % 3 !== 0) return (await client.postJson<ChatCompletion>(CHAT, question, { key })).text;
      const { events } = parseSse(await (await client.post(CHAT, { ...question, stream: true }, { key })).text());
      return events.at(-2)?.data ?? "";
    });
    const spent = (await Promise.all(calls)).reduce((sum, json) => sum + nanoOf(digitsOf(json, "cost_mxn")), 0n);
    const after = await settledBalance(system, org);
    expect(nanoOf(after.balance_mxn)).toBe(before - spent);
    expect(after.available_mxn).toBe(after.balance_mxn);

    const settles = (await allEntries(system, org)).filter(({ type }) => type === "settle");
    expect(settles).toHaveLength(30);
    expect(settles.reduce((sum, { amount_mxn: amount }) => sum + nanoOf(amount), 0n)).toBe(-spent);
    for (const { charge } of settles)
      expect(charge).toMatchObject({ key_id: keyId, markup: MARKUP, fx: { mxn_per_usd: FX_RATE, source: "fixed" } });
    const usage = await system.cenote<{ rows: { calls: number }[]; cost_mxn: string }>("usage", org);
    expect(nanoOf(usage.cost_mxn)).toBe(spent);
    expect(usage.rows.reduce((sum, row) => sum + row.calls, 0)).toBe(30);
    await expectVerified();
  });

  test("usage by key has what each key spent, its client tokens included", async () => {
    const { client, system } = harness();
    const { org, key, keyId } = await newPayer(system);
    const other = await system.cenote<{ id: string; key: string }>("key", "create", org, "--name", "team red");
    const minted = await client.postJson<{ data: { createClientToken: { secret: string } } }>(
      "/graphql",
      { query: `mutation { createClientToken(input: { operations: [CHAT], budget: "1" }) { secret } }` },
      { key: other.key },
    );
    const token = minted.body.data.createClientToken.secret;
    const spend = async (words: number, of: string) => {
      const { status, text } = await client.postJson<ChatCompletion>(CHAT, ask(`[[sim words=${words}]]`), { key: of });
      expect(status).toBe(200);
      return nanoOf(digitsOf(text, "cost_mxn"));
    };
    const own = await spend(3, key);
    const red = (await spend(5, other.key)) + (await spend(8, token));
    await settledBalance(system, org);

    const usage = await system.cenote<{
      rows: { key_id: string; name: string; calls: number; cost_mxn: string }[];
      cost_mxn: string;
    }>("usage", org, "--by", "key");
    expect(new Map(usage.rows.map((row) => [row.key_id, [row.name, row.calls, nanoOf(row.cost_mxn)]]))).toEqual(
      new Map([
        [keyId, [expect.any(String), 1, own]],
        [other.id, ["team red", 2, red]],
      ]),
    );
    expect(usage.cost_mxn).toBe((await system.cenote<{ cost_mxn: string }>("usage", org)).cost_mxn);
    const { body } = await client.postJson<{ data: { usage: { keyId: string; calls: number; costMxn: string }[] } }>(
      "/graphql",
      { query: "{ usage(by: KEY) { keyId calls costMxn } }" },
      { key },
    );
    expect(body.data.usage).toEqual(
      usage.rows.map((row) => ({ keyId: row.key_id, calls: row.calls, costMxn: row.cost_mxn })),
    );
    await expectVerified();
  });

  test("running balances in the ledger follow from its amounts", async () => {
    const { client, system } = harness();
    const { org, key } = await newPayer(system);
    for (const words of [3, 5, 8]) await client.post(CHAT, ask(`[[sim words=${words}]]`), { key });
    await system.cenote("credit", org, "0.000000001");
    await settledBalance(system, org);
    const entries = (await allEntries(system, org)).toReversed();
    let balance = 0n;
    for (const { type, amount_mxn: amount, balance_mxn: after } of entries) {
      if (type === "credit" || type === "settle" || type === "adjust") balance += nanoOf(amount);
      expect(nanoOf(after)).toBe(balance);
    }
    expect(nanoOf((await balanceOf(system, org)).balance_mxn)).toBe(balance);
  });

  test("of 200 concurrent calls on a balance for one, one is served and paid", async () => {
    const { client, system, simulator } = harness();
    const { org, key } = await newEmptyPayer(system, client);
    await system.cenote("credit", org, "0.000000001");
    const calls = Array.from({ length: 200 }, () =>
      client.postJson<ChatCompletion>(CHAT, ask("marker-two-hundred [[sim words=5 hold=two-hundred]]"), { key }),
    );
    await firstEnded(calls, 199);
    await simulator.release("two-hundred");
    const statuses = Map.groupBy(await Promise.all(calls), ({ status }) => status);
    expect(Object.fromEntries([...statuses].map(([status, { length }]) => [status, length]))).toEqual({
      200: 1,
      402: 199,
    });
    expect(await simulator.calls("marker-two-hundred")).toHaveLength(1);
    const [served] = statuses.get(200) ?? [];
    const { balance_mxn: balance } = await settledBalance(system, org);
    expect(nanoOf(balance)).toBe(1n - nanoOf(digitsOf(served?.text ?? "", "cost_mxn")));
    await expectVerified();
  });

  test("of 50 concurrent streams on a balance for a few, no more is spent than the admitted ones may use", async () => {
    const { client, system, simulator } = harness();
    const { org, key } = await newEmptyPayer(system, client);
    const one = expectedCost([{ quantity: 500, perMillion: PRICES.chat.output_per_million_tokens }]).nanoMxn;
    await system.cenote("credit", org, `0.${String(one * 4n).padStart(9, "0")}`);
    const calls = Array.from({ length: 50 }, async () => {
      const response = await client.post(CHAT, ask("[[sim words=400 hold=fifty]]", { stream: true, max_tokens: 500 }), {
        key,
      });
      return { status: response.status, text: await response.text() };
    });
    await firstEnded(calls, 46);
    await simulator.release("fifty");
    const responses = await Promise.all(calls);
    const served = responses.filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThanOrEqual(1);
    expect(served.length).toBeLessThanOrEqual(4);
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(50 - served.length);
    for (const { text } of served) expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    await settledBalance(system, org);
  });
});

describe("a client that leaves in mid-stream", () => {
  test("stops the provider and pays for what was generated until then", async () => {
    const { client, system, simulator } = harness();
    const { org, key } = await newPayer(system);
    const leaving = new AbortController();
    const response = await client.post(
      CHAT,
      ask("marker-leaver [[sim words=300 hold=leaver after=10]]", { stream: true }),
      { key, signal: leaving.signal },
    );
    const id = response.headers.get("x-request-id") ?? "";
    let text = "";
    for await (const event of readEvents(response)) {
      text += textOf(chunksOf([event]));
      if (text.trim().split(/\s+/).length === 10) break;
    }
    leaving.abort();

    const [call] = await simulator.calls("marker-leaver");
    expect(call?.outcome).toBe("aborted");
    const settle = await entryOf(system, org, id, "settle");
    expect(settle.charge?.call).toMatchObject({ outcome: "cancelled", stream: true });
    const quantity = (unit: string) => settle.charge?.usage.find((line) => line.unit === unit)?.quantity ?? 0;
    expect(quantity("output_token")).toBeGreaterThanOrEqual(10);
    // A word is at most three tokens.
    expect(quantity("output_token")).toBeLessThanOrEqual(30);
    expect(quantity("input_token")).toBeGreaterThan(0);
    const cost = expectedCost([
      { quantity: quantity("input_token"), perMillion: PRICES.chat.input_per_million_tokens },
      { quantity: quantity("output_token"), perMillion: PRICES.chat.output_per_million_tokens },
    ]);
    expect(-nanoOf(settle.amount_mxn)).toBe(cost.nanoMxn);
    expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(50_000_000_000n - cost.nanoMxn);
  });

  test("before the first content pays nothing for text never generated, and leaves nothing held", async () => {
    const { client, system, simulator } = harness();
    const { org, key } = await newPayer(system);
    const leaving = new AbortController();
    const call = client.post(CHAT, ask("marker-impatient [[sim words=5 hold=impatient]]", { stream: true }), {
      key,
      signal: leaving.signal,
    });
    const failure = call.catch((error: unknown) => error);
    await simulator.received("marker-impatient");
    leaving.abort();
    expect(await failure).toMatchObject({ name: "AbortError" });
    expect((await simulator.calls("marker-impatient"))[0]?.outcome).toBe("aborted");
    expect((await settledBalance(system, org)).balance_mxn).toBe("50");
  });

  test("during a plain answer leaves nothing held either, and the provider is stopped", async () => {
    const { client, system, simulator } = harness();
    const { org, key } = await newPayer(system);
    const leaving = new AbortController();
    const call = client.post(CHAT, ask("marker-hasty [[sim words=5 hold=hasty]]"), { key, signal: leaving.signal });
    const failure = call.catch((error: unknown) => error);
    await simulator.received("marker-hasty");
    leaving.abort();
    expect(await failure).toMatchObject({ name: "AbortError" });
    expect((await simulator.calls("marker-hasty"))[0]?.outcome).toBe("aborted");
    expect((await settledBalance(system, org)).held_mxn).toBe("0");
  });
});

describe("the operator's money", () => {
  test("a statement tells how the balance came about: credits, charges by model, before and after", async () => {
    const { client, system } = harness();
    const { org, key } = await newPayer(system);
    await system.cenote("credit", org, "12.5", "--id", "invoice-8");
    const spend = async (model: string) => {
      const { text } = await client.postJson<ChatCompletion>(CHAT, ask("[[sim words=5]]", { model }), { key });
      return nanoOf(digitsOf(text, "cost_mxn"));
    };
    const chat = (await spend(CHAT_MODEL)) + (await spend(CHAT_MODEL));
    const odd = await spend(ODD_MODEL);
    const { balance_mxn: balance } = await settledBalance(system, org);

    interface Statement {
      readonly from: string;
      readonly to: string;
      readonly hash: string;
      readonly charged_mxn: string;
      readonly models: readonly { readonly model: string; readonly calls: number; readonly cost_mxn: string }[];
    }
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const statement = await system.cenote<Statement>("statement", org, "--from", yesterday);
    expect(statement).toMatchObject({
      opening_mxn: "0",
      credited_mxn: "62.5",
      adjusted_mxn: "0",
      closing_mxn: balance,
      postings: [
        { id: "free-credit", type: "credit", amount_mxn: "50" },
        { id: "invoice-8", type: "credit", amount_mxn: "12.5" },
      ],
    });
    expect(nanoOf(statement.charged_mxn)).toBe(chat + odd);
    expect(new Map(statement.models.map((row) => [row.model, [row.calls, nanoOf(row.cost_mxn)]]))).toEqual(
      new Map([
        [CHAT_MODEL, [2, chat]],
        [ODD_MODEL, [1, odd]],
      ]),
    );
    const last = (await allEntries(system, org)).at(0);
    expect(statement).toMatchObject({ block: last?.seq, hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown });
    const { body } = await client.postJson<{ data: unknown }>(
      "/graphql",
      {
        query: `{ statement(from: "${statement.from}", to: "${statement.to}") { openingMxn closingMxn postings { id amountMxn } block hash } }`,
      },
      { key },
    );
    expect(body.data).toEqual({
      statement: {
        openingMxn: "0",
        closingMxn: balance,
        postings: [
          { id: "free-credit", amountMxn: "50" },
          { id: "invoice-8", amountMxn: "12.5" },
        ],
        block: last?.seq,
        hash: statement.hash,
      },
    });
    const csv = (await system.tool("statement", org, "--from", yesterday, "--csv")).stdout.trim().split("\n");
    expect(csv.at(-1)).toBe(`${statement.to},closing,,,${balance},`);
  });

  test("a credit with an id is added once", async () => {
    const { system } = harness();
    const { org } = await newPayer(system);
    const first = await system.cenote("credit", org, "12.345678901", "--id", "invoice-7");
    expect(first).toMatchObject({ id: "invoice-7", amount_mxn: "12.345678901", balance_mxn: "62.345678901" });
    expect(await system.cenote("credit", org, "12.345678901", "--id", "invoice-7")).toEqual(first);
    const conflict = await system.tool("credit", org, "13", "--id", "invoice-7", "--json");
    expect({ exitCode: conflict.exitCode, stdout: conflict.stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(conflict.stderr).not.toBe("");
    expect(await balanceOf(system, org)).toEqual({
      org,
      balance_mxn: "62.345678901",
      held_mxn: "0",
      available_mxn: "62.345678901",
    });
  });

  test("the same id may be used for another organization, and many concurrent credits all count", async () => {
    const { system } = harness();
    const [one, two] = [await newPayer(system), await newPayer(system)];
    await Promise.all([one, two].map(({ org }) => system.cenote("credit", org, "1", "--id", "shared-id")));
    await Promise.all(Array.from({ length: 6 }, () => system.cenote("credit", one.org, "0.1")));
    expect((await balanceOf(system, one.org)).balance_mxn).toBe("51.6");
    expect((await balanceOf(system, two.org)).balance_mxn).toBe("51");
  });

  test("the tool shows balance and entries as gRPC does", async () => {
    const { client, system } = harness();
    const { org, key } = await newPayer(system);
    await client.post(CHAT, ask("[[sim words=9]]"), { key });
    await settledBalance(system, org);
    expect(await system.cenote("balance", org)).toEqual(await balanceOf(system, org));
    const entries = await allEntries(system, org);
    expect(entries.map(({ type }) => type)).toEqual(expect.arrayContaining(["credit", "hold", "settle"]));
    const first = await system.cenote<{ entries: LedgerEntry[]; next: string }>("ledger", "show", org, "--limit", "1");
    expect(first.entries).toMatchObject(entries.slice(0, 1));
    expect(await system.cenote("ledger", "show", org, "--cursor", first.next)).toMatchObject({
      entries: entries.slice(1),
      next: null,
    });
  });

  test.each(["0", "-1"])("a credit of %s is rejected", async (amount) => {
    const { org } = await newPayer(harness().system);
    const { exitCode, stdout } = await harness().system.tool("credit", org, amount, "--json");
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  });

  test("a new rate applies to later calls, and every charge keeps its own", async () => {
    const { client, system } = harness();
    const { org, key } = await newPayer(system);
    const { mxn_per_usd: rate } = await system.cenote<{ mxn_per_usd: string }>("fx", "show");
    expect(rate).toBe(FX_RATE);
    try {
      expect(await system.cenote("fx", "set", "21.5")).toMatchObject({
        mxn_per_usd: "21.5",
        source: "operator",
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      const answer = await client.postJson<ChatCompletion>(CHAT, ask("[[sim words=9]]"), { key });
      const { prompt_tokens: input, completion_tokens: output } = answer.body.usage;
      expectCost(
        answer.text,
        expectedCost(
          [
            { quantity: input, perMillion: PRICES.chat.input_per_million_tokens },
            { quantity: output, perMillion: PRICES.chat.output_per_million_tokens },
          ],
          "21.5",
        ),
      );
      expect((await entryOf(system, org, answer.body.id, "settle")).charge).toMatchObject({
        fx: { mxn_per_usd: "21.5", source: "operator" },
      });
    } finally {
      await system.cenote("fx", "set", FX_RATE);
    }
  });
});
