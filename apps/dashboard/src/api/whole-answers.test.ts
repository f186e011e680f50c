import { Client, type Exchange, type ExecutionResult, gql, makeResult } from "@urql/core";
import { map, pipe } from "wonka";
import { wholeAnswers } from "./whole-answers";

const AWAY = [{ message: "Away.", extensions: { code: "overloaded" } }];

/** What a page receives for this answer of the server. */
const told = async (answer: Pick<ExecutionResult, "data" | "errors">) => {
  const server: Exchange = () => (operations) =>
    pipe(
      operations,
      map((operation) => makeResult(operation, answer)),
    );
  const client = new Client({ url: "/graphql", preferGetMethod: false, exchanges: [wholeAnswers, server] });
  const query = gql`
    {
      topUp
    }
  `;
  const { data, error } = await client.query(query, {}).toPromise();
  return { data: data as unknown, message: error?.graphQLErrors[0]?.message };
};

describe("an answer of the server", () => {
  it.each([
    ["everything", null],
    ["a field that may be null", { topUp: null }],
  ])("has no data if %s failed", async (_, data) => {
    expect(await told({ data, errors: AWAY })).toEqual({ data: undefined, message: "Away." });
  });

  it("says with null what there is not, if nothing failed", async () => {
    expect(await told({ data: { topUp: null } })).toEqual({ data: { topUp: null }, message: undefined });
  });
});
