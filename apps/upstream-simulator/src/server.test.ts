/** Checks faults on the wire, over raw sockets. */
import { connect, type Socket } from "node:net";
import { silentLog } from "@cenote/core";
import type { CallRecord } from "./admin/call-log";
import { createSimulator, type Simulator } from "./server";

let simulator: Simulator | undefined;
let url = "";
let port = 0;

beforeAll(async () => {
  simulator = createSimulator({ host: "127.0.0.1", port: 0, log: silentLog });
  ({ url, port } = await simulator.listen());
});
afterAll(() => simulator?.close());
beforeEach(async () => {
  await Promise.all(["faults", "calls"].map((what) => fetch(`${url}/__simulator/${what}`, { method: "DELETE" })));
});

interface Heard {
  /** Everything received, unchanged. */
  readonly text: string;
  /** `end`: closed normally. Otherwise the error's code. */
  readonly ending: string;
}

interface Exchange {
  readonly socket: Socket;
  readonly heard: Promise<Heard>;
  /** Resolves when this text has arrived. */
  until(text: string): Promise<void>;
}

const chatBody = (prompt: string, stream: boolean) =>
  JSON.stringify({ model: "gpt-4o", stream, messages: [{ role: "user", content: prompt }] });

const open = (prompt: string, stream = true, provider = "openai"): Exchange => {
  const body = chatBody(prompt, stream);
  const socket = connect(port, "127.0.0.1");
  socket.setNoDelay(true);
  let text = "";
  const waiting: { text: string; resolve: () => void }[] = [];
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
    for (const one of waiting) if (text.includes(one.text)) one.resolve();
  });
  const heard = new Promise<Heard>((resolve) => {
    socket.on("error", (error: NodeJS.ErrnoException) => {
      resolve({ text, ending: error.code ?? "error" });
    });
    socket.on("end", () => {
      resolve({ text, ending: "end" });
    });
    socket.on("close", () => {
      resolve({ text, ending: "closed" });
    });
  });
  socket.write(
    `POST /${provider}/v1/chat/completions HTTP/1.1\r\nhost: simulator\r\nconnection: close\r\nauthorization: Bearer k\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return {
    socket,
    heard,
    until: (wanted) =>
      new Promise((resolve) => {
        if (text.includes(wanted)) resolve();
        else waiting.push({ text: wanted, resolve });
      }),
  };
};

const hear = (prompt: string, stream = true, provider = "openai"): Promise<Heard> =>
  open(prompt, stream, provider).heard;
const contents = (text: string): number => text.match(/"delta":\{"content":"[^"]/g)?.length ?? 0;
const WHOLE = "\r\n0\r\n\r\n";
/** Chunks of a chunked body, which stay separate even if the kernel joins reads. */
const writesOf = (text: string): number => text.match(/\r\n[0-9a-f]+\r\n/g)?.length ?? 0;

interface Calls {
  readonly calls: readonly CallRecord[];
  readonly active: number;
  readonly connections: number;
}
const calls = async (idleWithinMs = 5000): Promise<Calls> =>
  (await (await fetch(`${url}/__simulator/calls?idle_within_ms=${idleWithinMs}`)).json()) as Calls;
const addFault = (fault: object) => fetch(`${url}/__simulator/faults`, { method: "POST", body: JSON.stringify(fault) });

describe("a stream", () => {
  it("without a fault is chunked, ends with [DONE] and closes normally", async () => {
    const { text, ending } = await hear("[[sim words=5]]");
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: text\/event-stream/);
    expect(contents(text)).toBe(5);
    expect(text).toContain("data: [DONE]\n\n");
    expect(text.endsWith(WHOLE)).toBe(true);
    expect(ending).toBe("end");
  });

  it("that is cut closes normally without its finish", async () => {
    const { text, ending } = await hear("[[sim words=50 fault=cut after=40]]");
    expect(contents(text)).toBe(40);
    expect(text.endsWith(WHOLE)).toBe(true);
    expect(text).not.toMatch(/\[DONE\]|"finish_reason":"/);
    expect(ending).toBe("end");
  });

  it("that is reset breaks off after what was sent", async () => {
    const { text, ending } = await hear("[[sim words=50 fault=reset after=3]]");
    expect(contents(text)).toBe(3);
    expect(text.endsWith(WHOLE)).toBe(false);
    expect(ending).toBe("ECONNRESET");
  });

  it("that stalls sends no more, and notices when the client leaves", async () => {
    const exchange = open("Hi [[sim words=50 fault=stall after=2]]");
    await exchange.until(" said:");
    expect((await calls(1)).active).toBe(1);
    exchange.socket.destroy();
    expect((await calls()).calls).toMatchObject([{ outcome: "aborted", status: 200 }]);
  });

  it("that stalls can continue with keep-alives", async () => {
    const exchange = open("[[sim fault=stall after=0 keep_alive_ms=2]]");
    await exchange.until(": keep-alive\n\n");
    exchange.socket.destroy();
    expect(contents((await exchange.heard).text)).toBe(0);
  });

  it("has keep-alives before its content is complete", async () => {
    const { text } = await hear("Hi [[sim words=2 first_ms=60 keep_alive_ms=5]]");
    expect(text.indexOf(": keep-alive")).toBeLessThan(text.indexOf('"content":"You"'));
    expect(text).toContain(": keep-alive");
    expect(contents(text)).toBe(2);
  });

  it("can omit its usage and its [DONE]", async () => {
    const { text } = await hear("[[sim words=2 no_done no_usage]]", true, "mistral");
    expect(text).toContain('"finish_reason":"stop"');
    expect(text).not.toMatch(/\[DONE\]|"usage"/);
  });

  it("can be sent byte by byte, splitting characters, with the same content", async () => {
    const { text } = await hear('[[sim text="niño ñandú \u{1F332}" split=1]]');
    const body = text.slice(text.indexOf("\r\n\r\n") + 4).replace(/[0-9a-f]+\r\n([\s\S])\r\n/g, "$1");
    expect(Buffer.from(body, "latin1").toString()).toContain('"content":" ñandú"');
    expect(writesOf(text)).toBeGreaterThan(100);
  });

  it("can declare another content type", async () => {
    expect((await hear("[[sim words=1 content_type=text/plain]]")).text).toContain("content-type: text/plain\r\n");
  });

  it("hangs after its headers", async () => {
    const exchange = open("[[sim fault=hang_headers]]");
    await exchange.until("\r\n\r\n");
    exchange.socket.destroy();
    expect((await exchange.heard).text).not.toContain("data:");
  });
});

describe("a held answer", () => {
  const release = async (name: string): Promise<unknown> =>
    (await fetch(`${url}/__simulator/release?hold=${name}`, { method: "POST" })).json();

  it.each([
    ["plain", false],
    ["streamed", true],
  ])("sends nothing until it is released: %s", async (_way, stream) => {
    const name = `until-${stream}`;
    const exchange = open(`Hi [[sim words=3 hold=${name}]]`, stream);
    expect(await pollUntil(async () => (await calls(0)).active === 1)).toBe(true);
    expect(await calls(1)).toMatchObject({ active: 1, calls: [{ status: null, outcome: "active" }] });
    expect(await release(name)).toEqual({ released: 1 });
    expect((await exchange.heard).text).toMatch(/^HTTP\/1\.1 200/);
    // A call that comes after the release is not held.
    expect((await hear(`Hi [[sim words=3 hold=${name}]]`, stream)).text).toMatch(/^HTTP\/1\.1 200/);
  });

  it("in its middle has sent what came before", async () => {
    const exchange = open("Hi [[sim words=9 hold=middle after=4]]");
    await exchange.until(" said:");
    expect((await calls(1)).active).toBe(1);
    await release("middle");
    const { text, ending } = await exchange.heard;
    expect([contents(text), ending]).toEqual([9, "end"]);
  });

  it("notices when the client leaves", async () => {
    const exchange = open("Hi [[sim hold=left after=2]]");
    await exchange.until(" said:");
    exchange.socket.destroy();
    expect((await calls()).calls).toMatchObject([{ outcome: "aborted" }]);
    expect(await release("left")).toEqual({ released: 0 });
  });

  it("must have a name", async () => {
    expect((await hear("[[sim hold]]", false)).text).toMatch(/^HTTP\/1\.1 400 [^]*'hold' needs a name/);
    expect(await release("")).toEqual({ error: expect.stringContaining("hold=NAME") });
  });
});

describe("a plain answer", () => {
  it("hangs before its headers, and notices when the client leaves", async () => {
    const exchange = open("[[sim fault=hang]]", false);
    const seen = await pollUntil(async () => (await calls(0)).calls.some((call) => call.model === "gpt-4o"));
    expect(seen).toBe(true);
    exchange.socket.destroy();
    expect((await exchange.heard).text).toBe("");
    expect((await calls()).calls).toMatchObject([{ outcome: "aborted", status: null, bytes_sent: 0 }]);
  });

  it("is reset before its headers, which is distinguished from a client that leaves", async () => {
    const { text, ending } = await hear("[[sim fault=reset]]", false);
    expect([text, ending]).toEqual(["", "ECONNRESET"]);
    expect((await calls()).calls).toMatchObject([{ outcome: "reset", status: null }]);
  });

  it("that is cut closes normally, incomplete", async () => {
    const { text, ending } = await hear("[[sim fault=cut]]", false);
    expect(text.endsWith(WHOLE)).toBe(true);
    expect(text).not.toContain("usage");
    expect(ending).toBe("end");
  });

  it("without content, with keep-alives, closes normally", async () => {
    const { text } = await hear("[[sim fault=status status=502 body=empty keep_alive_ms=5]]", false);
    expect(text).toMatch(/^HTTP\/1\.1 502 [\s\S]*\r\n\r\n0\r\n\r\n$/);
  });

  it("is rejected with Retry-After", async () => {
    const { text } = await hear("[[sim fault=status status=503 body=empty retry_after=7]]", false);
    expect(text).toMatch(/^HTTP\/1\.1 503 .*\r\n/);
    expect(text).toContain("retry-after: 7\r\n");
    expect(text).toContain("content-length: 0\r\n");
  });
});

/** Polls, for what can't be observed otherwise. */
const pollUntil = async (holds: () => Promise<boolean>): Promise<boolean> => {
  for (let times = 0; times < 500; times++) if (await holds()) return true;
  return false;
};

it("an equal body under other headers is another call", async () => {
  const send = (headers: Readonly<Record<string, string>>) =>
    fetch(`${url}/anthropic/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "k", "anthropic-version": "2023-06-01", ...headers },
      body: JSON.stringify({
        model: "claude-sonnet-5-5",
        max_tokens: 9,
        messages: [{ role: "user", content: "Hi" }],
        thinking: { type: "adaptive", block_binding: { prefix_mismatch_behavior: "drop_block" } },
      }),
    });
  expect((await send({})).status).toBe(400);
  expect((await send({ "anthropic-beta": "thinking-binding-controls-2026-08-01" })).status).toBe(200);
});

