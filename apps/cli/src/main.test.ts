import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  BillingServiceDefinition,
  InferenceServiceDefinition,
  type BillingService,
  type InferenceService,
} from "@cenote/contracts";
import { CenoteError, silentLog } from "@cenote/core";
import { createGrpcServer, type GrpcServer } from "@cenote/rpc/server";
import { DEMO_ID, demo, fakeBilling, fakeInference, twoOrganizations } from "./testing/fake-services";

const TOKEN = "the-token";
const ROOT = join(__dirname, "..", "..", "..");
const MAIN = join(__dirname, "main.ts");

interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Reader {
  /** Closes standard output before anything was read from it. */
  readonly leaves?: boolean;
  /** Standard output is this file. */
  readonly file?: string;
}

/** Runs the tool as a process, compiled on the fly with the same swc that jest uses. */
const cenote = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
  { leaves = false, file }: Reader = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const command = [
      ...(file === undefined ? [] : ["sh", "-c", `exec "$0" "$@" > ${file}`]),
      process.execPath,
      "--require",
      join(ROOT, "scripts", "register.cjs"),
      MAIN,
      ...args,
    ];
    const [program = "", ...programArgs] = command;
    const child = execFile(
      program,
      programArgs,
      { cwd, env: { PATH: process.env.PATH ?? "", ...env } },
      (error, stdout, stderr) => {
        resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
    if (leaves) child.stdout?.destroy();
  });

let folder: string;
let server: GrpcServer;
let port: number;
const getBalance = jest.fn();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cenote-cli-"));
  writeFileSync(join(folder, "internal-token"), `${TOKEN}\n`);
  server = createGrpcServer({ host: "127.0.0.1", port: 0, token: TOKEN, log: silentLog });
  const billing = fakeBilling({
    ...twoOrganizations,
    getBalance,
    createOrganization: ({ name }) =>
      Promise.resolve({ organization: { ...demo, name }, balanceNanoMxn: 50_000_000_000n }),
    credit: () => Promise.reject(new CenoteError("idempotency_conflict", "That id was used for another amount.")),
    async *checkLedger() {
      const counts = { organizations: 1n, blocks: 2n, entries: 3n };
      const fault = { organizationId: DEMO_ID, seq: 2n, reason: "hash differs" };
      yield { ...counts, result: { ok: false, ...counts, fault } };
    },
  });
  server.add<BillingService>(BillingServiceDefinition, billing);
  server.add<InferenceService>(InferenceServiceDefinition, fakeInference({}));
  port = await server.listen();
});

afterAll(async () => {
  await server?.drain(0);
  rmSync(folder, { recursive: true, force: true });
});

const systemEnvironment = () => ({ GRPC_PORT: String(port), CENOTE_DATA_DIR: folder });

const onSystem = (...args: readonly string[]) => cenote(args, systemEnvironment(), folder);

test("one JSON value on standard output, fetched over gRPC, and exit code 0", async () => {
  getBalance.mockResolvedValue({ balanceNanoMxn: 1_500_000_000n, heldNanoMxn: 0n, availableNanoMxn: 1_500_000_000n });
  const { exitCode, stdout, stderr } = await onSystem("balance", "demo", "--json");
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual({ org: DEMO_ID, balance_mxn: "1.5", held_mxn: "0", available_mxn: "1.5" });
  expect(getBalance).toHaveBeenCalledWith({ organizationId: DEMO_ID }, expect.anything());
});

test("an error from the service: its message on standard error, nothing on standard output, and exit code 1", async () => {
  expect(await onSystem("credit", "demo", "5", "--id", "x", "--json")).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "cenote: That id was used for another amount.\n",
  });
});

test("a failed verification: exit code 1, with the wrong block", async () => {
  const { exitCode, stderr } = await onSystem("ledger", "verify");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("block 2: hash differs");
});

test("a reader that leaves before the answer is no error", async () => {
  getBalance.mockResolvedValue({ balanceNanoMxn: 1n, heldNanoMxn: 0n, availableNanoMxn: 1n });
  const { exitCode, stderr } = await cenote(["balance", "demo"], systemEnvironment(), folder, { leaves: true });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
});

(existsSync("/dev/full") ? test : test.skip)(
  "an answer that can't be written is: exit code 1, no stack trace",
  async () => {
    getBalance.mockResolvedValue({ balanceNanoMxn: 1n, heldNanoMxn: 0n, availableNanoMxn: 1n });
    const { exitCode, stderr } = await cenote(["balance", "demo"], systemEnvironment(), folder, { file: "/dev/full" });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^cenote: The answer could not be written: ENOSPC.*\n$/);
  },
);

test("an unknown command: exit code 2", async () => {
  expect(await onSystem("balance")).toMatchObject({ exitCode: 2, stdout: "" });
});

test("a server that listens on all addresses is reached through the loopback one", async () => {
  const { exitCode } = await cenote(
    ["org", "create", "acme"],
    { HOST: "0.0.0.0", GRPC_PORT: String(port), CENOTE_INTERNAL_TOKEN: TOKEN },
    folder,
  );
  expect(exitCode).toBe(0);
});

