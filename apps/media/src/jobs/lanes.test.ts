import { silentLog } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { deferred } from "@cenote/testkit";
import { context, createHarness, ORG, OTHER_ORG, scopeElsewhere, videoRequest } from "../testing/harness";
import { completedAt, POLL_INTERVAL_MS } from "../testing/fake-provider";
import { createVideo } from "../videos/create-video";
import { JOB_LIMITS } from "./limits";
import type { Job } from "./job";
import { startSweeper } from "./sweeper";

const OTHER = "00000000-0000-4000-8000-0000000000ff";

/** A submission that fails at once. */
const refuse = () => {
  throw new ProviderError({ kind: "content_policy", message: "No cenotes at noon." });
};

/** Copies wait for `answer` from now on. */
const slowDown = (saver: ReturnType<typeof createHarness>["saver"]) => {
  const answer = deferred();
  const saveFrom = saver.saveFrom.bind(saver);
  let count = 0;
  saver.saveFrom = async (...given) => {
    count += 1;
    await answer.promise;
    return saveFrom(...given);
  };
  return { answer, copies: () => count };
};

test("an organization with a slow callback address delays neither others nor other work, and loses no callback", async () => {
  const harness = createHarness();
  const { store, provider, clock } = harness;
  const answer = deferred();
  const begun: Job[] = [];
  const callbacks = {
    deliver: async (job: Job) => {
      begun.push(job);
      await answer.promise;
      return true;
    },
  };
  const scope = scopeElsewhere(harness, { callbacks });
  provider.onSubmit = refuse;
  const failAtOnce = (more: object = {}) =>
    createVideo(scope, { ...videoRequest({ callbackUrl: "https://slow.test/hook" }), ...more });
  const sweep = async () => {
    await Promise.all((await store.due(clock.nowMs(), 1000)).map((job) => scope.machine.advance(job)));
  };

  const jobs = JOB_LIMITS.callbacksPerOrganization + 3;
  for (let made = 0; made < jobs; made++) await failAtOnce();
  await sweep();
  expect(begun).toHaveLength(JOB_LIMITS.callbacksPerOrganization);
  await failAtOnce({ context: context({ organizationId: OTHER }) });
  expect(begun.at(-1)?.organizationId).toBe(OTHER);

  answer.resolve();
  await scope.background.idle();
  await clock.advance(JOB_LIMITS.callbackBusyMs);
  await sweep();
  await scope.background.idle();
  expect(new Set(begun.map(({ id }) => id)).size).toBe(jobs + 1);
  expect(begun.map(({ callbackFailures }) => callbackFailures)).toEqual(begun.map(() => 0));
  expect(await store.due(clock.nowMs() + 8 * 24 * 3_600_000, 1000)).toEqual([]);
});

test("an organization with very many callbacks to a silent address delays no video of another", async () => {
  const harness = createHarness();
  const { scope, store, provider, callbacks, clock } = harness;
  callbacks.deliver = () => new Promise<never>(() => {});
  provider.onSubmit = refuse;
  for (let made = 0; made < 1000; made += 1)
    await createVideo(scope, videoRequest({ callbackUrl: "https://silent.test/hook" }));
  provider.onSubmit = () => {};
  const sweeper = startSweeper({ store, machine: scope.machine, background: scope.background, clock, log: silentLog });
  provider.firstState = completedAt("https://files.test/1");
  const { job } = await createVideo(scope, videoRequest({}, { organizationId: OTHER }));
  await clock.advance(POLL_INTERVAL_MS + JOB_LIMITS.sweepEveryMs);
  expect((await harness.jobOf(job?.id)).phase).toBe("completed");
  await sweeper.close();
});

test("organizations with very many slow copies delay no other work, and lose none", async () => {
  const harness = createHarness({ balance: 10_000n });
  const { scope, store, provider, saver, clock } = harness;
  const { answer, copies } = slowDown(saver);
  provider.firstState = completedAt("https://files.test/1", 8 * 3_600_000);
  const slow: (string | undefined)[] = [];
  for (let made = 0; made < 200; made += 1) {
    const { job } = await createVideo(scope, videoRequest({}, { organizationId: made % 2 === 0 ? ORG : OTHER_ORG }));
    slow.push(job?.id);
  }
  const sweeper = startSweeper({ store, machine: scope.machine, background: scope.background, clock, log: silentLog });
  await clock.advance(POLL_INTERVAL_MS + 10 * JOB_LIMITS.sweepEveryMs);
  expect(copies()).toBe(JOB_LIMITS.copiesAtOnce);

  provider.firstState = { state: "failed", message: "No cenotes at noon." };
  const { job } = await createVideo(scope, videoRequest({}, { organizationId: OTHER }));
  await clock.advance(POLL_INTERVAL_MS + JOB_LIMITS.sweepEveryMs);
  expect((await harness.jobOf(job?.id)).phase).toBe("failed");

  answer.resolve();
  await clock.advance(2 * JOB_LIMITS.copyBusyMs);
  for (const id of slow) expect((await harness.jobOf(id)).phase).toBe("completed");
  expect(copies()).toBe(slow.length);
  await sweeper.close();
});

test("a copy under way is not begun again here because the database was away for longer than its lease", async () => {
  const harness = createHarness({ balance: 10_000n });
  const { scope, store, provider, saver, clock } = harness;
  const { answer, copies } = slowDown(saver);
  provider.firstState = completedAt("https://files.test/1", 8 * 3_600_000);
  const made: (string | undefined)[] = [];
  for (let index = 0; index < 8; index += 1) made.push((await createVideo(scope, videoRequest({}))).job?.id);
  const sweeper = startSweeper({ store, machine: scope.machine, background: scope.background, clock, log: silentLog });
  await clock.advance(POLL_INTERVAL_MS + 10 * JOB_LIMITS.sweepEveryMs);
  expect(copies()).toBe(made.length);

  const away = [
    jest.spyOn(store, "due").mockRejectedValue(new Error("the database is away")),
    jest.spyOn(store, "update").mockRejectedValue(new Error("the database is away")),
  ];
  await clock.advance(2 * JOB_LIMITS.leaseMs);
  for (const spied of away) spied.mockRestore();
  await clock.advance(JOB_LIMITS.renewMs + 10 * JOB_LIMITS.sweepEveryMs);
  answer.resolve();
  await clock.advance(JOB_LIMITS.copyBusyMs);
  for (const id of made) expect((await harness.jobOf(id)).phase).toBe("completed");
  expect(copies()).toBe(made.length);
  await sweeper.close();
});
