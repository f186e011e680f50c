import { createWorld as createServiceWorld, admission, chatLines, record } from "../testing/service-world";
import { CHAT } from "../testing/catalog";

/** Two replicas without Redis, whose calls are spread over both. Each key may have one call at a time. */
const createWorld = async () => {
  const world = await createServiceWorld();
  const { service, startReplica, organizationId, context } = world;
  await service.updateOrganization({ organizationId, limits: { concurrentRequests: 1, tokensPerMinute: 3_000 } });
  const other = await startReplica();
  /** What there is to do is due after a few milliseconds, so time must pass. */
  const within = async <T>(answer: Promise<T>): Promise<T> => {
    const [answered] = await Promise.all([answer, world.clock.advance(200)]);
    return answered;
  };
  return { ...world, first: service, second: other.service, context, within };
};

test("a call that ends at another replica frees its slot at the one that admitted it", async () => {
  const { first, second, context, within } = await createWorld();
  for (const [admitting, ending] of [
    [first, second],
    [second, first],
    [first, second],
    [second, second],
  ] as const) {
    const call = context();
    await within(admitting.admit(admission(call, chatLines(10n, 10n))));
    await within(ending.confirmHold({ context: call }));
    await within(
      ending.settle({ context: call, model: CHAT.id, usage: chatLines(10n, 5n), record, requiresHold: false }),
    );
  }
  const released = context();
  await within(first.admit(admission(released, chatLines(10n, 10n))));
  await within(second.release({ context: released, model: CHAT.id, record }));
  await within(first.admit(admission(context(), chatLines(10n, 10n))));
  await expect(within(first.admit(admission(context(), chatLines(10n, 10n))))).rejects.toMatchObject({
    code: "rate_limit_exceeded",
  });
});

test("its tokens are corrected there to what it used", async () => {
  const { first, second, context, within } = await createWorld();
  const call = context();
  await within(first.admit(admission(call, chatLines(1_000n, 1_500n))));
  await within(
    second.settle({ context: call, model: CHAT.id, usage: chatLines(1_000n, 100n), record, requiresHold: false }),
  );
  expect(await within(first.admit(admission(context(), chatLines(0n, 1_500n))))).toMatchObject({
    rateLimits: { tokensRemaining: 400 },
  });
});
