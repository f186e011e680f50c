import { VideoStatus } from "@cenote/contracts";
import { callContext, openMedia } from "../harness/grpc";
import { nanoOf } from "../harness/exact";
import { allEntries, entryOf, settledBalance } from "../harness/ledger";
import { FAL_VIDEO, LONE_VIDEO } from "../harness/media-catalog";
import { endOf } from "../harness/videos";
import { costOf, FREE_CREDIT, type videoHarness } from "./video-harness";

/** Tests of watching jobs over gRPC, on the caller's system. */
export const watchTests = ({
  harness,
  payer,
  start,
}: Pick<ReturnType<typeof videoHarness>, "harness" | "payer" | "start">) => {
  test.concurrent("50 pollers and 20 watchers of one job: one copy, one charge", async () => {
    const { system, client, simulator } = harness();
    const media = openMedia(system);
    try {
      const paying = await payer();
      const { id } = await start({ model: LONE_VIDEO, prompt: "a cenote [[sim polls=0 render_ms=2500]]" }, paying);
      const context = callContext(paying.org);
      const watch = async () => {
        const seen: VideoStatus[] = [];
        for await (const change of media.client.watchVideo({ context, jobId: id }))
          seen.push(change.job?.status ?? VideoStatus.VIDEO_STATUS_UNSPECIFIED);
        return seen.at(-1);
      };
      const [jobs, watched] = await Promise.all([
        Promise.all(Array.from({ length: 50 }, () => endOf(client, id, paying.key))),
        Promise.all(Array.from({ length: 20 }, watch)),
      ]);
      expect(new Set(jobs.map(({ text }) => text)).size).toBe(1);
      expect(watched).toEqual(Array.from({ length: 20 }, () => VideoStatus.VIDEO_STATUS_COMPLETED));
      expect((await simulator.callsTo(".mp4")).filter(({ provider }) => provider === "fal-lone")).toHaveLength(1);
      expect(nanoOf((await settledBalance(system, paying.org)).balance_mxn)).toBe(FREE_CREDIT - costOf(5).nanoMxn);
      expect((await allEntries(system, paying.org)).filter(({ type }) => type === "settle")).toHaveLength(1);
    } finally {
      media.close();
    }
  });

  test.concurrent("gRPC sends every change of a watched job, until its end", async () => {
    const { system, simulator } = harness();
    const media = openMedia(system);
    try {
      const { org } = await payer();
      const context = callContext(org);
      const { job } = await media.client.createVideo({
        context,
        video: { model: FAL_VIDEO, prompt: "a cenote [[sim polls=0 render_hold=grpc-watched]]" },
      });
      const seen: VideoStatus[] = [];
      for await (const change of media.client.watchVideo({ context, jobId: job?.id ?? "" })) {
        seen.push(change.job?.status ?? VideoStatus.VIDEO_STATUS_UNSPECIFIED);
        // However late the watch begins, it sees the job running.
        if (seen.at(-1) === VideoStatus.VIDEO_STATUS_PROCESSING) await simulator.release("grpc-watched");
      }
      // `pending` is sent before the provider has accepted the job, if that takes a while.
      expect(seen.filter((status, place) => place > 0 || status !== VideoStatus.VIDEO_STATUS_PENDING)).toEqual([
        VideoStatus.VIDEO_STATUS_PROCESSING,
        VideoStatus.VIDEO_STATUS_COMPLETED,
      ]);
      expect((await entryOf(system, org, job?.requestId ?? "", "settle")).charge?.usage).toMatchObject([
        { unit: "second", quantity: 5 },
      ]);
    } finally {
      media.close();
    }
  });
};
