import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import { promisify } from "node:util";
import { findGrpcurl, type FoundGrpcurl } from "@cenote/testkit";
import { balanceOf } from "../harness/ledger";
import { inRoot } from "../harness/paths";
import { harness } from "./harness";
import { codeIn } from "./code-blocks";

const run = promisify(execFile);

let grpcurl: FoundGrpcurl = { reason: "nobody looked for it" };
beforeAll(async () => {
  grpcurl = await findGrpcurl(process.env);
});

const { blockWith } = codeIn("docs/grpc.md");

const environment = async () => {
  const { system } = harness();
  const { org } = await balanceOf(system, "demo");
  const folders = "folder" in grpcurl ? [grpcurl.folder] : [];
  const PATH = [...folders, inRoot("node_modules/.bin"), process.env.PATH ?? ""].join(delimiter);
  return { ...process.env, PATH, CENOTE_INTERNAL_TOKEN: system.token, CENOTE_ORGANIZATION: org };
};

interface Answer {
  readonly message: { readonly content: readonly { readonly text: string }[] };
  readonly usage: { readonly costNanoMxn: string };
}

const shell = async (command: string): Promise<string> =>
  (await run("bash", ["-c", command], { env: await environment(), cwd: inRoot() })).stdout;

test("buf's call gets an answer, and the organization pays", async () => {
  const answer = JSON.parse(await shell(blockWith("sh", "buf curl").replace("npx buf", "buf"))) as Answer;
  expect(answer.message.content[0]?.text.length).toBeGreaterThan(0);
  expect(BigInt(answer.usage.costNanoMxn)).toBeGreaterThan(0n);
});

test("buf's call streams to its end", async () => {
  const output = await shell(blockWith("sh", "StreamChatCompletion").replace("npx buf", "buf"));
  expect(output).toMatch(/"started"[^]*"text"[^]*"finished"/);
});

test("grpcurl's call gets an answer", async () => {
  if ("reason" in grpcurl) console.warn(`${grpcurl.reason}: buf's call stands in for grpcurl's`);
  const command =
    "folder" in grpcurl ? blockWith("sh", "grpcurl -plaintext") : blockWith("sh", "buf curl").replace("npx buf", "buf");
  const answer = JSON.parse(await shell(command)) as Answer;
  expect(answer.message.content[0]?.text.length).toBeGreaterThan(0);
  expect(BigInt(answer.usage.costNanoMxn)).toBeGreaterThan(0n);
});

test("grpcurl reads health by reflection, and so would any reader in Go", async () => {
  if ("reason" in grpcurl) {
    console.warn(`${grpcurl.reason}: health is not asked through it`);
    return;
  }
  expect(JSON.parse(await shell(blockWith("sh", "grpc.health")))).toEqual({ status: "SERVING" });
});

test("the TypeScript client gets an answer, streams the same at the same price, and reads an error", async () => {
  const program = blockWith("ts", "proto-loader").replace('["proto"]', JSON.stringify([inRoot("proto")]));
  const { stdout } = await run(process.execPath, ["--input-type=module-typescript", "--eval", program], {
    env: await environment(),
    cwd: inRoot("e2e"),
  });
  const [answered = "", streamed = "", finished = "", failed = ""] = stdout.trim().split("\n");
  const [, text, cost] = /^(.+) (\d+)$/.exec(answered) ?? [];
  expect({ streamed, finished }).toEqual({ streamed: text, finished: `stop, ${cost} nano-pesos` });
  expect(failed).toMatch(/^model_not_found model false The model "openai\/nothing" does not exist\./);
});