test.each(["dns:PORT", "dns:///PORT", "ipv4:PORT", "ipv4:127.0.0.1:1,PORT"])(
  "every address that the services take is one for the tool: %s",
  async (form) => {
    const { exitCode, stderr } = await cenote(
      ["org", "create", "acme"],
      { CENOTE_BILLING_ADDRESS: form.replace("PORT", `127.0.0.1:${port}`), CENOTE_INTERNAL_TOKEN: TOKEN },
      folder,
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  },
);

test("services that run apart are each asked at their own address; without it, it says which is missing", async () => {
  const [billing, inference] = [0, 0].map((port) =>
    createGrpcServer({ host: "127.0.0.1", port, token: TOKEN, log: silentLog }),
  );
  billing?.add<BillingService>(BillingServiceDefinition, fakeBilling({ listPrices: async () => ({ prices: [] }) }));
  inference?.add<InferenceService>(
    InferenceServiceDefinition,
    fakeInference({ listModels: async () => ({ models: [], simulated: false }) }),
  );
  const ports = [await billing?.listen(), await inference?.listen()];
  const environment = { CENOTE_DATA_DIR: folder, GRPC_PORT: String(ports[0]) };
  const address = { CENOTE_INFERENCE_ADDRESS: `127.0.0.1:${ports[1]}` };
  expect(await cenote(["models", "--json"], { ...environment, ...address }, folder)).toMatchObject({ exitCode: 0 });
  const { exitCode, stderr } = await cenote(["models"], environment, folder);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("CENOTE_INFERENCE_ADDRESS");
  await billing?.drain(0);
  await inference?.drain(0);
});

test("the token in the environment takes precedence over the one in the data folder, and a wrong one is reported", async () => {
  const { exitCode, stdout, stderr } = await cenote(
    ["org", "list"],
    { GRPC_PORT: String(port), CENOTE_DATA_DIR: folder, CENOTE_INTERNAL_TOKEN: "wrong" },
    folder,
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr).toContain("CENOTE_INTERNAL_TOKEN");
});

test("without a token it says where it looked, and creates none", async () => {
  const elsewhere = join(folder, "elsewhere");
  const { exitCode, stderr } = await cenote(
    ["org", "list"],
    { GRPC_PORT: String(port), CENOTE_DATA_DIR: elsewhere },
    folder,
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain(join(elsewhere, "internal-token"));
  expect(
    (await cenote(["org", "list"], { GRPC_PORT: String(port), CENOTE_DATA_DIR: elsewhere }, folder)).exitCode,
  ).toBe(1);
});

test("if the system is not running it says where it looked and what to do", async () => {
  const free = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
  });
  const { exitCode, stdout, stderr } = await cenote(
    ["org", "list", "--json"],
    { GRPC_PORT: String(free), CENOTE_DATA_DIR: folder },
    folder,
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr).toContain(`127.0.0.1:${free}`);
  expect(stderr).toContain("npm start");
});

test("invalid environment variables are reported without a stack trace", async () => {
  const { exitCode, stderr } = await cenote(["org", "list"], { GRPC_PORT: "none" }, folder);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("GRPC_PORT");
});

describe("config check, without a running system", () => {
  const check = (yaml: string | undefined) => {
    const path = join(folder, "checked.yaml");
    rmSync(path, { force: true });
    if (yaml !== undefined) writeFileSync(path, yaml);
    return cenote(["config", "check", "--json"], { CENOTE_CONFIG: path }, folder);
  };

  test("accepts a valid file", async () => {
    const { exitCode, stdout } = await check('extends: default\nfx: { source: fixed, mxn_per_usd: "19.5" }\n');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, models: expect.any(Number) });
  });

  test("reports all mistakes at once, each with its line", async () => {
    const { exitCode, stdout, stderr } = await check(
      'extends: default\nmarkup: cheap\nfx: { source: fixed, mxn_per_usd: "a lot" }\n',
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(/line 2: .*markup/);
    expect(stderr).toMatch(/line 3: .*mxn_per_usd/);
  });

  test("reports quirks that the family of a provider does not have", async () => {
    const { exitCode, stderr } = await check(
      "providers: { p: { kind: openai-compatible, base_url: https://p.test, quirks: { max_tokens_feild: max_tokens } } }\n",
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      "line 1: providers.p.quirks max_tokens_feild: no such quirk; there are max_tokens_field, ",
    );
  });

  test("reports a video model that takes an image, over routes that take none", async () => {
    const { exitCode, stderr } = await check(`providers: { p: { kind: fal, base_url: https://p.test } }
models:
  - id: p/film
    type: video
    default_duration_s: 5
    max_duration_s: 5
    first_frame: {}
    price_usd: { per_second: "1" }
    routes: [{ provider: p, model: a/film }]
`);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("line 7: models[0].first_frame needs a route that takes an image");
  });

  test("warns of a package that a start would not find", async () => {
    const provider = "kind: ai-sdk, package: no-such-package";
    const { stdout } = await check(
      `providers: { a: { ${provider} }, b: { ${provider} }, unused: { ${provider}-either, api_key: "\${UNSET}" } }\n`,
    );
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      warnings: [
        "no-such-package is not installed. Install it with: npx pnpm@10 add --workspace-root no-such-package",
        "provider unused is not used: UNSET is not set",
      ],
    });
  });

  test("warns of a model that its provider shuts down", async () => {
    const { stdout } = await check(`
providers: { p: { kind: openai-compatible, base_url: https://p.test } }
models:
  - id: p/m
    type: chat
    until: 2026-01-02
    price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "1" }
    routes: [{ provider: p, model: m }]
`);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      warnings: ["p/m is not tried at p from 2026-01-02 on: it shuts the model down"],
    });
  });

  test("reports a missing file", async () => {
    expect(await check(undefined)).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining("no such file"),
    });
  });
});
