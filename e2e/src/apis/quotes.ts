import { CHAT_MODEL, EMBEDDING_MODEL } from "../harness/cenote-yaml";
import { ask, type ChatCompletion, type EmbeddingList } from "../harness/client";
import { digitsOf, nanoOf } from "../harness/exact";
import { allEntries, settledBalance } from "../harness/ledger";
import { DALLE_IMAGE, FAL_VIDEO } from "../harness/media-catalog";
import { newEmptyPayer, newPayer } from "../harness/payer";
import { endOf, type VideoJob } from "../harness/videos";
import { harness } from "./harness";

const CHAT = "/v1/chat/completions";
const EMBEDDINGS = "/v1/embeddings";
const IMAGES = "/v1/images/generations";
const VIDEOS = "/v1/videos/generations";

interface QuotedCost {
  readonly usage: { readonly prompt_tokens?: number; readonly completion_tokens?: number; readonly duration?: number };
  readonly cost_mxn: number;
}
interface Quote {
  readonly exact: boolean;
  readonly expected: QuotedCost;
  readonly maximum: QuotedCost;
}

const quoteOf = async (path: string, body: object, key?: string) => {
  const {
    status,
    text,
    body: quote,
  } = await harness().client.postJson<Quote>(`${path}/quote`, body, key === undefined ? {} : { key });
  expect([status, quote]).toMatchObject([200, { object: "quote" }]);
  // Read as digits, because JSON.parse would lose some.
  const [expectedMxn = "", maximumMxn = ""] = [...text.matchAll(/"cost_mxn":([\d.]+)/g)].map(([, digits]) => digits);
  return { ...quote, expectedMxn, maximumMxn };
};

test("a chat costs at most what was quoted, however long its answer is", async () => {
  const { client } = harness();
  for (const body of [
    ask("one two three [[sim words=5]]", { max_tokens: 400 }),
    ask("¿Qué cenotes hay cerca de Valladolid? 你好 [[sim words=300]]", { max_tokens: 400 }),
    ask("[[sim words=9]]"),
  ]) {
    const { exact, expected, maximum } = await quoteOf(CHAT, body);
    const { status, body: answer } = await client.postJson<ChatCompletion>(CHAT, body);
    expect([status, exact]).toEqual([200, false]);
    expect(answer.usage.cost_mxn).toBeLessThanOrEqual(maximum.cost_mxn);
    expect(expected.cost_mxn).toBeLessThanOrEqual(maximum.cost_mxn);
  }
});

test("embeddings cost at most what was quoted", async () => {
  const body = { model: EMBEDDING_MODEL, input: ["one two three", "¿Qué tal?"], dimensions: 2 };
  const { maximum } = await quoteOf(EMBEDDINGS, body);
  const { body: answer } = await harness().client.postJson<EmbeddingList>(EMBEDDINGS, body);
  expect(answer.usage.cost_mxn).toBeLessThanOrEqual(maximum.cost_mxn);
});

test("images and videos cost to the digit what was quoted", async () => {
  const { client, system } = harness();
  const { org, key } = await newPayer(system);
  const images = { model: DALLE_IMAGE, prompt: "a cenote", n: 2, quality: "hd" };
  const video = { model: FAL_VIDEO, prompt: "a cenote [[sim polls=0]]", duration: 9 };
  const [ofImages, ofVideo] = [await quoteOf(IMAGES, images, key), await quoteOf(VIDEOS, video, key)];
  expect([ofImages.exact, ofVideo.exact, ofVideo.expected.usage.duration]).toEqual([true, true, 5]);
  expect([ofImages.maximumMxn, ofVideo.maximumMxn]).toEqual([ofImages.expectedMxn, ofVideo.expectedMxn]);

  const made = await client.postJson(IMAGES, images, { key });
  expect(digitsOf(made.text, "cost_mxn")).toBe(ofImages.expectedMxn);
  const { body: job } = await client.postJson<VideoJob>(VIDEOS, video, { key });
  const { text } = await endOf(client, job.id, key);
  expect(digitsOf(text, "cost_mxn")).toBe(ofVideo.expectedMxn);
  const paid = nanoOf(ofImages.expectedMxn) + nanoOf(ofVideo.expectedMxn);
  expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(nanoOf("50") - paid);
});

test("a quote needs no balance, and is in no journal", async () => {
  const { client, system } = harness();
  const { org, key } = await newEmptyPayer(system, client);
  const before = await allEntries(system, org);
  await quoteOf(CHAT, ask("Hi"), key);
  await quoteOf(VIDEOS, { model: FAL_VIDEO, prompt: "a cenote" }, key);
  expect(await allEntries(system, org)).toEqual(before);
  expect((await client.postJson(CHAT, ask("Hi"), { key })).status).toBe(402);
});

test("what the call refuses has no quote", async () => {
  const { client } = harness();
  const refused = async (path: string, body: object) => {
    const { status, body: answer } = await client.postJson(`${path}/quote`, body);
    return [status, answer.error.code];
  };
  expect(await refused(CHAT, ask("Hi", { model: "openai/none" }))).toEqual([404, "model_not_found"]);
  expect(await refused(CHAT, ask("Hi", { temperature: 3 }))).toEqual([400, "invalid_request_error"]);
  expect(await refused(VIDEOS, { model: FAL_VIDEO, prompt: "x", duration: 11 })).toEqual([
    400,
    "invalid_request_error",
  ]);
  expect(await refused(VIDEOS, { model: CHAT_MODEL, prompt: "x" })).toEqual([400, "invalid_request_error"]);
});
