import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "graphql-ws";
import { nanoOf } from "../harness/exact";
import { expectAllPaid } from "../harness/expect-all-paid";
import { firstEnded } from "../harness/first-ended";
import { type ChatEvent, chatEvents, chatInput, openGraphql } from "../harness/graphql";
import { allEntries, settledBalance } from "../harness/ledger";
import { newEmptyPayer, newPayer } from "../harness/payer";
import { harness } from "./harness";

// Charging over subscriptions follows the same rules that money.test.ts and kill9.test.ts check for REST. The cost of
// leaving is in graphql-live.test.ts.

const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map(async (client) => client.dispose()));
});
const open = (key: string): Client => {
  const client = openGraphql(harness().system, { key });
  clients.push(client);
  return client;
};

const lastOf = (events: readonly ChatEvent[]): ChatEvent | undefined => events.at(-1);

test("of 50 concurrent subscriptions on a balance for one, one is answered and paid", async () => {
  const { client, system, simulator } = harness();
  const { org, key } = await newEmptyPayer(system, client);
  await system.cenote("credit", org, "0.000000001");
  const socket = open(key);
  const answers = Array.from({ length: 50 }, () =>
    chatEvents(socket, chatInput("[[sim words=5 hold=balance-for-one]]")),
  );
  await firstEnded(answers, 49);
  await simulator.release("balance-for-one");
  const ends = (await Promise.all(answers)).map(lastOf);
  expect(ends.filter((end) => end?.__typename === "ChatFinished")).toHaveLength(1);
  expect(ends.filter((end) => end?.__typename === "ChatFailed").map((end) => end?.code)).toEqual(
    Array.from({ length: 49 }, () => "insufficient_balance"),
  );
  const paid = ends.find((end) => end?.__typename === "ChatFinished")?.usage?.costMxn ?? "";
  expect(nanoOf((await settledBalance(system, org)).balance_mxn)).toBe(1n - nanoOf(paid));
});

test("kill -9 under 40 subscriptions: whoever saw a finished answer has paid for it, once; nobody is charged twice", async () => {
  const { system } = harness();
  const { org, key } = await newPayer(system);
  const client = open(key);
  const finished: ChatEvent[][] = [];
  const isAnswered = Promise.withResolvers<void>();
  const callers = Array.from({ length: 40 }, async (_, index) => {
    for (let words = 1 + index; ; words += 1) {
      const events = await chatEvents(client, chatInput(`[[sim words=${(words % 40) + 1} chunk_ms=2]]`));
      if (lastOf(events)?.__typename !== "ChatFinished") return;
      finished.push(events);
      if (finished.length >= 80) isAnswered.resolve();
    }
  });
  const gone = Promise.allSettled(callers);
  await Promise.race([isAnswered.promise, gone]);
  await pause(30);
  await system.kill9();
  await gone;
  await system.restart();

  expect(finished.length).toBeGreaterThanOrEqual(80);
  const answered = finished.map((events) => ({
    id: events[0]?.requestId ?? "",
    nanoMxn: nanoOf(lastOf(events)?.usage?.costMxn ?? ""),
  }));
  expectAllPaid(answered, await allEntries(system, org));
  expect(await system.cenote("ledger", "verify", org)).toMatchObject({ ok: true });
});