it.each<[string, object]>([
  ["openai/v1/chat/completions", { model: "gpt-4o", messages: [{ role: "user", content: "[[sim wrods=3]]" }] }],
  ["openai/v1/responses", { model: "gpt-4o", input: "[[sim wrods=3]]" }],
  ["openai/v1/embeddings", { model: "text-embedding-3-small", input: "[[sim wrods=3]]" }],
  ["openai/v1/images/generations", { model: "gpt-image-2", prompt: "[[sim wrods=3]]" }],
  [
    "anthropic/v1/messages",
    { model: "claude-haiku-4-5", max_tokens: 9, messages: [{ role: "user", content: "[[sim wrods=3]]" }] },
  ],
  ["google/v1beta/models/gemini-2.5-flash:generateContent", { contents: [{ parts: [{ text: "[[sim wrods=3]]" }] }] }],
  ["google/v1beta/models/veo-3.1-generate-001:predictLongRunning", { instances: [{ prompt: "[[sim wrods=3]]" }] }],
  ["fal/queue/fal-ai/veo3", { prompt: "[[sim wrods=3]]" }],
  ["luma/dream-machine/v1/generations/video", { model: "ray-2", prompt: "[[sim wrods=3]]" }],
])("an unknown word of a directive is a 400 that names it: %s", async (path, body) => {
  const answer = await fetch(`${url}/${path}`, {
    method: "POST",
    headers: {
      authorization: path.startsWith("fal") ? "Key k" : "Bearer k",
      "x-goog-api-key": "k",
      ...(path.startsWith("anthropic") && { "anthropic-version": "2023-06-01" }),
    },
    body: JSON.stringify(body),
  });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("no setting 'wrods'")]);
});

