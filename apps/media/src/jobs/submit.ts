import { sleep } from "@cenote/core";
import { ProviderError, type VideoCall } from "@cenote/providers";
import { mayTryNextRoute } from "./after-failure";
import { fail, type JobFailure } from "./fail";
import type { Job, JobAttempt } from "./job";
import { keepLease } from "./lease";
import { JOB_LIMITS } from "./limits";
import type { JobParts, VideoRoute } from "./ports";
import { toTaken } from "./transitions";

const NO_ROUTE = "No route of this model can be used at the moment.";

const toCall = ({ prompt, durationS, aspectRatio }: Job): VideoCall => ({ prompt, durationS, ...(aspectRatio === undefined ? {} : { aspectRatio }) });

/**
 * Hands a job to the first provider that takes it. The row says `submitting` before any of them is asked, and holds the
 * handle when this resolves.
 * @returns The job as it is then: running, failed, or what another made of it in between.
 */
export const submit = async (parts: JobParts, job: Job): Promise<Job> => {
  const lease = keepLease(parts, job);
  let outcome: Taken | JobFailure;
  try {
    outcome = await tryRoutes(parts, job);
  } catch (error) {
    await lease.end();
    throw error;
  }
  const submitted = await lease.end();
  return "handle" in outcome ? keepHandle(parts, submitted, outcome) : fail(parts, submitted, outcome);
};

const tryRoutes = async ({ routes, clock, log }: JobParts, job: Job): Promise<Taken | JobFailure> => {
  const attempts: JobAttempt[] = [];
  let failure: ProviderError | undefined;
  for (const route of routes.ofModel(job.model)) {
    const startMs = clock.monotonicMs();
    const note = (outcome: string) => {
      attempts.push({ route: `${route.provider}/${route.model}`, outcome, durationMs: Math.round(clock.monotonicMs() - startMs) });
    };
    try {
      const handle = await route.submit(toCall(job));
      note("ok");
      return { route, handle, attempts };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      failure = error;
      note(error.kind);
      log.warn({ jobId: job.id, requestId: job.requestId, route: `${route.provider}/${route.model}`, kind: error.kind, status: error.status }, "a provider did not take a video job");
      if (!mayTryNextRoute(error)) break;
    }
  }
  return { error: failure?.message ?? NO_ROUTE, outcome: failure?.kind ?? "provider_unavailable", attempts };
};

interface Taken {
  readonly route: VideoRoute;
  readonly handle: string;
  readonly attempts: readonly JobAttempt[];
}

/** Without its handle a job that is being made is lost, so a database that is away for a moment is waited for. */
const keepHandle = async (parts: JobParts, submitted: Job, taken: Taken): Promise<Job> => {
  const { store, clock, log } = parts;
  const { provider, model, pollIntervalMs } = taken.route;
  const change = { route: { provider, model }, handle: taken.handle, attempts: taken.attempts, pollIntervalMs };
  let job = submitted;
  for (let tries = 1; ; tries += 1) {
    try {
      const running = await store.update(job, toTaken(change, clock.nowMs()));
      if (running !== undefined) return running;
      const found = await store.find(job.id);
      // An answer that was lost on its way: the change is there.
      if (found?.handle === taken.handle) return found;
      // A renewal whose answer was lost: nobody else leaves it so.
      if (found?.phase === "submitting" && tries < JOB_LIMITS.storeTries) {
        job = found;
        continue;
      }
      log.info({ jobId: job.id, requestId: job.requestId }, "a video job ended while it was handed over: the provider is told");
      await cancelQuietly(parts, taken);
      return found ?? job;
    } catch (error) {
      if (tries === JOB_LIMITS.storeTries) {
        await cancelQuietly(parts, taken);
        throw error;
      }
      log.warn({ jobId: job.id, error }, "a job's handle could not be stored and is stored again");
      await sleep(clock, JOB_LIMITS.storeBackoffMs * 2 ** (tries - 1));
    }
  }
};

const cancelQuietly = async ({ log }: JobParts, { route, handle }: Taken): Promise<void> => {
  try {
    await route.cancel(handle);
  } catch (error) {
    log.info({ error }, "a provider could not be told that a job ended");
  }
};
