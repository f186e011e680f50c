import { silentLog } from "@cenote/core";
import { createImages } from "../images/create-images";
import { type Harness, createHarness, imagesRequest, ORG, OTHER_ORG } from "../testing/harness";
import { UNPAID_LIMITS } from "./limits";
import { startUnpaidSweeper, sweepUnpaid } from "./sweeper";

/** After this time a charge is no longer retried. */
const CHARGE_TRIES_MS = 45_000;

let harness: Harness;
let removed: string[];
beforeEach(() => {
  harness = createHarness();
  removed = [];
});

const parts = () => ({
  store: harness.scope.unpaid,
  billing: harness.billing.service,
  clock: harness.clock,
  log: silentLog,
  storage: {
    removeAll: async ({ mediaId }: { readonly mediaId: string }) => {
      removed.push(mediaId);
    },
  },
});
const make = () => createImages(harness.scope, imagesRequest({ n: 2 }), { leaving: new AbortController().signal });
const noted = () => harness.scope.unpaid.before(Number.MAX_SAFE_INTEGER, 10);
const mediaIds = () => harness.saver.saved.map((url) => url.split("/")[5]);

test("a call is recorded before its first file, and removed once it is paid for", async () => {
  const seen: number[] = [];
  const saveBytes = harness.saver.saveBytes.bind(harness.saver);
  harness.saver.saveBytes = async (...file) => {
    seen.push((await noted()).length);
    return saveBytes(...file);
  };
  await make();
  await harness.scope.background.idle();
  expect(seen).toEqual([1, 1]);
  expect(await noted()).toEqual([]);
});

test("files of a call that died before its charge are deleted after two days, not before", async () => {
  harness.billing.service.settle = () => Promise.reject(new Error("the process died here"));
  await Promise.all([expect(make()).rejects.toThrow(/./), harness.clock.advance(CHARGE_TRIES_MS)]);
  await harness.clock.advance(UNPAID_LIMITS.keptMs - CHARGE_TRIES_MS);
  await sweepUnpaid(parts());
  expect(removed).toEqual([]);
  await harness.clock.advance(1);
  await sweepUnpaid(parts());
  expect(removed).toEqual([mediaIds()[0]]);
  expect(await noted()).toEqual([]);
});

test("files of a call that died right after its charge stay", async () => {
  const remove = harness.scope.unpaid.remove.bind(harness.scope.unpaid);
  harness.scope.unpaid.remove = () => Promise.reject(new Error("the process died here"));
  await make();
  await harness.scope.background.idle();
  harness.scope.unpaid.remove = remove;
  const [call] = await noted();
  expect(call).toBeDefined();
  await harness.clock.advance(UNPAID_LIMITS.keptMs + 1);
  await sweepUnpaid(parts());
  expect(removed).toEqual([]);
  expect(await noted()).toEqual([]);
});

test("more calls than one look takes in, of an organization whose ledger can't be read, hold up nobody else's", async () => {
  const { store } = parts();
  const call = (organizationId: string, number: number) => ({
    organizationId,
    mediaId: `media ${number}`,
    requestId: `req_${number}`,
    atMs: number,
  });
  const unreadable = Array.from({ length: UNPAID_LIMITS.sweepAtOnce + 1 }, (_, number) => call(OTHER_ORG, number));
  for (const one of [...unreadable, call(ORG, unreadable.length)]) await store.add(one);
  const getCharges = harness.billing.service.getCharges.bind(harness.billing.service);
  const asked: string[] = [];
  harness.billing.service.getCharges = async (request) => {
    asked.push(...request.requestIds);
    if (request.organizationId === OTHER_ORG) throw new Error("unreadable");
    return getCharges(request);
  };
  await harness.clock.advance(UNPAID_LIMITS.keptMs);
  const sweeper = startUnpaidSweeper(parts());
  await harness.clock.advance(UNPAID_LIMITS.sweepEveryMs);
  expect(asked).toEqual(unreadable.slice(0, UNPAID_LIMITS.sweepAtOnce).map(({ requestId }) => requestId));
  await harness.clock.advance(UNPAID_LIMITS.sweepEveryMs);
  expect(removed).toEqual([`media ${unreadable.length}`]);
  // The calls of the other organization wait for their ledger.
  harness.billing.service.getCharges = getCharges;
  for (const _look of [1, 2]) await harness.clock.advance(UNPAID_LIMITS.sweepEveryMs);
  expect(new Set(removed).size).toBe(unreadable.length + 1);
  await sweeper.close();
});

test("while billing can't say whether a call was paid for, nothing is deleted", async () => {
  harness.billing.service.settle = () => Promise.reject(new Error("the process died here"));
  await Promise.all([expect(make()).rejects.toThrow(/./), harness.clock.advance(CHARGE_TRIES_MS)]);
  await harness.clock.advance(UNPAID_LIMITS.keptMs + 1);
  const getCharges = harness.billing.service.getCharges.bind(harness.billing.service);
  harness.billing.service.getCharges = () => Promise.reject(new Error("away"));
  const sweeper = startUnpaidSweeper(parts());
  await harness.clock.advance(UNPAID_LIMITS.sweepEveryMs);
  expect(removed).toEqual([]);
  harness.billing.service.getCharges = getCharges;
  await harness.clock.advance(UNPAID_LIMITS.sweepEveryMs);
  expect(removed).toHaveLength(1);
  await sweeper.close();
});
