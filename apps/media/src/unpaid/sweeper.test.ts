import { silentLog } from "@cenote/core";
import { createImages } from "../images/create-images";
import { type Bench, createBench, imagesRequest, ORG, OTHER_ORG } from "../testing/bench";
import { UNPAID_LIMITS } from "./limits";
import { startUnpaidSweeper, sweepUnpaid } from "./sweeper";

/** After this time a charge is no longer retried. */
const CHARGE_TRIES_MS = 45_000;

let bench: Bench;
let removed: string[];
beforeEach(() => {
  bench = createBench();
  removed = [];
});

const parts = () => ({
  store: bench.scope.unpaid,
  billing: bench.billing.service,
  clock: bench.clock,
  log: silentLog,
  storage: {
    removeAll: async ({ mediaId }: { readonly mediaId: string }) => {
      removed.push(mediaId);
    },
  },
});
const make = () => createImages(bench.scope, imagesRequest({ n: 2 }), { leaving: new AbortController().signal });
const noted = () => bench.scope.unpaid.before(Number.MAX_SAFE_INTEGER, 10);
const mediaIds = () => bench.saver.saved.map((url) => url.split("/")[5]);

test("a call is recorded before its first file, and removed once it is paid for", async () => {
  const seen: number[] = [];
  const saveBytes = bench.saver.saveBytes.bind(bench.saver);
  bench.saver.saveBytes = async (...file) => {
    seen.push((await noted()).length);
    return saveBytes(...file);
  };
  await make();
  await bench.scope.background.idle();
  expect(seen).toEqual([1, 1]);
  expect(await noted()).toEqual([]);
});

test("files of a call that died before its charge are deleted after two days, not before", async () => {
  bench.billing.service.settle = () => Promise.reject(new Error("the process died here"));
  await Promise.all([expect(make()).rejects.toThrow(/./), bench.clock.advance(CHARGE_TRIES_MS)]);
  await bench.clock.advance(UNPAID_LIMITS.keptMs - CHARGE_TRIES_MS);
  await sweepUnpaid(parts());
  expect(removed).toEqual([]);
  await bench.clock.advance(1);
  await sweepUnpaid(parts());
  expect(removed).toEqual([mediaIds()[0]]);
  expect(await noted()).toEqual([]);
});

test("files of a call that died right after its charge stay", async () => {
  const remove = bench.scope.unpaid.remove.bind(bench.scope.unpaid);
  bench.scope.unpaid.remove = () => Promise.reject(new Error("the process died here"));
  await make();
  await bench.scope.background.idle();
  bench.scope.unpaid.remove = remove;
  const [call] = await noted();
  expect(call).toBeDefined();
  await bench.clock.advance(UNPAID_LIMITS.keptMs + 1);
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
  const getCharges = bench.billing.service.getCharges.bind(bench.billing.service);
  const asked: string[] = [];
  bench.billing.service.getCharges = async (request) => {
    asked.push(...request.requestIds);
    if (request.organizationId === OTHER_ORG) throw new Error("unreadable");
    return getCharges(request);
  };
  await bench.clock.advance(UNPAID_LIMITS.keptMs);
  const sweeper = startUnpaidSweeper(parts());
  await bench.clock.advance(UNPAID_LIMITS.sweepEveryMs);
  expect(asked).toEqual(unreadable.slice(0, UNPAID_LIMITS.sweepAtOnce).map(({ requestId }) => requestId));
  await bench.clock.advance(UNPAID_LIMITS.sweepEveryMs);
  expect(removed).toEqual([`media ${unreadable.length}`]);
  // Those of the other wait for their ledger.
  bench.billing.service.getCharges = getCharges;
  for (const _look of [1, 2]) await bench.clock.advance(UNPAID_LIMITS.sweepEveryMs);
  expect(new Set(removed).size).toBe(unreadable.length + 1);
  await sweeper.close();
});

test("while billing can't say whether a call was paid for, nothing is deleted", async () => {
  bench.billing.service.settle = () => Promise.reject(new Error("the process died here"));
  await Promise.all([expect(make()).rejects.toThrow(/./), bench.clock.advance(CHARGE_TRIES_MS)]);
  await bench.clock.advance(UNPAID_LIMITS.keptMs + 1);
  const getCharges = bench.billing.service.getCharges.bind(bench.billing.service);
  bench.billing.service.getCharges = () => Promise.reject(new Error("away"));
  const sweeper = startUnpaidSweeper(parts());
  await bench.clock.advance(UNPAID_LIMITS.sweepEveryMs);
  expect(removed).toEqual([]);
  bench.billing.service.getCharges = getCharges;
  await bench.clock.advance(UNPAID_LIMITS.sweepEveryMs);
  expect(removed).toHaveLength(1);
  await sweeper.close();
});
