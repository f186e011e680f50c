import { createManualClock, type Deferred, deferred } from "@cenote/testkit";
import { mongo } from "mongoose";
import { createSharedInserts } from "./shared-inserts";

interface Row {
  readonly _id: string;
}

/** A collection whose answers the test controls. */
const setUp = () => {
  const commands: { readonly ids: string[]; readonly answer: Deferred<void> }[] = [];
  const command = (documents: readonly Row[]) => {
    const answer = deferred();
    commands.push({ ids: documents.map(({ _id }) => _id), answer });
    return answer.promise;
  };
  const collection = {
    insertOne: (document: Row) => command([document]),
    insertMany: command,
  } as unknown as mongo.Collection<Row>;
  const clock = createManualClock();
  const insert = createSharedInserts({ collection, writeConcern: { w: "majority" }, clock });
  const add = (id: string) => {
    const outcome = insert({ _id: id });
    outcome.catch(() => {});
    return outcome;
  };
  return { clock, commands, add, sent: () => commands.map(({ ids }) => ids) };
};

const turn = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const bulkError = (
  errors: readonly { index: number; code: number }[],
  writeConcernError?: object,
): mongo.MongoBulkWriteError => {
  const error = Object.create(mongo.MongoBulkWriteError.prototype) as mongo.MongoBulkWriteError;
  return Object.assign(error, { writeErrors: errors, result: { getWriteConcernError: () => writeConcernError } });
};

describe("inserts of many organizations", () => {
  it("are sent at once when alone, and together if they had to wait", async () => {
    const { commands, add, sent } = setUp();
    const outcomes = ["a", "b", "c"].map(add);
    expect(sent()).toEqual([["a"]]);
    commands[0]?.answer.resolve();
    await turn();
    expect(sent()).toEqual([["a"], ["b", "c"]]);
    commands[1]?.answer.resolve();
    expect(await Promise.all(outcomes)).toEqual(["committed", "committed", "committed"]);
  });

  it("are accepted or rejected one by one", async () => {
    const { commands, add } = setUp();
    const outcomes = ["a", "b", "c", "d"].map(add);
    commands[0]?.answer.resolve();
    await turn();
    commands[1]?.answer.reject(
      bulkError([
        { index: 0, code: 11_000 },
        { index: 2, code: 121 },
      ]),
    );
    expect(
      (await Promise.allSettled(outcomes)).map((outcome) =>
        outcome.status === "fulfilled" ? outcome.value : "unknown",
      ),
    ).toEqual(["committed", "taken", "committed", "unknown"]);
  });

  it("can be rejected when alone, too", async () => {
    const { commands, add } = setUp();
    const outcome = add("a");
    commands[0]?.answer.reject(new mongo.MongoServerError({ message: "E11000 duplicate key", code: 11_000 }));
    expect(await outcome).toBe("taken");
  });

  it.each([
    ["the connection broke", new Error("socket closed")],
    [
      "the majority did not answer",
      new mongo.MongoServerError({ message: "waiting for replication timed out", code: 64 }),
    ],
  ])("have an unknown outcome, if sent alone, when %s", async (_, error) => {
    const { commands, add } = setUp();
    const outcome = add("a");
    commands[0]?.answer.reject(error);
    await expect(outcome).rejects.toBe(error);
  });

  it.each([
    ["the connection broke", new Error("socket closed")],
    ["the majority did not answer", bulkError([], { code: 64 })],
    ["it is durable for none, though one is refused", bulkError([{ index: 0, code: 11_000 }], { code: 64 })],
  ])("have an unknown outcome, if sent together, when %s", async (_, error) => {
    const { commands, add } = setUp();
    const first = add("a");
    const outcomes = [add("b"), add("c")];
    commands[0]?.answer.resolve();
    await first;
    await turn();
    commands[1]?.answer.reject(error);
    for (const outcome of outcomes) await expect(outcome).rejects.toBe(error);
  });

  it("do not wait for one that is stuck, whether or not another arrives", async () => {
    const { clock, commands, add, sent } = setUp();
    const outcomes = [add("a"), add("b")];
    await clock.advance(1_500);
    outcomes.push(add("c"));
    await clock.advance(500);
    expect(sent()).toEqual([["a"], ["b", "c"]]);
    outcomes.push(add("d"));
    await clock.advance(2_000);
    expect(sent()).toEqual([["a"], ["b", "c"], ["d"]]);
    for (const { answer } of commands.toReversed()) {
      answer.resolve();
      await turn();
    }
    expect(await Promise.all(outcomes)).toEqual(["committed", "committed", "committed", "committed"]);
  });
});
