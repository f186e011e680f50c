import type { Client } from "./client";
import { eventually } from "./eventually";

export interface VideoJob {
  readonly id: string;
  readonly object: string;
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly model: string;
  readonly prompt: string;
  readonly video_url: string | null;
  readonly duration: number;
  readonly error: string | null;
  readonly created: number;
  readonly completed: number | null;
  readonly usage?: { readonly cost_usd: number; readonly cost_mxn: number };
}

/** Polls a job as the contract describes until it has ended; a 503 is retried. */
export const endOf = (
  client: Client,
  id: string,
  key?: string,
): Promise<{ readonly job: VideoJob; readonly text: string }> =>
  eventually(`the end of ${id}`, async () => {
    const { status, body, text } = await client.getJson<VideoJob>(`/v1/videos/${id}`, key === undefined ? {} : { key });
    if (status === 503) return undefined;
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return body.status === "completed" || body.status === "failed" ? { job: body, text } : undefined;
  });
