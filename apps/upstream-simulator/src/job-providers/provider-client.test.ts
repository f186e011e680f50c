/** Checks MiniMax and Kling, which have no client of their own, with our clients and plain requests. */
import { createHmac } from "node:crypto";
import { silentLog, systemClock } from "@cenote/core";
import {
  createHttp,
  createMediaClient,
  FAMILIES,
  type MediaClient,
  ProviderError,
  type Target,
  type VideoCall,
} from "@cenote/providers";
import { withSimulator } from "../testing/with-simulator";
import { makeMp4 } from "../media/mp4";
import { makePng } from "../media/png";

const http = createHttp();
const simulator = withSimulator();

afterAll(async () => {
  await http.close();
});

const OPTIONS = {
  limits: { connectMs: 5_000, firstContentMs: 5_000, idleMs: 5_000, totalMs: 10_000 },
  signal: new AbortController().signal,
};

const clientOf = (kind: string): MediaClient => {
  const family = FAMILIES.get(kind);
  if (family === undefined) throw new Error(`no family ${kind}`);
  return createMediaClient(family, { http, clock: systemClock, log: silentLog });
};

const failureOf = async (promise: Promise<unknown>): Promise<Pick<ProviderError, "kind" | "message">> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new Error("it did not fail");
};

describe.each<{ kind: string; model: string; apiKey: string; durationS: number; wrong: Partial<VideoCall> }>([
  { kind: "minimax", model: "MiniMax-Hailuo-02", apiKey: "mm-key", durationS: 6, wrong: { durationS: 7 } },
  {
    kind: "kling",
    model: "kling-v2-6",
    apiKey: "AccessKey1:AccessKey1-secret",
    durationS: 10,
    wrong: { aspectRatio: "4:3" },
  },
  { kind: "kling", model: "kling-v2-6", apiKey: "plain-key", durationS: 5, wrong: { durationS: 6 } },
])("a video over $kind with $apiKey", ({ kind, model, apiKey, durationS, wrong }) => {
  const client = clientOf(kind);
  const target = (over: Partial<Target> = {}): Target => ({
    provider: kind,
    baseUrl: `${simulator.url}/${kind}`,
    apiKey,
    model,
    ...over,
  });
  const submit = (prompt: string, over: Partial<VideoCall> = {}) =>
    client.submitVideo({ prompt, durationS, ...over }, target(), OPTIONS);
  const poll = (handle: string, to = target()) => client.pollVideo(handle, to, OPTIONS);

  test("leads from submission to file", async () => {
    const handle = await submit("A cenote [[sim polls=2]]");
    expect([(await poll(handle)).state, (await poll(handle)).state]).toEqual(["running", "running"]);
    const made = await poll(handle);
    const file = await fetch(made.state === "completed" ? made.video.url : "nowhere");
    expect(await file.arrayBuffer()).toHaveProperty(
      "byteLength",
      makeMp4({ aspectRatio: "16:9", durationS, seed: 1 }).length,
    );
  });

  test("fails with a message if it is not generated, and only then", async () => {
    const outcome = async (settings: string) => poll(await submit(`A cenote [[sim polls=0 ${settings}]]`));
    expect(await outcome('outcome=failed message="Not this time."')).toEqual({
      state: "failed",
      message: "Not this time.",
    });
    expect(await outcome("outcome=filtered")).toMatchObject({
      state: "failed",
      message: expect.stringContaining("moderation"),
    });
    expect(await outcome("outcome=empty")).toMatchObject({ state: "failed" });
    expect(await outcome("outcome=forgotten")).toMatchObject({ state: "failed" });
    expect(await failureOf(outcome("poll_errors=1"))).toMatchObject({ kind: "server" });
  });

  test("is rejected if the request, the key or the model is wrong, and belongs to its own key only", async () => {
    expect(await failureOf(submit("A cenote", wrong))).toMatchObject({ kind: "rejected" });
    expect(
      await failureOf(
        submit(`A cenote [[sim fault=error_200 code=${kind === "kling" ? 1102 : 1008} message="No money."]]`),
      ),
    ).toMatchObject({ kind: "quota", message: "No money." });
    expect(
      await failureOf(client.submitVideo({ prompt: "x", durationS }, target({ apiKey: "invalid" }), OPTIONS)),
    ).toMatchObject({ kind: "credentials" });
    expect(await poll(await submit("A cenote"), target({ apiKey: "another-key" }))).toMatchObject({ state: "failed" });
  });
});

test("a task of Kling's is found under the path that it was created at alone", async () => {
  const ask = async (path: string, image?: string) => {
    const answer = await fetch(`${simulator.url}/kling/v1/videos/${path}`, {
      headers: { authorization: "Bearer a-key" },
      ...(image === undefined
        ? {}
        : { method: "POST", body: JSON.stringify({ model_name: "kling-v2-6", prompt: "A cenote", image }) }),
    });
    return (await answer.json()) as { code: number; message: string; data?: { task_id: string } };
  };
  const png = makePng(640, 480, 1).toString("base64");
  const { data } = await ask("image2video", png);
  expect(await ask(`image2video/${data?.task_id}`)).toMatchObject({ code: 0 });
  expect(await ask(`text2video/${data?.task_id}`)).toMatchObject({ code: 1203 });
  expect(await ask("image2video", `data:image/png;base64,${png}`)).toMatchObject({
    code: 1201,
    message: expect.stringContaining("Base64"),
  });
});

test("MiniMax reports errors with status 200", async () => {
  const answer = await fetch(`${simulator.url}/minimax/v1/query/video_generation?task_id=none`, {
    headers: { authorization: "Bearer mm-key" },
  });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { base_resp: { status_code: 2013, status_msg: expect.any(String) } },
  ]);
});

describe("a token for Kling", () => {
  const NOW_S = Math.floor(systemClock.nowMs() / 1_000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const sign = (claims: object, { alg = "HS256", secret = "AccessKey1-secret" } = {}) => {
    const signed = `${encode({ alg, typ: "JWT" })}.${encode({ iss: "AccessKey1", exp: NOW_S + 600, nbf: NOW_S - 5, ...claims })}`;
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  };

  test.each<[string, string, number]>([
    ["is taken", sign({}), 200],
    ["signed with another secret is not", sign({}, { secret: "guessed" }), 401],
    ["signed in no way is not", sign({}, { alg: "none" }), 401],
    ["that has expired is not", sign({ exp: NOW_S - 1 }), 401],
    ["that is not yet valid is not", sign({ nbf: NOW_S + 600 }), 401],
    ["of an access key that is refused is not", sign({ iss: "invalid" }, { secret: "invalid-secret" }), 401],
  ])("%s", async (_what, token, status) => {
    const answer = await fetch(`${simulator.url}/kling/v1/videos/text2video`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ model_name: "kling-v2-6", prompt: "A cenote" }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ code: status === 200 ? 0 : 1002 }),
    ]);
  });
});