describe("a call that no format foresaw", () => {
  it.each([
    ["a model that is no URL's encoding", "GET", "/openai/v1/models/%zz", undefined],
    [
      "a schema in words that is no JSON",
      "POST",
      "/deepseek/v1/chat/completions",
      {
        model: "deepseek-chat",
        messages: [{ role: "user", content: 'JSON Schema, "x":\n{no}' }],
        response_format: { type: "json_object" },
      },
    ],
    ["a turn that is null", "POST", "/google/v1beta/models/gemini-2.5-flash:generateContent", { contents: [null] }],
  ])("is answered with 500: %s", async (_what, method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: "Bearer k", "x-goog-api-key": "k" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect([answer.status, (await calls()).active]).toEqual([500, 0]);
  });
});

describe("fault rules", () => {
  it("hit the calls they match, as often as their count says", async () => {
    expect(
      (await addFault({ provider: "openai", path: "/chat/completions", count: 1, fault: "status", status: 500 }))
        .status,
    ).toBe(201);
    expect((await hear("Hi", false, "groq")).text).toMatch(/^HTTP\/1\.1 200/);
    expect((await hear("Hi", false)).text).toMatch(/^HTTP\/1\.1 500/);
    expect((await hear("Hi", false)).text).toMatch(/^HTTP\/1\.1 200/);
  });

  it("take precedence over the prompt's directives", async () => {
    await addFault({ words: 2 });
    expect(contents((await hear("[[sim words=9]]")).text)).toBe(2);
  });

  it("are listed and cleared", async () => {
    await addFault({ model: "gpt-4o", fault: "hang" });
    expect(await (await fetch(`${url}/__simulator/faults`)).json()).toMatchObject({
      faults: [{ model: "gpt-4o", remaining: null }],
    });
    await fetch(`${url}/__simulator/faults`, { method: "DELETE" });
    expect((await hear("Hi", false)).text).toMatch(/^HTTP\/1\.1 200/);
  });

  it.each([[{ fault: "explode" }], [{ count: 0 }], [{ provider: 7 }], [[]], ["{"]])(
    "are rejected if invalid: %j",
    async (fault) => {
      const answer = await fetch(`${url}/__simulator/faults`, {
        method: "POST",
        body: typeof fault === "string" ? fault : JSON.stringify(fault),
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ error: expect.stringMatching(/\S/) });
    },
  );
});

