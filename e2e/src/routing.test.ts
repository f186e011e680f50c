import { streamChat } from "./harness/chat-stream";
import { ask, type ChatCompletion } from "./harness/client";
import { eventually } from "./harness/eventually";
import { harness } from "./routing/harness";
import "./routing/fallback";

const CHAT = "/v1/chat/completions";

const complete = async (model: string, content: string, rest: object = {}) => {
  const { status, headers, body } = await harness().client.postJson<
    ChatCompletion & { error?: { code: string; message: string } }
  >(CHAT, ask(content, { model, ...rest }));
  return { status, headers, body, attempts: Number(headers.get("x-gateway-attempts")) };
};

test("a key the provider rejects is logged once and rests, and the next one answers; no key appears anywhere", async () => {
  expect(await complete("keys/two", "Hi")).toMatchObject({ status: 200, attempts: 2 });
  for (let call = 0; call < 3; call++)
    expect(await complete("keys/two", "Hi")).toMatchObject({ status: 200, attempts: 1 });
  const output = await eventually("the refusal in the log", async () =>
    harness().system.output().includes("a provider rejects our key") ? harness().system.output() : undefined,
  );
  expect(output.split("a provider rejects our key")).toHaveLength(2);
  expect(output).toContain("keyed#1");
  expect(output).not.toMatch(/invalid-key-2c71|good-key-94ab/);
});

test.each([
  ["named/two", "gemini", "status=403"],
  ["named/two", "gemini", "status=404"],
  [
    "named/router",
    "light",
    'status=404 code=404 message="No endpoints found that support tool use. Try disabling it."',
  ],
])("an error caused by the caller does not rest a key or a model: %s, %s", async (model, provider, fault) => {
  for (let call = 0; call < 3; call++) {
    expect(
      await complete(model, `[[sim provider=${provider} fault=status ${fault}]] [[sim text="From the second."]]`),
    ).toMatchObject({ status: 200, attempts: 2 });
    expect(await complete(model, "Hi")).toMatchObject({ status: 200, attempts: 1 });
  }
});

test("weighted routes share the calls", async () => {
  await Promise.all(Array.from({ length: 80 }, () => complete("shares/three-to-one", "marker-shares-end")));
  const calls = await harness().simulator.calls("marker-shares-end");
  const heavy = calls.filter(({ provider }) => provider === "heavy").length;
  // 60 of 80 are expected; five standard deviations are 19.
  expect(calls).toHaveLength(80);
  expect(heavy).toBeGreaterThan(40);
  expect(heavy).toBeLessThan(80);
});

test("unsupported fields are dropped and reported, or rejected by name", async () => {
  const rest = { tools: [{ type: "function", function: { name: "f" } }], reasoning_effort: "low" };
  const dropped = await complete("fields/dropping", "marker-dropped-end", rest);
  expect({ status: dropped.status, fields: dropped.headers.get("x-gateway-dropped-fields") }).toEqual({
    status: 200,
    fields: "tools, reasoning_effort",
  });
  expect((await harness().simulator.calls("marker-dropped-end"))[0]?.body).not.toContain('"tools"');
  const streamed = await streamChat(harness().client, "Hi", { model: "fields/dropping", ...rest });
  expect(streamed.headers.get("x-gateway-dropped-fields")).toBe("tools, reasoning_effort");
  const refused = await complete("fields/refusing", "Hi", rest);
  expect({ status: refused.status, message: refused.body.error?.message }).toEqual({
    status: 400,
    message: expect.stringMatching(/^tools: /),
  });
});

test("a prompt too long for a model goes to the fallback that accepts it", async () => {
  const long = "word ".repeat(200);
  expect((await complete("context/short", long)).status).toBe(400);
  expect((await complete("context/short", long, { models: ["context/long"] })).body.model).toBe("context/long");
  const tooLong = `[[sim provider=steady fault=status status=400 code=context_length_exceeded]] Hi`;
  expect(await complete("context/short", tooLong, { models: ["context/long"] })).toMatchObject({
    status: 200,
    attempts: 2,
    body: { model: "context/long" },
  });
});

test("a route that keeps failing is skipped, and used again soon after it recovers", async () => {
  const down = "[[sim provider=down fault=status status=503]]";
  const tries: number[] = [];
  while (tries.at(-1) !== 1) tries.push((await complete("breaking/two", down)).attempts);
  // A call after the route's first pause is another one that tries it.
  expect(tries.length).toBeGreaterThan(5);
  expect(tries.slice(0, -1)).toEqual(tries.slice(1).map(() => 2));
  await eventually("the route is back", async () => {
    await complete("breaking/two", "marker-back-end");
    return (await harness().simulator.calls("marker-back-end")).some(({ provider }) => provider === "down");
  });
});

test("a stream that starts too slowly is abandoned before anything of it is sent, if the model's row says so and there is another route", async () => {
  const sentence = "From the second route, all of it at once.";
  const streamed = await streamChat(
    harness().client,
    `[[sim text="${sentence}"]] [[sim provider=crawling words=100 chunk_ms=600000]]`,
    { model: "swift/two" },
  );
  expect({
    text: streamed.text,
    isDone: streamed.isDone,
    attempts: streamed.headers.get("x-gateway-attempts"),
  }).toEqual({ text: sentence, isDone: true, attempts: "2" });
  const swift = await streamChat(harness().client, "[[sim words=40]]", { model: "swift/patient" });
  expect({ isDone: swift.isDone, attempts: swift.headers.get("x-gateway-attempts") }).toEqual({
    isDone: true,
    attempts: "1",
  });
  const alone = await streamChat(harness().client, "[[sim words=4 chunk_ms=500]]", { model: "swift/one" });
  expect({
    isDone: alone.isDone,
    words: alone.text.trim().split(/\s+/).length,
    attempts: alone.headers.get("x-gateway-attempts"),
  }).toEqual({ isDone: true, words: 4, attempts: "1" });
});

test("each try is in the call's record with its route, outcome and duration, and a failed one in the log", async () => {
  const { client, system } = harness();
  const answered = await complete(
    "breaking/two",
    '[[sim provider=down fault=status status=503 message="It is down."]]',
  );
  expect(answered.status).toBe(200);
  const id = answered.headers.get("x-request-id") ?? "";
  const query = "query ($id: ID!) { request(id: $id) { outcome attempts { route outcome durationMs } } }";
  const record = await eventually("the record", async () => {
    const { body } = await client.postJson<{ data?: { request?: { attempts: readonly object[] } | null } }>(
      "/graphql",
      { query, variables: { id } },
    );
    return body.data?.request ?? undefined;
  });
  expect(record).toEqual({
    outcome: "ok",
    attempts: [
      { route: "down/m", outcome: "server", durationMs: expect.any(Number) },
      { route: "steady/m", outcome: "ok", durationMs: expect.any(Number) },
    ].slice(-answered.attempts),
  });
  const line = await eventually("the line in the log", () =>
    system
      .output()
      .split("\n")
      .find((one) => one.includes("route failed") && one.includes("down/m") && one.endsWith("}")),
  );
  expect(JSON.parse(line)).toMatchObject({
    route: "down/m",
    kind: "server",
    status: 503,
    durationMs: expect.any(Number),
  });
});
