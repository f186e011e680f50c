import type { Client } from "graphql-ws";
import { CHAT_MODEL, FX_RATE, MARKUP, PRICES } from "./harness/cenote-yaml";
import type { ChatCompletion, ErrorBody, JsonAnswer } from "./harness/client";
import { ask } from "./harness/client";
import { eventually } from "./harness/eventually";
import { nanoOf } from "./harness/exact";
import { type ChatEvent, chatEvents, chatInput, openGraphql, type SocketOptions, textOf } from "./harness/graphql";
import { allEntries, balanceOf, entryOf, settledBalance } from "./harness/ledger";
import { FAL_VIDEO, mediaCatalog } from "./harness/media-catalog";
import { newPayer } from "./harness/payer";
import { endOf, type VideoJob } from "./harness/videos";
import { withSystem } from "./harness/with-system";

const harness = withSystem({ more: mediaCatalog, yaml: { freshModels: 12 } });

const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map(async (client) => client.dispose()));
});
const open = (options?: SocketOptions): Client => {
  const client = openGraphql(harness().system, options);
  clients.push(client);
  return client;
};

interface GraphqlBody<Data> {
  readonly data?: Data;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

const query = <Data = Record<string, unknown>>(
  text: string,
  variables: object = {},
  key?: string,
): Promise<JsonAnswer<GraphqlBody<Data>>> =>
  harness().client.postJson<GraphqlBody<Data>>(
    "/graphql",
    { query: text, variables },
    key === undefined ? {} : { key },
  );

const payer = () => newPayer(harness().system);
const types = (events: readonly ChatEvent[]) => [...new Set(events.map(({ __typename }) => __typename))];

describe("chatTokens is REST's chat, live", () => {
  test("text: the same words at the same price, to the nano-peso", async () => {
    const { client, system } = harness();
    const { org, key } = await payer();
    const events = await chatEvents(open({ key }), chatInput("same words [[sim words=30]]"));
    const rest = await client.postJson<ChatCompletion>("/v1/chat/completions", ask("same words [[sim words=30]]"));
    expect(types(events)).toEqual(["ChatStarted", "ChatDelta", "ChatFinished"]);
    expect(textOf(events)).toBe(rest.body.choices[0]?.message.content);
    const finished = events.at(-1);
    expect(finished).toMatchObject({
      finishReason: "STOP",
      usage: { promptTokens: rest.body.usage.prompt_tokens, completionTokens: rest.body.usage.completion_tokens },
    });
    expect(rest.text).toContain(`"cost_usd":${finished?.usage?.costUsd},"cost_mxn":${finished?.usage?.costMxn}`);
    const settle = await entryOf(system, org, events[0]?.requestId ?? "", "settle");
    expect(-nanoOf(settle.amount_mxn)).toBe(nanoOf(finished?.usage?.costMxn ?? ""));
    expect(settle.charge?.call).toEqual({ ...settle.charge?.call, outcome: "ok", stream: true });
  });

  test("tools, length and stop", async () => {
    const client = open();
    const tools = [
      {
        name: "get_weather",
        parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      },
    ];
    const called = await chatEvents(
      client,
      chatInput("weather [[sim tools=1]]", { tools, toolChoice: { mode: "REQUIRED" } }),
    );
    expect(called.at(-1)?.finishReason).toBe("TOOL_CALLS");
    const pieces = called.filter(({ __typename }) => __typename === "ChatToolCallDelta");
    expect(pieces[0]?.name).toBe("get_weather");
    expect(JSON.parse(pieces.map((piece) => piece.arguments).join(""))).toEqual({ city: expect.any(String) });
    expect((await chatEvents(client, chatInput("[[sim words=100]]", { maxTokens: 5 }))).at(-1)).toMatchObject({
      finishReason: "LENGTH",
      usage: { completionTokens: 5 },
    });
    const whole = textOf(await chatEvents(client, chatInput("stopping [[sim words=20]]")));
    const stop = whole.split(" ")[5] ?? "";
    expect(textOf(await chatEvents(client, chatInput("stopping [[sim words=20]]", { stop: [stop] })))).toBe(
      whole.slice(0, whole.indexOf(stop)),
    );
  });

  test("an error before or after the content is the last event; nothing, or what arrived, is charged", async () => {
    const { system } = harness();
    const { org, key } = await payer();
    const client = open({ key });
    const early = await chatEvents(
      client,
      chatInput('[[sim fault=status status=400 code=content_policy_violation message="Not that."]]', {
        model: "fresh/1",
      }),
    );
    expect(early).toEqual([
      {
        __typename: "ChatFailed",
        code: "provider_unavailable",
        message: "Not that.",
        requestId: expect.stringMatching(/^req_/),
      },
    ]);
    expect((await settledBalance(system, org)).balance_mxn).toBe("50");
    const late = await chatEvents(client, chatInput("[[sim words=40 fault=cut after=20]]", { model: "fresh/2" }));
    expect(types(late)).toEqual(["ChatStarted", "ChatDelta", "ChatFailed"]);
    expect(late.at(-1)?.code).toBe("provider_unavailable");
    await settledBalance(system, org);
    const settled = (await allEntries(system, org)).filter(({ type }) => type === "settle");
    expect(settled.map(({ request_id: id }) => id)).toEqual([late[0]?.requestId]);
  });

  test("a whole answer that its client no longer wants is stopped, and is not charged", async () => {
    const { system } = harness();
    const { org, key } = await payer();
    const client = open({ key });
    // A client with no other operation closes its socket, which stops everything.
    const other = client.iterate({ query: "subscription { balance { held } }" });
    await other.next();
    const results = client.iterate({
      query: "mutation ($input: ChatInput!) { createChatCompletion(input: $input) { id } }",
      variables: { input: chatInput("[[sim first_ms=3000 words=50]]", { model: "fresh/3" }) },
    });
    const first = results.next();
    await eventually("the call is held", async () => (await balanceOf(system, org)).held_mxn !== "0");
    await results.return?.();
    expect(await first).toMatchObject({ done: true });
    expect((await settledBalance(system, org)).balance_mxn).toBe("50");
    expect((await allEntries(system, org)).map(({ type }) => type)).not.toContain("settle");
    await other.return?.();
  });

  test("unknown models and exhausted balances are reported as everywhere", async () => {
    const [unknown] = await chatEvents(open(), chatInput("hi", { model: "no/no" }));
    expect(unknown).toMatchObject({ __typename: "ChatFailed", code: "model_not_found" });
  });

  test("a resumable answer continues over another connection, complete, and is paid once", async () => {
    const { system, simulator } = harness();
    const { org, key } = await payer();
    const fields =
      "__typename ... on ChatStarted { eventId requestId } ... on ChatDelta { eventId content } ... on ChatFinished { finishReason usage { costMxn } } ... on ChatFailed { code }";
    const whole = textOf(await chatEvents(open(), chatInput("marker-resume [[sim words=60]]")));
    const input = chatInput("marker-resume [[sim words=60 hold=resume after=20]]");
    const first = open({ key });
    const seen: (ChatEvent & { readonly eventId?: string })[] = [];
    await expect(
      (async () => {
        for await (const { data } of first.iterate<{ chatTokens: ChatEvent }>({
          query: `subscription ($input: ChatInput!) { chatTokens(input: $input, resumable: true) { ${fields} } }`,
          variables: { input },
        })) {
          if (data?.chatTokens !== undefined && data.chatTokens !== null) seen.push(data.chatTokens);
          if (seen.at(-1)?.__typename === "ChatDelta") first.terminate();
        }
      })(),
    ).rejects.toMatchObject({ code: 4499 });
    await simulator.release("resume");
    for await (const { data } of open({ key }).iterate<{ resumeChat: ChatEvent }>({
      query: `subscription ($after: ID!) { resumeChat(after: $after) { ${fields} } }`,
      variables: { after: seen.at(-1)?.eventId },
    })) {
      if (data?.resumeChat !== undefined && data.resumeChat !== null) seen.push(data.resumeChat);
    }
    expect(textOf(seen)).toBe(whole);
    expect(seen.at(-1)?.__typename).toBe("ChatFinished");
    expect(await simulator.calls("marker-resume")).toHaveLength(2);
    await settledBalance(system, org);
    expect((await allEntries(system, org)).filter(({ type }) => type === "settle")).toHaveLength(1);
  });

  test("the same idempotency key is one call, paid once", async () => {
    const { system } = harness();
    const { org, key } = await payer();
    const client = open({ key });
    const first = await chatEvents(client, chatInput("once [[sim words=10]]"), "graphql-once");
    const again = await chatEvents(client, chatInput("once [[sim words=10]]"), "graphql-once");
    expect(textOf(again)).toBe(textOf(first));
    expect(again[0]?.requestId).toBe(first[0]?.requestId);
    await settledBalance(system, org);
    expect((await allEntries(system, org)).filter(({ type }) => type === "settle")).toHaveLength(1);
  });
});

describe("the rest of the system, live", () => {
  test("a video sends each state until its end, and the balance each change", async () => {
    const { key } = await payer();
    const client = open({ key });
    const balances = client.iterate<{ balance: { balance: string } }>({
      query: "subscription { balance { balance } }",
    });
    expect((await balances.next()).value).toMatchObject({ data: { balance: { balance: "50" } } });
    const { body } = await query<{ createVideo: { job: { id: string; status: string } } }>(
      "mutation ($input: VideoInput!) { createVideo(input: $input) { job { id status } } }",
      { input: { model: FAL_VIDEO, prompt: "a cenote [[sim polls=1]]" } },
      key,
    );
    const id = body.data?.createVideo.job.id;
    const states: string[] = [];
    for await (const { data } of client.iterate<{
      videoStatus: { status: string; videoUrl: string | null; costMxn: string | null };
    }>({
      query: "subscription ($id: UUID!) { videoStatus(jobId: $id) { status videoUrl costMxn } }",
      variables: { id },
    })) {
      states.push(data?.videoStatus.status ?? "");
      if (data?.videoStatus.status === "COMPLETED")
        expect(data.videoStatus).toMatchObject({
          videoUrl: expect.stringMatching(/^http/),
          costMxn: expect.stringMatching(/^\d/),
        });
    }
    expect(states.at(-1)).toBe("COMPLETED");
    let balance = "50";
    while (balance === "50")
      balance = ((await balances.next()).value as { data: { balance: { balance: string } } }).data.balance.balance;
    const job = await query<{ videoJob: { costMxn: string; request: { kind: string } } }>(
      "query ($id: UUID!) { videoJob(id: $id) { costMxn request { kind } } }",
      { id },
      key,
    );
    expect(nanoOf(balance)).toBe(50_000_000_000n - nanoOf(job.body.data?.videoJob.costMxn ?? "0"));
    expect(job.body.data?.videoJob.request.kind).toBe("VIDEO");
    await balances.return?.();
  });

  test("revoking a key closes its sockets, whichever service revokes it", async () => {
    const { system, simulator } = harness();
    const { key, org } = await payer();
    const client = open({ key });
    const events = chatEvents(client, chatInput("marker-revoked-key [[sim words=500 hold=revoked-key after=3]]"));
    await simulator.received("marker-revoked-key");
    const keys = await system.cenote<{ keys: { id: string }[] }>("key", "list", org);
    await system.tool("key", "revoke", keys.keys[0]?.id ?? "");
    expect((await events).at(-1)).toMatchObject({ __typename: "ChatFailed", code: "key_revoked" });
    await expect(chatEvents(client, chatInput("hi"))).rejects.toMatchObject({ code: 4401, reason: "key_revoked" });
  });

  test("the ledger, usage and a single request can be queried", async () => {
    const { system } = harness();
    const { org, key } = await payer();
    const [started] = await chatEvents(open({ key }), chatInput("[[sim words=7]]"));
    await settledBalance(system, org);
    const { body } = await query<{
      ledger: { edges: { cursor: string; node: { type: string; balance: string } }[] };
      request: { outcome: string; model: string; fx: { mxnPerUsd: string } } | null;
    }>(
      "query ($id: ID!) { ledger(first: 1) { edges { cursor node { type balance } } pageInfo { hasNextPage } } request(id: $id) { outcome model fx { mxnPerUsd } } }",
      { id: started?.requestId },
      key,
    );
    expect(body.data?.ledger.edges[0]?.node.type).toBe("SETTLE");
    expect(body.data?.request).toEqual({ outcome: "ok", model: CHAT_MODEL, fx: { mxnPerUsd: FX_RATE } });
    const next = await query<{ ledger: { edges: { node: { type: string } }[] } }>(
      "query ($after: String) { ledger(first: 5, after: $after) { edges { node { type } } } }",
      { after: body.data?.ledger.edges[0]?.cursor },
      key,
    );
    expect(next.body.data?.ledger.edges.map(({ node }) => node.type)).toEqual(["HOLD", "CREDIT"]);
  });
});

describe("a client token", () => {
  const mint = async (key: string, input: object) => {
    const { body } = await query<{ createClientToken: { secret: string; clientToken: { id: string } } }>(
      "mutation ($input: ClientTokenInput!) { createClientToken(input: $input) { secret clientToken { id } } }",
      { input: { operations: ["CHAT"], ...input } },
      key,
    );
    if (body.data === undefined) throw new Error(JSON.stringify(body.errors));
    return body.data.createClientToken;
  };
  /** The largest error in counting a short prompt, in nano-pesos, and so the most by which a budget can be exceeded. */
  const countError = 200_000n;

  test("chats from its origin, with its models, and can do nothing else", async () => {
    const { client } = harness();
    const { key } = await payer();
    const { secret } = await mint(key, { budget: "1", models: [CHAT_MODEL], origins: ["https://app.example"] });
    const events = await chatEvents(open({ key: secret, origin: "https://app.example" }), chatInput("[[sim words=5]]"));
    expect(events.at(-1)?.__typename).toBe("ChatFinished");
    await expect(
      chatEvents(open({ key: secret, origin: "https://evil.example" }), chatInput("hi")),
    ).rejects.toMatchObject({ code: 4403 });
    await expect(
      chatEvents(open({ key: secret, origin: "https://app.example" }), chatInput("hi", { model: "fresh/3" })),
    ).rejects.toThrow("permission_denied");
    const headers = { origin: "https://app.example" };
    expect((await client.post("/v1/chat/completions", ask("hi"), { key: secret, headers })).status).toBe(200);
    for (const path of ["/v1/videos", "/v1/embeddings"]) {
      expect((await client.postJson(path, {}, { key: secret, headers })).body.error.code).toMatch(
        /permission_denied|method_not_allowed/,
      );
    }
    const denied = await client.postJson<GraphqlBody<unknown>>(
      "/graphql",
      { query: "{ apiKeys { id } }" },
      { key: secret, headers },
    );
    expect(denied.body.errors?.[0]?.extensions.code).toBe("permission_denied");
  });

  test("used by many at once spends its budget and no more, through a kill -9", async () => {
    const { client, system } = harness();
    const { org, key } = await payer();
    const budget = "0.02";
    const { secret } = await mint(key, { budget });
    const burst = async () =>
      await Promise.all(
        Array.from({ length: 40 }, () =>
          client.post("/v1/chat/completions", ask("[[sim words=100]]", { max_tokens: 150 }), { key: secret }).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      );
    const statuses = [...(await burst()), ...(await burst())];
    expect(statuses).toContain(200);
    expect(statuses).toContain(402);
    await settledBalance(system, org);
    await system.kill9();
    await system.restart();
    expect((await burst()).every((status) => status === 402)).toBe(true);
    const { balance_mxn: balance } = await settledBalance(system, org);
    const spent = 50_000_000_000n - nanoOf(balance);
    expect(spent).toBeGreaterThan(nanoOf(budget) / 2n);
    expect(spent).toBeLessThanOrEqual(nanoOf(budget) + countError);
    expect((await client.post("/v1/chat/completions", ask("[[sim words=5]]"), { key })).status).toBe(200);
    expect(await system.cenote("ledger", "verify", org)).toMatchObject({ ok: true });
  });

  test("makes an answer as long as its budget pays for, plain or streamed, whatever max_tokens says", async () => {
    const { client, system } = harness();
    const { org, key } = await payer();
    const budget = "0.002";
    const plain = async (options: object) => {
      const { secret } = await mint(key, { budget });
      const answer = await client.postJson<{ choices: { finish_reason: string; message: { content: string } }[] }>(
        "/v1/chat/completions",
        ask("[[sim words=4000]]", options),
        { key: secret },
      );
      expect(answer.status).toBe(200);
      expect(answer.body.choices[0]?.finish_reason).toBe("length");
      expect(answer.body.choices[0]?.message.content).not.toBe("");
      expect((await client.post("/v1/chat/completions", ask("[[sim words=4000]]"), { key: secret })).status).toBe(402);
    };
    await plain({});
    await plain({ max_tokens: 16_000 });
    const { secret } = await mint(key, { budget });
    const events = await chatEvents(open({ key: secret }), chatInput("[[sim words=4000]]"));
    expect(events.at(-1)).toMatchObject({ __typename: "ChatFinished", finishReason: "LENGTH" });
    const { balance_mxn: balance } = await settledBalance(system, org);
    const spent = 50_000_000_000n - nanoOf(balance);
    expect(spent).toBeGreaterThan(nanoOf(budget));
    expect(spent).toBeLessThanOrEqual(3n * (nanoOf(budget) + countError));
    expect((await client.post("/v1/chat/completions", ask("[[sim words=5]]"), { key })).status).toBe(200);
    expect(await system.cenote("ledger", "verify", org)).toMatchObject({ ok: true });
  });

  test("pays for its videos from its budget, even if it is revoked before they are finished, and can't see another token's", async () => {
    const { client, system, simulator } = harness();
    const { org, key } = await payer();
    /** Enough for one video, 4.34 pesos, but not for two. */
    const input = { operations: ["VIDEO"], budget: "6" };
    const [own, other] = [await mint(key, input), await mint(key, input)];
    const firstOf = async (secret: string, id: string) => {
      const watched = open({ key: secret }).iterate<{ videoStatus: { id: string } }>({
        query: "subscription ($id: UUID!) { videoStatus(jobId: $id) { id } }",
        variables: { id },
      });
      return (await watched.next()).value as {
        readonly data?: { readonly videoStatus: unknown };
        readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
      };
    };
    const start = (secret: string, headers: Record<string, string> = {}) =>
      client.postJson<VideoJob & ErrorBody>(
        "/v1/videos/generations",
        { model: FAL_VIDEO, prompt: "a cenote [[sim polls=0 hold=token-video]]" },
        { key: secret, headers },
      );
    const first = await start(own.secret, { "idempotency-key": "a video" });
    expect(first.status).toBe(200);
    const { id } = first.body;
    const second = await start(own.secret);
    expect([second.status, second.body.error.code]).toEqual([402, "insufficient_balance"]);

    const unknown = await client.getJson("/v1/videos/00000000-0000-4000-8000-00000000ffff", { key: other.secret });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, "job_not_found"]);
    for (const answer of [
      await client.getJson(`/v1/videos/${id}`, { key: other.secret }),
      await client.postJson(`/v1/videos/${id}/cancel`, {}, { key: other.secret }),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([
        404,
        { ...unknown.body.error, request_id: answer.body.error.request_id },
      ]);
    }
    const keyed = await start(other.secret, { "idempotency-key": "a video" });
    expect([keyed.status, keyed.body.id === id]).toEqual([200, false]);
    const hidden = (await query(`{ videoJob(id: "${id}") { id } }`, {}, other.secret)).body;
    expect([hidden.data, hidden.errors?.[0]?.extensions.code]).toEqual([{ videoJob: null }, "job_not_found"]);
    expect(
      (await query(`mutation { cancelVideo(id: "${id}") { job { id } } }`, {}, other.secret)).body.errors?.[0]
        ?.extensions.code,
    ).toBe("job_not_found");
    expect((await firstOf(other.secret, id)).errors?.[0]?.extensions.code).toBe("job_not_found");
    expect((await firstOf(own.secret, id)).data).toEqual({ videoStatus: { id } });
    for (const whose of [own.secret, key])
      expect((await client.getJson<VideoJob>(`/v1/videos/${id}`, { key: whose })).status).toBe(200);

    await query(
      "mutation ($id: UUID!) { revokeClientToken(id: $id) { clientToken { revoked } } }",
      { id: own.clientToken.id },
      key,
    );
    await simulator.release("token-video");
    expect((await endOf(client, id, key)).job.status).toBe("completed");
    const paid = await query<{ videoJob: { request: { clientTokenId: string } } }>(
      `{ videoJob(id: "${id}") { request { clientTokenId } } }`,
      {},
      key,
    );
    expect(paid.body.data?.videoJob.request.clientTokenId).toBe(own.clientToken.id);
    expect(await system.cenote("ledger", "verify", org)).toMatchObject({ ok: true });
  });

  test("stops working at once when it is revoked", async () => {
    const { key } = await payer();
    const { secret, clientToken } = await mint(key, { budget: "1" });
    const listed = async () =>
      (
        await query<{ clientTokens: { edges: { node: { id: string } }[] } }>(
          "{ clientTokens { edges { node { id } } } }",
          {},
          key,
        )
      ).body.data?.clientTokens.edges.map(({ node }) => node.id);
    expect(await listed()).toEqual([clientToken.id]);
    const socket = open({ key: secret });
    const events = chatEvents(socket, chatInput("marker-revoked-token [[sim words=500 hold=revoked-token after=3]]"));
    await harness().simulator.received("marker-revoked-token");
    await query(
      "mutation ($id: UUID!) { revokeClientToken(id: $id) { clientToken { revoked } } }",
      { id: clientToken.id },
      key,
    );
    expect((await events).at(-1)).toMatchObject({ __typename: "ChatFailed", code: "key_revoked" });
    expect(await listed()).toEqual([]);
    expect(
      (await query("{ clientTokens { edges { cursor } } }", {}, (await mint(key, { budget: "1" })).secret)).body
        .errors?.[0]?.extensions.code,
    ).toBe("permission_denied");
  });
});

test("prices here are the catalog's, plus markup", async () => {
  const { body } = await query<{ model: { prices: { unit: string; usd: string }[] } }>(
    `{ model(id: "${CHAT_MODEL}") { prices { unit usd } } }`,
  );
  const input = Number(PRICES.chat.input_per_million_tokens) * Number(MARKUP);
  expect(Number(body.data?.model.prices.find(({ unit }) => unit === "INPUT_TOKEN")?.usd)).toBeCloseTo(input, 12);
});
