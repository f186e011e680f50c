import OpenAI from "openai";
import { nanoOf } from "../harness/exact";
import { settledBalance } from "../harness/ledger";
import { FAL_VIDEO } from "../harness/media-catalog";
import { endOf, type VideoJob } from "../harness/videos";
import { costOf, FREE_CREDIT, PATH, QUICK, type videoHarness } from "./video-harness";

const GONE = { status: 404, body: { error: { code: "job_not_found" } } };

// oxlint-disable-next-line typescript/no-deprecated -- OpenAI ends its own videos; its package still supports ours
const removeWith = (openai: OpenAI, id: string) => openai.videos.delete(id);

/** Tests of deleting jobs, on the caller's system. */
export const deletingTests = ({
  harness,
  payer,
  start,
}: Pick<ReturnType<typeof videoHarness>, "harness" | "payer" | "start">) => {
  test.concurrent("the official openai package deletes a video with its file; its charge stays", async () => {
    const { system, client } = harness();
    const paying = await payer();
    const { org, key } = paying;
    const openai = new OpenAI({ apiKey: key, baseURL: `${system.baseUrl}/v1`, maxRetries: 0 });
    const [kept, deleted] = await Promise.all([start({}, paying), start({}, paying)]);
    const urlOf = async ({ id }: VideoJob) => (await endOf(client, id, key)).job.video_url ?? "";
    const [keptUrl, deletedUrl] = await Promise.all([urlOf(kept), urlOf(deleted)]);
    expect((await fetch(deletedUrl)).status).toBe(200);

    expect(await removeWith(openai, deleted.id)).toEqual({ id: deleted.id, object: "video.deleted", deleted: true });
    const { body: list } = await client.getJson<{ data: VideoJob[] }>("/v1/videos", { key });
    expect(list.data.map(({ id }) => id)).toEqual([kept.id]);
    expect(await client.getJson(`/v1/videos/${deleted.id}`, { key })).toMatchObject(GONE);
    await expect(removeWith(openai, deleted.id)).rejects.toMatchObject({ status: 404, code: "job_not_found" });
    expect((await fetch(deletedUrl)).status).toBe(404);
    expect((await fetch(keptUrl)).status).toBe(200);
    expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(FREE_CREDIT - 2n * costOf(5).nanoMxn);
  });

  test.concurrent("a job that has not ended, and one of another organization, are not deleted", async () => {
    const { client, simulator } = harness();
    const paying = await payer();
    const { id } = await start({ prompt: "a cenote [[sim polls=0 render_hold=undeleted]]" }, paying);
    const remove = (key: string) => client.deleteJson(`/v1/videos/${id}`, { key });
    expect(await remove(paying.key)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request_error", param: "job_id" } },
    });
    await simulator.release("undeleted");
    const { job } = await endOf(client, id, paying.key);
    expect(job.status).toBe("completed");
    expect(await remove((await payer()).key)).toMatchObject(GONE);
    expect((await fetch(job.video_url ?? "")).status).toBe(200);
  });

  test.concurrent("GraphQL deletes a video, and a retry with its idempotency key makes no other", async () => {
    const { system, client } = harness();
    const paying = await payer();
    const headers = { "idempotency-key": "film-deleted" };
    const { id } = await start({}, paying, headers);
    await endOf(client, id, paying.key);
    const mutation = `mutation { deleteVideo(id: "${id}") { deletedId } }`;
    const ask = () => client.postJson<object>("/graphql", { query: mutation }, { key: paying.key });
    expect((await ask()).body).toEqual({ data: { deleteVideo: { deletedId: id } } });
    expect((await ask()).body).toMatchObject({ errors: [{ extensions: { code: "job_not_found" } }] });
    const body = { model: FAL_VIDEO, prompt: `a cenote ${QUICK}` };
    expect(await client.postJson(PATH, body, { key: paying.key, headers })).toMatchObject(GONE);
    expect(nanoOf((await settledBalance(system, paying.org)).balance_mxn)).toBe(FREE_CREDIT - costOf(5).nanoMxn);
  });
};
