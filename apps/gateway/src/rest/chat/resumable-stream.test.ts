import { CenoteError, type Clock } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import OpenAI from "openai";
import { chunkOf, createEventReader, type EventReader } from "../../testing/event-reader";
import { openRawConnection } from "../../testing/raw-connection";
import { SAMPLE_KEY, SAMPLE_ORGANIZATION_ID, sampleFinished, sampleStarted, textEvent } from "../../testing/samples";
import type { RunningGateway, StartOptions } from "../../testing/start-gateway";
import { startWithFeed } from "../../testing/start-with-feed";

const PATH = "/v1/chat/completions";
const body = {
  model: "openai/gpt-4o-mini",
  stream: true,
  resumable: true,
  messages: [{ role: "user", content: "hi" }],
};

interface Block {
  readonly id: string | undefined;
  readonly data: string;
}

const blockOf = (text: string | undefined): Block => {
  const [, id, data = ""] = /^(?:id: (\S+)\n)?data: ([^\n]*)$/.exec(text ?? "") ?? [];
  return { id, data };
};
const openStreams = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text();
const contentOf = ({ data }: Block): unknown => {
  const delta: { readonly content?: string } | undefined = chunkOf(data).choices[0]?.delta;
  return delta?.content;
};

describe("a resumable stream", () => {
  const running: RunningGateway[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ gateway }) => gateway.close(0)));
  });

  const start = async (options: StartOptions & { readonly clock?: Clock } = {}) => {
    const world = await startWithFeed(options);
    running.push(world);
    const resume = (id: string | undefined, change: object = {}) =>
      world.post(PATH, { ...body, ...change }, { headers: { "Last-Event-ID": id ?? "" } });
    return { ...world, resume };
  };
  type World = Awaited<ReturnType<typeof start>>;

  /** A reader that has received the first two events of a new answer. */
  const begin = async ({ post, opened }: World, change: object = {}) => {
    const answer = post(PATH, { ...body, ...change });
    const feed = await opened;
    feed.push(sampleStarted, textEvent("a"));
    const response = await answer;
    const reader = createEventReader(response);
    return { feed, response, reader, first: blockOf(await reader.next()), second: blockOf(await reader.next()) };
  };
  const rest = async (reader: EventReader): Promise<Block[]> => (await reader.rest()).map(blockOf);
  const refusal = async (response: Response) => ({
    status: response.status,
    ...((await response.json()) as { error: { code: string; param: string | null } }).error,
  });

  it("gives each event an id, and ends like any stream", async () => {
    const { feed, response, reader, first, second } = await begin(await start());
    feed.push(textEvent("b"), sampleFinished);
    const requestId = response.headers.get("x-request-id");
    expect([first, second].map(({ id }) => id)).toEqual([`${requestId}.0`, `${requestId}.1`]);
    const last = await rest(reader);
    expect(last.map(({ id }) => id)).toEqual([`${requestId}.2`, `${requestId}.3`, undefined]);
    expect(chunkOf(last[1]?.data)).toMatchObject({
      id: requestId,
      choices: [{ finish_reason: "stop" }],
      usage: { total_tokens: 12 },
    });
    expect(last[2]?.data).toBe("[DONE]");
  });

  it("works with OpenAI's client", async () => {
    const { url, opened } = await start();
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: SAMPLE_KEY, maxRetries: 0 });
    const asked = client.chat.completions.create(body as unknown as OpenAI.ChatCompletionCreateParamsStreaming);
    (await opened).push(sampleStarted, textEvent("a"), textEvent("b"), sampleFinished);
    let text = "";
    for await (const chunk of await asked) text += chunk.choices[0]?.delta.content ?? "";
    expect(text).toBe("ab");
  });

  it("continues where a lost connection left off, as one call", async () => {
    const world = await start();
    const { feed, response, reader, second } = await begin(world);
    await reader.leave();
    feed.push(textEvent("b"));
    const resumed = await world.resume(second.id);
    expect(resumed.headers.get("original-request")).toBe(response.headers.get("x-request-id"));
    const again = createEventReader(resumed);
    expect(contentOf(blockOf(await again.next()))).toBe("b");
    feed.push(textEvent("c"), sampleFinished);
    const last = await rest(again);
    expect(contentOf(last[0] as Block)).toBe("c");
    expect(chunkOf(last[1]?.data).id).toBe(response.headers.get("x-request-id"));
    expect(last[2]?.data).toBe("[DONE]");
    expect(world.inference.calls).toHaveLength(1);
  });

  it("can have two readers at once, and survives when one of them leaves", async () => {
    const world = await start();
    const { feed, reader, first } = await begin(world);
    const second = createEventReader(await world.resume(first.id));
    expect(contentOf(blockOf(await second.next()))).toBe("a");
    feed.push(textEvent("b"));
    expect([await reader.next(), await second.next()].map((block) => contentOf(blockOf(block)))).toEqual(["b", "b"]);
    await reader.leave();
    feed.push(sampleFinished);
    expect((await rest(second)).at(-1)?.data).toBe("[DONE]");
    expect(world.inference.calls).toHaveLength(1);
  });

  it("reports usage to each reader in the form requested, never split between reads", async () => {
    const world = await start();
    const { feed, reader, second } = await begin(world);
    await reader.leave();
    feed.push(sampleFinished);
    const blocks = await rest(
      createEventReader(await world.resume(second.id, { stream_options: { include_usage: true } })),
    );
    expect(blocks.map(({ id }) => id)).toEqual([undefined, second.id?.replace(/1$/, "2"), undefined]);
    expect(chunkOf(blocks[0]?.data)).toMatchObject({ choices: [{ finish_reason: "stop" }], usage: null });
    expect(chunkOf(blocks[1]?.data)).toMatchObject({ choices: [], usage: { total_tokens: 12 } });
    expect((await rest(createEventReader(await world.resume(blocks[1]?.id)))).map(({ data }) => data)).toEqual([
      "[DONE]",
    ]);
  });

  it("keeps log probabilities with their text", async () => {
    const { feed, reader } = await begin(await start());
    feed.push(textEvent("b"), { $case: "logprobsJson", value: `{"content":[]}` }, sampleFinished);
    const [pair] = await rest(reader);
    expect(chunkOf(pair?.data).choices[0]).toMatchObject({ delta: { content: "b" }, logprobs: { content: [] } });
    expect(pair?.id).toMatch(/\.3$/);
  });

  it("can be read again for a minute after it ends, and no longer", async () => {
    const clock = createManualClock();
    const world = await start({ clock });
    const { feed, reader, first } = await begin(world);
    feed.push(sampleFinished);
    await reader.rest();
    await clock.advance(59_000);
    expect((await rest(createEventReader(await world.resume(first.id)))).at(-1)?.data).toBe("[DONE]");
    await clock.advance(2000);
    expect(await refusal(await world.resume(first.id))).toMatchObject({ status: 404, code: "not_found" });
  });

  it("stops a minute after the connection is lost if nobody comes back", async () => {
    const clock = createManualClock();
    const { feed, reader } = await begin(await start({ clock }));
    const seen = { isAbandoned: false };
    void feed.abandoned.then(() => {
      seen.isAbandoned = true;
    });
    await reader.leave();
    await clock.advance(59_000);
    expect(seen.isAbandoned).toBe(false);
    // When the server notices the lost connection is not deterministic.
    while (!seen.isAbandoned) await clock.advance(1000);
  });

  it("stops at once if the caller leaves before receiving an id to resume from", async () => {
    const { post, opened } = await start();
    const leaving = new AbortController();
    const answer = post(PATH, body, { signal: leaving.signal }).catch((error: unknown) => error);
    const feed = await opened;
    leaving.abort();
    await feed.abandoned;
    await answer;
  });

  it("that was not requested stops at once, and has no ids", async () => {
    const { feed, reader, first } = await begin(await start(), { resumable: false });
    expect(first).toMatchObject({ id: undefined });
    await reader.leave();
    await feed.abandoned;
  });

  it.each([
    ["the call", { zdr: true }, {}],
    [
      "the organization",
      {},
      {
        billing: {
          authenticate: () => Promise.resolve({ organizationId: SAMPLE_ORGANIZATION_ID, keyId: "key_1", zdr: true }),
        },
      },
    ],
  ])(
    "is not kept with zero data retention of %s: it has no ids, and a lost connection stops it",
    async (_whose, change, options) => {
      const { feed, reader, first } = await begin(await start(options), change);
      expect(first).toMatchObject({ id: undefined });
      await reader.leave();
      await feed.abandoned;
    },
  );

  it("reports a failure before its first event as an HTTP status", async () => {
    const { post, opened } = await start();
    const answer = post(PATH, body);
    (await opened).fail(new CenoteError("insufficient_balance"));
    expect(await refusal(await answer)).toMatchObject({ status: 402, code: "insufficient_balance" });
  });

  it("reports a later failure without [DONE], and again to readers that come back", async () => {
    const world = await start();
    const { feed, reader, second } = await begin(world);
    feed.fail(new CenoteError("provider_unavailable", "The provider cut its answer short.", { retryable: false }));
    const told = await rest(reader);
    expect(told).toHaveLength(1);
    expect(told[0]?.id).toBeUndefined();
    expect(chunkOf(told[0]?.data)).toMatchObject({ error: { code: "provider_unavailable" } });
    for (const id of [second.id, second.id?.replace(/1$/, "2")]) {
      const again = await rest(createEventReader(await world.resume(id)));
      expect(again.map(({ data }) => chunkOf(data).error)).toEqual([
        expect.objectContaining({ code: "provider_unavailable", message: "The provider cut its answer short." }),
      ]);
    }
  });

  it("never presents a stream without its final event as complete", async () => {
    const { feed, reader } = await begin(await start());
    feed.end();
    expect(chunkOf((await rest(reader)).at(-1)?.data)).toMatchObject({ error: { code: "internal_error" } });
  });

  it("is not found if resumed from events that are no longer kept", async () => {
    const world = await start({ limits: { resumableCharacters: 500 } });
    const { feed, reader, second } = await begin(world);
    for (const text of ["b", "c", "d", "e", "f"]) {
      feed.push(textEvent(text.repeat(100)));
      await reader.next();
    }
    expect(await refusal(await world.resume(second.id))).toMatchObject({ status: 404, code: "not_found" });
  });

  it("disconnects a reader that stops reading for too long, who can then resume", async () => {
    const clock = createManualClock();
    // Large enough to keep all of it.
    const world = await start({ clock, limits: { resumableCharacters: 64 * 1024 * 1024 } });
    const connection = await openRawConnection(world.url);
    const payload = JSON.stringify(body);
    connection.send(
      `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${SAMPLE_KEY}\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`,
    );
    const feed = await world.opened;
    feed.push(sampleStarted, textEvent("a"));
    const told = await connection.until(/"a"/);
    connection.socket.pause();
    const large = "x".repeat(512 * 1024);
    for (let count = 0; count < 100; count++) feed.push(textEvent(large));
    feed.push(sampleFinished);
    const isLost = new Promise<void>((resolve) => {
      connection.socket.once("close", () => {
        resolve();
      });
    });
    while (!(await openStreams(world.url)).includes("open_streams 0")) await clock.advance(1000);
    connection.socket.resume();
    await isLost;
    const seen = [...(await connection.all()).matchAll(/^id: (\S+)$/gm)].map(([, id]) => id);
    expect(seen.length).toBeGreaterThan(2);
    expect(told).toContain(seen[1]);
    const blocks = (await createEventReader(await world.resume(seen.at(-1))).rest()).map(blockOf);
    const ids = [...seen, ...blocks.map(({ id }) => id)];
    expect(ids.map((id) => id?.replace(/^.*\./, ""))).toEqual([
      ...Array.from({ length: 103 }, (_unused, index) => String(index)),
      undefined,
    ]);
    expect(world.inference.calls).toHaveLength(1);
  });

  it("ends with an error event when the gateway shuts down", async () => {
    const { feed, reader } = await begin(await start());
    const closed = running[0]?.gateway.close(0);
    expect(chunkOf((await rest(reader)).at(-1)?.data)).toMatchObject({
      error: { code: "overloaded", message: "The service is shutting down." },
    });
    await feed.abandoned;
    await closed;
  });

  describe("rejects a Last-Event-ID, without calling inference, for", () => {
    const wrong = { status: 400, code: "invalid_request_error", param: "Last-Event-ID" };
    const unknown = { status: 404, code: "not_found", param: null };
    it.each([
      ["nonsense", { id: "nonsense" }, wrong],
      ["an unknown answer", { id: "req_000000000000000000000000.1" }, unknown],
      ["an event that was never made", { index: 7 }, unknown],
      ["the body of another request", { change: { messages: [{ role: "user", content: "other" }] } }, wrong],
      ["a body without a stream", { change: { stream: false, resumable: false } }, wrong],
    ])(
      "%s",
      async (_what, { id, index = 0, change = {} }: { id?: string; index?: number; change?: object }, refused) => {
        const world = await start();
        const { first } = await begin(world);
        expect(await refusal(await world.resume(id ?? first.id?.replace(/0$/, `${index}`), change))).toMatchObject(
          refused,
        );
        expect(world.inference.calls).toHaveLength(1);
      },
    );
  });

  it("is invisible to other organizations, exactly like an unknown id", async () => {
    let organizationId = SAMPLE_ORGANIZATION_ID;
    const world = await start({
      billing: { authenticate: () => Promise.resolve({ organizationId, keyId: "key_1", zdr: false }) },
    });
    const { first } = await begin(world);
    organizationId = "99999999-9999-4999-8999-999999999999";
    const foreign = await refusal(await world.resume(first.id));
    const unknown = await refusal(await world.resume("req_000000000000000000000000.0"));
    expect(foreign).toEqual({ ...unknown, request_id: (foreign as unknown as { request_id: string }).request_id });
  });

  it("requires `stream: true`", async () => {
    const { post, inference } = await start();
    expect(await refusal(await post(PATH, { ...body, stream: false }))).toMatchObject({
      status: 400,
      param: "resumable",
    });
    expect(inference.calls).toHaveLength(0);
  });
});