describe("the log of calls", () => {
  it("records what was received and sent, but no header values", async () => {
    const { text } = await hear("Hello", false);
    const { calls: seen, active } = await calls();
    expect(active).toBe(0);
    expect(seen).toMatchObject([
      {
        provider: "openai",
        method: "POST",
        path: "/v1/chat/completions",
        model: "gpt-4o",
        stream: false,
        status: 200,
        outcome: "finished",
        aborted_ms: null,
        ended_ms: expect.any(Number),
        body: chatBody("Hello", false),
        bytes_sent: Buffer.byteLength(text, "latin1"),
      },
    ]);
    expect(seen[0]?.header_names).toContain("authorization");
    expect(JSON.stringify(seen)).not.toContain("Bearer");
  });

  it("shows the same prompt for each provider's path, or only bodies that contain a text", async () => {
    await Promise.all([hear("Hi", false, "groq"), hear("Ho", false, "any-name")]);
    expect((await calls()).calls.map((call) => call.provider).sort()).toEqual(["any-name", "groq"]);
    const found = (await (await fetch(`${url}/__simulator/calls?containing=Ho`)).json()) as Calls;
    expect(found.calls.map((call) => call.provider)).toEqual(["any-name"]);
  });

  it("counts open connections", async () => {
    const before = (await calls()).connections;
    const exchange = open("[[sim fault=stall]]");
    await exchange.until("data:");
    expect((await calls(1)).connections).toBeGreaterThan(before);
    exchange.socket.destroy();
    await exchange.heard;
  });
});

it("rejects a path that no format knows", async () => {
  const answer = await fetch(`${url}/openai/v1/unheard-of`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: "unknown_url" } });
});

it("closes even with open streams", async () => {
  const other = createSimulator({ host: "127.0.0.1", port: 0, log: silentLog });
  const there = await other.listen();
  const answer = await fetch(`${there.url}/openai/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer k" },
    body: chatBody("[[sim fault=stall]]", true),
  });
  const rest = answer.text().catch(() => "cut off");
  await other.close();
  expect(await rest).toBe("cut off");
});
