import {
  CenoteError,
  type Clock,
  type Ids,
  invalidRequest,
  type Log,
  nanoMxn,
  type NanoMxn,
  pageOf,
  readCursor,
  startPeriodicTask,
} from "@cenote/core";
import { createWatchedCache } from "../cache/watched-cache";
import type { Ledger } from "../ledger/ledger";
import { NO_LIMITS } from "../limits/limits-in-force";
import type { OrganizationChange, OrganizationRow, OrganizationStore, PromisedCredit } from "./organization-store";

/** Idempotency key of the free credit. */
export const FREE_CREDIT_ID = "free-credit";

const MAX_NAME_LENGTH = 100;
/** How often promises are posted that a crash or a fault left open. */
const KEEP_PROMISES_MS = 30_000;
const PROMISES_AT_ONCE = 100;
const ROWS_PER_READ = 1_000;

/** The paying organizations. */
export interface Organizations {
  /** Creates an organization with the free credit. Errors: invalid_request_error. */
  create(name: string): Promise<{ readonly organization: OrganizationRow; readonly balance: NanoMxn }>;
  /** In order of creation; an empty cursor is the beginning. Errors: invalid_request_error. */
  list(page: { readonly size: number; readonly cursor: string }): Promise<OrganizationPage>;
  /** Errors: not_found. */
  get(id: string): Promise<OrganizationRow>;
  /** Synchronous `get`: undefined if the organization is not in memory. */
  recognize(id: string): OrganizationRow | undefined;
  /** To be called with each row that this process has written elsewhere. */
  remember(row: OrganizationRow): void;
  /** Takes effect at once in this process, within a second in others. Errors: not_found. */
  change(id: string, change: OrganizationChange): Promise<OrganizationRow>;
  /** Ids of organizations (or only this one) whose rows say that they have a journal. */
  withJournal(id?: string): AsyncIterable<string>;
  close(): Promise<void>;
}

export interface OrganizationPage {
  readonly organizations: readonly OrganizationRow[];
  /** Empty on the last page. */
  readonly next: string;
}

export interface OrganizationsOptions {
  readonly store: OrganizationStore;
  readonly ledger: Pick<Ledger, "credit">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly freeCredit: () => NanoMxn;
}

export const createOrganizations = ({
  store,
  ledger,
  clock,
  ids,
  log,
  freeCredit,
}: OrganizationsOptions): Organizations => {
  const cache = createWatchedCache<OrganizationRow>({
    clock,
    log,
    what: "organizations",
    load: (id) => store.find(id),
    changedSince: (sinceMs) => store.changedSince(sinceMs),
    keysOf: (row) => [row.id],
    revisionOf: (row) => row.revision,
  });

  /**
   * The credit is promised in the organization's own row, so that no crash can lose it; its id prevents a second one.
   */
  const keepPromise = async ({ organizationId, amount }: PromisedCredit): Promise<NanoMxn> => {
    const credit = nanoMxn(BigInt(amount));
    const balance =
      credit === 0n
        ? credit
        : (await ledger.credit(organizationId, { id: FREE_CREDIT_ID, amount: credit, note: "free credit" })).balance;
    await store.markCredited(organizationId, credit !== 0n);
    return balance;
  };

  const keepPromises = async (): Promise<void> => {
    // A journal that can't be read affects only its own organization.
    let failure: unknown;
    for (const promise of await store.promisedCredits(PROMISES_AT_ONCE)) {
      try {
        await keepPromise(promise);
        log.info({ organizationId: promise.organizationId }, "a pending free credit was posted");
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
  };
  const promising = startPeriodicTask({
    clock,
    log,
    name: "the crediting of promised free credits",
    everyMs: KEEP_PROMISES_MS,
    firstAfterMs: 0,
    run: keepPromises,
  });

  const get = async (id: string): Promise<OrganizationRow> => {
    const row = await cache.get(id);
    if (row === undefined) throw new CenoteError("not_found", "There is no such organization.");
    return row;
  };

  const tellSuspension = (organizationId: string, change: OrganizationChange["suspension"]): void => {
    if (change === "none") log.info({ organizationId }, "the operator lifted the suspension of an organization");
    else if (change !== undefined)
      log.info({ organizationId, note: change.note }, "the operator suspended an organization");
  };

  return {
    async create(name) {
      const trimmed = name.trim();
      if (trimmed === "" || trimmed.length > MAX_NAME_LENGTH) {
        throw invalidRequest("name", `An organization's name has 1 to ${MAX_NAME_LENGTH} characters.`);
      }
      const organization: OrganizationRow = {
        id: ids.uuid(),
        name: trimmed,
        zdr: false,
        limits: NO_LIMITS,
        createdAtMs: clock.nowMs(),
        revision: 0,
      };
      const amount = freeCredit().toString();
      await store.insert(organization, amount);
      cache.put(organization);
      return { organization, balance: await keepPromise({ organizationId: organization.id, amount }) };
    },
    async list({ size, cursor }) {
      const { rows, next } = pageOf(await store.list(readCursor("page.cursor", cursor), size + 1), size);
      return { organizations: rows, next };
    },
    get,
    recognize: (id) => cache.peek(id),
    remember: (row) => {
      cache.put(row);
    },
    async change(id, change) {
      await get(id);
      await store.change(id, change, clock.nowMs());
      tellSuspension(id, change.suspension);
      const row = await store.find(id);
      if (row === undefined) throw new CenoteError("not_found", "There is no such organization.");
      cache.put(row);
      return row;
    },
    async *withJournal(id) {
      if (id !== undefined) {
        if ((await store.find(id))?.hasJournal === true) yield id;
        return;
      }
      for (let last: OrganizationRow | undefined; ;) {
        const rows = await store.list(last, ROWS_PER_READ);
        for (const row of rows) if (row.hasJournal === true) yield row.id;
        last = rows.at(-1);
        if (rows.length < ROWS_PER_READ) return;
      }
    },
    async close() {
      await Promise.all([promising.close(), cache.close()]);
    },
  };
};
