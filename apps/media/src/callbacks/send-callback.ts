import type { SendCallback } from "@cenote/callbacks";
import type { JobCallbacks } from "../jobs/ports";
import { callbackJson } from "./event-json";

/** Reports the end of a job. */
export const createCallbacks = (send: SendCallback): JobCallbacks => ({
  async deliver(job) {
    if (job.callbackUrl === undefined) return false;
    return send({
      organizationId: job.organizationId,
      url: job.callbackUrl,
      id: job.id,
      body: callbackJson(job),
    });
  },
});
