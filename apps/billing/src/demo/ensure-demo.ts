import type { BillingService } from "@cenote/contracts";
import { type Clock, type Log, retryUntilAnswered, sleep } from "@cenote/core";
import type { DemoClaim, DemoStore } from "./demo-store";

export interface DemoKey {
  readonly organizationId: string;
  /** Not shown again. */
  readonly secret: string;
}

export interface EnsureDemoOptions {
  readonly service: BillingService;
  readonly store: DemoStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Reports the key to the operator. The key counts as delivered when this resolves. */
  readonly deliver: (key: DemoKey) => Promise<void> | void;
}

export const DEMO_NAME = "demo";
const KEY_NAME = "first key";
/** Lease of the working process: longer than all of this takes. */
const CLAIM_MS = 10_000;
const LOOK_EVERY_MS = 200;
/** How long a start waits for billing or its database if they are too busy to answer. */
const PATIENCE_MS = 60_000;
/** How many of the oldest organizations are searched for one that a dead process created. */
const OLDEST = 100;

/**
 * On an empty store: creates the organization `demo` and delivers its first key. If several processes start at once, one
 * does the work and the others wait; one that dies is replaced. A delivered key is never revoked: after a crash right
 * after the delivery, the next start delivers a second key, and both work.
 * @returns The key, if this process delivered it.
 */
export const ensureDemo = async ({
  service,
  store,
  clock,
  log,
  deliver,
}: EnsureDemoOptions): Promise<DemoKey | undefined> => {
  const claim = await claimDemo({ service, store, clock });
  if (claim === undefined) return undefined;
  const organizationId = await answered(clock, () => findOrCreate(service));
  // If only the answer was lost, nobody knows the key: another one is created.
  const { secret } = await answered(clock, () => service.createApiKey({ organizationId, name: KEY_NAME }));
  const key = { organizationId, secret };
  await deliver(key);
  const kept = await store.replace({ ...claim, done: true, revision: claim.revision + 1 }, claim.revision);
  if (!kept)
    log.warn(
      { organizationId },
      "another process wrongly assumed that this one had died, and delivered a second demo key",
    );
  return key;
};

type ClaimOptions = Pick<EnsureDemoOptions, "service" | "store" | "clock">;

/** @returns Undefined if there is nothing to do any more. */
const claimDemo = async ({ service, store, clock }: ClaimOptions): Promise<DemoClaim | undefined> => {
  for (;;) {
    const standing = await answered(clock, () => store.read());
    if (standing?.done === true) return undefined;
    if (standing === undefined && !(await answered(clock, () => isEmpty(service)))) return undefined;
    if (standing === undefined || standing.claimedUntilMs <= clock.nowMs()) {
      const claim = { claimedUntilMs: clock.nowMs() + CLAIM_MS, done: false, revision: (standing?.revision ?? 0) + 1 };
      if (await answered(clock, () => store.replace(claim, standing?.revision))) return claim;
    } else {
      await sleep(clock, LOOK_EVERY_MS);
    }
  }
};

const answered = <Answer>(clock: Clock, ask: () => Promise<Answer>): Promise<Answer> =>
  retryUntilAnswered(ask, { clock, limitMs: PATIENCE_MS, retryAfterMs: LOOK_EVERY_MS });

const isEmpty = async (service: BillingService): Promise<boolean> =>
  (await service.listOrganizations({ page: { size: 1, cursor: "" } })).organizations.length === 0;

/** The organization that a dead process left, if it got that far. */
const findOrCreate = async (service: BillingService): Promise<string> => {
  const { organizations } = await service.listOrganizations({ page: { size: OLDEST, cursor: "" } });
  const left = organizations.find(({ name }) => name === DEMO_NAME);
  const { organization } =
    left === undefined ? await service.createOrganization({ name: DEMO_NAME }) : { organization: left };
  if (organization === undefined) throw new Error("an organization was created without an answer");
  return organization.id;
};
