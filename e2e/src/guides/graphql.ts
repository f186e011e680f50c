import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startChild } from "../harness/child";
import { ask } from "../harness/client";
import { eventually } from "../harness/eventually";
import { inRoot } from "../harness/paths";
import { inheritedEnvironment } from "../harness/system";
import { harness } from "./harness";
import { codeIn } from "./code-blocks";

const run = promisify(execFile);
/** The model of the guide's programs. */
const CHAT_MODEL = "openai/gpt-6-luna";

/** Part of a hold's name, new for each program, because a released hold does not hold again. */
let serial = 0;

const guide = codeIn("docs/graphql.md");
/** The answer continues only after part of it was printed, so that the connection is lost in the middle. */
const blockWith = (language: string, part: string): string =>
  guide
    .blockWith(language, part)
    .replace("a long story.", `a long story. [[sim words=40 hold=story-${serial} after=1]]`);

const shell = async (part: string): Promise<unknown> =>
  JSON.parse(
    (
      await run("bash", ["-c", blockWith("sh", part).replace("curl ", "curl --silent ")], {
        env: { ...process.env, CENOTE_API_KEY: harness().system.key },
      })
    ).stdout,
  );

const mint = async (): Promise<string> => {
  const { data } = (await shell("createClientToken")) as { data: { createClientToken: { secret: string } } };
  return data.createClientToken.secret;
};

/** Runs one of the guide's programs to completion. */
const program = async (part: string, change = (text: string) => text) => {
  serial += 1;
  const child = startChild({
    command: process.execPath,
    args: ["--input-type=module", "--eval", change(blockWith("js", part))],
    cwd: inRoot("e2e"),
    env: { ...inheritedEnvironment(), CENOTE_TOKEN: await mint() },
  });
  let hasEnded = false;
  const exitCode = child.exited.finally(() => {
    hasEnded = true;
  });
  await eventually("a first word", () => hasEnded || child.stdout() !== "");
  await harness().simulator.release(`story-${serial}`);
  return { exitCode: await exitCode, stdout: child.stdout(), output: child.output() };
};

test("the first query answers", async () => {
  expect(await shell("viewer")).toMatchObject({
    data: {
      viewer: { organization: { name: "demo" } },
      models: expect.arrayContaining([expect.objectContaining({ id: CHAT_MODEL })]),
    },
  });
});

test.each([
  ["graphql-ws alone", "client.dispose()"],
  ["urql", "@urql/core"],
  ["Apollo Client", "@apollo/client"],
  ["a lost connection", "resumeChat"],
  ["graphql-sse", "graphql-sse"],
])("the program with %s prints an answer as it arrives, and its price", async (_library, part) => {
  expect(await program(part)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/\w+ \w+[^]*\d\.\d+ MXN\n$/),
  });
});

test("Apollo Client's cache merges what was queried of the viewer, and the pages of a list", async () => {
  const more = `
    await client.query({ query: gql\`{ viewer { held } }\` });
    const page = gql\`query ($after: String) { ledger(first: 1, after: $after) { edges { cursor node { id } } pageInfo { endCursor hasNextPage } } }\`;
    const first = await client.query({ query: page });
    await client.query({ query: page, variables: { after: first.data.ledger.pageInfo.endCursor }, fetchPolicy: "network-only" });
    const { viewer, ledger } = client.readQuery({ query: gql\`{ viewer { available held } ledger(first: 1) { edges { node { id } } } }\` });
    console.log(Object.keys(viewer).join(), ledger.edges.length);`;
  const { system, client } = harness();
  await client.post("/v1/chat/completions", ask("hello"));
  const { exitCode, stdout } = await program(
    "typePolicies",
    (text) => text.replace("process.env.CENOTE_TOKEN", JSON.stringify(system.key)) + more,
  );
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^\d+(\.\d+)?\n__typename,available,held 2\n$/)]);
});

test.each([
  ["graphql-ws alone", "client.dispose()"],
  ["urql", "@urql/core"],
  ["Apollo Client", "@apollo/client"],
  ["graphql-sse", "graphql-sse"],
])("the program with %s fails if its question is rejected, or its token is", async (_library, part) => {
  const saysWith = async (change: (text: string) => string) => {
    const { exitCode, output } = await program(part, change);
    return exitCode === 0 ? "it went well" : output;
  };
  expect(await saysWith((text) => text.replace(CHAT_MODEL, ""))).toMatch(/model: must/);
  expect(await saysWith((text) => text.replaceAll("process.env.CENOTE_TOKEN", '"nobody"'))).toMatch(
    /invalid_api_key|401/,
  );
});
