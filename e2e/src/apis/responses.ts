import OpenAI from "openai";
import { CHAT_MODEL } from "../harness/cenote-yaml";
import type { ErrorBody } from "../harness/client";
import { digitsOf, nanoOf } from "../harness/exact";
import { allEntries, balanceOf, settledBalance } from "../harness/ledger";
import { newEmptyPayer, newPayer } from "../harness/payer";
import { readEvents, restOf } from "../harness/sse";
import { harness } from "./harness";

const PATH = "/v1/responses";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const ask = (input: string, fields: object = {}) => ({ model: CHAT_MODEL, input, ...fields });
const sdk = (key: string): OpenAI =>
  new OpenAI({ apiKey: key, baseURL: `${harness().system.baseUrl}/v1`, maxRetries: 0 });

test("the balance falls by what the answers report, plain and streamed", async () => {
  const { client, system } = harness();
  const { org, key } = await newPayer(system);
  const before = nanoOf((await balanceOf(system, org)).balance_mxn);
  const plain = await client.postJson(PATH, ask("[[sim words=17]]"), { key });
  const streamed = await restOf(
    readEvents(await client.post(PATH, ask("[[sim words=31]]", { stream: true }), { key })),
  );
  const spent = [plain.text, streamed.at(-1)?.data ?? ""].reduce(
    (sum, json) => sum + nanoOf(digitsOf(json, "cost_mxn")),
    0n,
  );
  expect(spent).toBeGreaterThan(0n);
  expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(before - spent);
  expect((await allEntries(system, org)).filter(({ type }) => type === "settle")).toHaveLength(2);
  expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
});

test("a retry with the same Idempotency-Key gets the same answer and is paid once", async () => {
  const { client, system, simulator } = harness();
  const { org, key } = await newPayer(system);
  const headers = { "Idempotency-Key": "response-4711" };
  const first = await client.postJson(PATH, ask("marker-keyed [[sim words=9]]"), { key, headers });
  const again = await client.postJson(PATH, ask("marker-keyed [[sim words=9]]"), { key, headers });
  expect(again.text).toBe(first.text);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await simulator.calls("marker-keyed")).toHaveLength(1);
  await settledBalance(system, org);
  expect((await allEntries(system, org)).filter(({ type }) => type === "settle")).toHaveLength(1);
});

test("leaving in the middle ends the provider's call and pays for what was generated", async () => {
  const { system, simulator } = harness();
  const { org, key } = await newPayer(system);
  const stream = await sdk(key).responses.create(
    ask("marker-left [[sim words=2000 chunk_ms=100]]", {
      stream: true,
    }) as OpenAI.Responses.ResponseCreateParamsStreaming,
  );
  for await (const event of stream) if (event.type === "response.output_text.delta") break;
  const entries = await settledBalance(system, org).then(() => allEntries(system, org));
  expect(await simulator.calls("marker-left")).toMatchObject([{ outcome: "aborted" }]);
  expect(entries.filter(({ type }) => type === "settle")).toHaveLength(1);
});

test("counting the tokens of an input costs nothing, with any model", async () => {
  const { system } = harness();
  const { org, key } = await newPayer(system);
  const count = (input: string) => sdk(key).responses.inputTokens.count({ model: CHAT_MODEL, input });
  const few = await count("hello");
  expect(few).toMatchObject({ object: "response.input_tokens", input_tokens: expect.any(Number) });
  expect((await count("hello ".repeat(100))).input_tokens).toBeGreaterThan(few.input_tokens + 90);
  await expect(sdk(key).responses.inputTokens.count({ model: "none", input: "hello" })).rejects.toMatchObject({
    status: 404,
    code: "model_not_found",
  });
  expect((await allEntries(system, org)).filter(({ type }) => type === "settle")).toHaveLength(0);
});

test("a function's picture reaches the provider", async () => {
  const { system, simulator } = harness();
  const picture = `data:image/png;base64,${PIXEL}`;
  const answer = await sdk(system.key).responses.create({
    model: CHAT_MODEL,
    input: [
      { role: "user", content: "marker-picture What is it?" },
      { type: "function_call", call_id: "a", name: "look", arguments: "{}" },
      {
        type: "function_call_output",
        call_id: "a",
        output: [
          { type: "input_text", text: "it" },
          { type: "input_image", image_url: picture, detail: "original" },
        ],
      },
    ],
  });
  expect(answer.status).toBe("completed");
  expect((await simulator.calls("marker-picture")).at(-1)?.body).toContain(picture);
});

test("errors are the same as elsewhere, with the package's types", async () => {
  const { client, system } = harness();
  const { key } = await newEmptyPayer(system, client);
  const poor = await client.postJson(PATH, ask("Hi"), { key });
  expect({ status: poor.status, code: poor.body.error.code }).toEqual({ status: 402, code: "insufficient_balance" });
  await expect(
    sdk("cen_sk_live_00000000000000000000000000000000").responses.create({ model: CHAT_MODEL, input: "Hi" }),
  ).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  await expect(sdk(system.key).responses.create({ model: "openai/none", input: "Hi" })).rejects.toBeInstanceOf(
    OpenAI.NotFoundError,
  );
  const wrong = await client.postJson<ErrorBody & { error: { param: string } }>(
    PATH,
    ask("Hi", { max_output_tokens: 10_000_000 }),
  );
  expect({ status: wrong.status, param: wrong.body.error.param }).toEqual({ status: 400, param: "max_output_tokens" });
});
