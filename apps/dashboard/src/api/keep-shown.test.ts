import {
  Client,
  CombinedError,
  type ExchangeIO,
  gql,
  makeErrorResult,
  makeOperation,
  makeResult,
  type Operation,
} from "@urql/core";
import { filter, makeSubject, map, pipe, subscribe } from "wonka";
import { keepShown } from "./keep-shown";

const LOST = new CombinedError({ networkError: new Error("Failed to fetch") });
const client = new Client({ url: "/graphql", preferGetMethod: false, exchanges: [] });
const query = client.createRequestOperation("query", {
  key: 1,
  query: gql`
    {
      keys
    }
  `,
  variables: {},
});
const teardown = makeOperation("teardown", query);

/**
 * The shown data, and whether there is an error, after each operation. The answer `undefined` stands for a lost
 * connection.
 */
const shownOf = (operations: readonly Operation[], answers: readonly (string | undefined)[]) => {
  const left = [...answers];
  const forward: ExchangeIO = (source) =>
    pipe(
      source,
      filter(({ kind }) => kind === "query"),
      map((operation) => {
        const keys = left.shift();
        return keys === undefined ? makeErrorResult(operation, LOST) : makeResult(operation, { data: { keys } });
      }),
    );
  const subject = makeSubject<Operation>();
  const shown: unknown[] = [];
  pipe(
    keepShown({ client, forward, dispatchDebug: () => {} })(subject.source),
    subscribe(({ data, error }) => {
      shown.push([data?.keys, error !== undefined]);
    }),
  );
  for (const operation of operations) subject.next(operation);
  return shown;
};

describe("data of a query", () => {
  it("stays beside the error of a failed reload, until the next answer", () => {
    expect(shownOf([query, query, query, query], ["a", undefined, undefined, "b"])).toEqual([
      ["a", false],
      ["a", true],
      ["a", true],
      ["b", false],
    ]);
  });

  it("is undefined if the first load fails, and is not kept after teardown", () => {
    expect(shownOf([query, query, teardown, query], [undefined, "a", undefined])).toEqual([
      [undefined, true],
      ["a", false],
      [undefined, true],
    ]);
  });
});
