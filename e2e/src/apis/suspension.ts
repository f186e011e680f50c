import { EMBEDDING_MODEL } from "../harness/cenote-yaml";
import { ask } from "../harness/client";
import { nanoOf } from "../harness/exact";
import { settledBalance } from "../harness/ledger";
import { DALLE_IMAGE, FAL_VIDEO } from "../harness/media-catalog";
import { newPayer } from "../harness/payer";
import { endOf, type VideoJob } from "../harness/videos";
import { harness } from "./harness";

const CHAT = "/v1/chat/completions";
const VIDEOS = "/v1/videos/generations";

test("a suspended organization makes no new calls; a video under way is finished and paid, and all else works", async () => {
  const { client, system } = harness();
  const { org, key } = await newPayer(system);
  const { body: job } = await client.postJson<VideoJob>(
    VIDEOS,
    { model: FAL_VIDEO, prompt: "a cenote [[sim polls=3]]" },
    { key },
  );
  await system.cenote("org", "suspend", org, "--note", "unpaid since March");

  for (const [path, body] of [
    [CHAT, ask("Hi")],
    [CHAT, ask("Hi", { stream: true })],
    ["/v1/embeddings", { model: EMBEDDING_MODEL, input: "Hi" }],
    ["/v1/images/generations", { model: DALLE_IMAGE, prompt: "a cenote" }],
    [VIDEOS, { model: FAL_VIDEO, prompt: "a cenote" }],
  ] as const) {
    const { status, body: answer } = await client.postJson(path, body, { key });
    expect([path, status, answer.error.code]).toEqual([path, 403, "permission_denied"]);
    expect(answer.error.message).not.toContain("March");
  }

  expect(await endOf(client, job.id, key)).toMatchObject({ job: { status: "completed" } });
  const { balance_mxn: balance } = await settledBalance(system, org);
  expect(nanoOf(balance)).toBeLessThan(nanoOf("50"));
  expect((await client.getJson("/v1/models", { key })).status).toBe(200);
  await system.cenote("credit", org, "1");
  expect(await system.cenote("statement", org)).toMatchObject({ postings: [{ type: "credit" }, { amount_mxn: "1" }] });
  expect(await system.cenote("org", "show", org)).toMatchObject({ suspension_note: "unpaid since March" });

  expect(await system.cenote("org", "resume", org)).toMatchObject({ suspended: null });
  expect((await client.post(CHAT, ask("Hi"), { key })).status).toBe(200);
});
