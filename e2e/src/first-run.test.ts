import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { cenoteYaml } from "./harness/cenote-yaml";
import { eventually } from "./harness/eventually";
import { ask, createClient, type ChatCompletion } from "./harness/client";
import { digitsOf, nanoOf } from "./harness/exact";
import { balanceOf, entryOf } from "./harness/ledger";
import { PATIENCE_MS } from "./harness/limits";
import { currentMode } from "./harness/mode";
import { inRoot } from "./harness/paths";
import { parseSse } from "./harness/sse";
import { databasePids, inheritedEnvironment, startSystem, type System } from "./harness/system";

const FIRST_START_LIMIT_MS = 900_000;
const KEY = /\bcen_sk_live_[A-Za-z0-9]{32}\b/g;
const command = currentMode() === "start" ? (["npm", "start"] as const) : (["npm", "run", "services"] as const);

let system: System | undefined;
let firstOutput = "";

const running = (): System => {
  if (system === undefined) throw new Error("the system did not start");
  return system;
};

beforeAll(async () => {
  // No `yaml`: the shipped catalog, as on a laptop without a provider key. The first start may have to install and
  // build.
  system = await startSystem({
    command: [...command],
    cwd: inRoot(),
    database: "own",
    readyLimitMs: FIRST_START_LIMIT_MS,
    env: { LOG_LEVEL: "info", CENOTE_CONFIG: "", CENOTE_SIMULATE: "auto" },
  });
  firstOutput = system.stdout();
}, FIRST_START_LIMIT_MS + PATIENCE_MS);

afterAll(async () => {
  await system?.dispose();
});

/** The last line that is not a log line; log lines continue after the start. */
const lastWords = (stdout: string): string | undefined =>
  stdout.split("\n").findLast((line) => line !== "" && !line.startsWith("{"));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      resolve(true);
      socket.destroy();
    });
    socket.once("error", () => {
      resolve(false);
    });
  });

describe(`${command.join(" ")} on an empty data folder`, () => {
  test("prints `ready` on its last line", () => {
    expect(lastWords(firstOutput)).toBe(`ready ${running().baseUrl}`);
  });

  test("keeps what V8 compiled, for the next start", () => {
    expect(existsSync(inRoot("node_modules/.cenote/compiled"))).toBe(true);
  });

  test("says which database it uses, and that the providers are simulated", async () => {
    const { client } = { client: createClient(running()) };
    expect(firstOutput).toMatch(/^database /m);
    expect(firstOutput).toMatch(/simulated/i);
    const { text } = await client.getJson("/v1/models");
    expect(text).toContain('"simulated":true');
    expect(await running().cenote("models")).toMatchObject({ simulated: true });
  });

  test("prints the key of `demo` with a curl line that works", async () => {
    const keys = new Set(firstOutput.match(KEY));
    expect([...keys]).toEqual([running().key]);
    const curl =
      /curl (\S+) \\\n\s+-H "Authorization: Bearer (\S+)" \\\n\s+-H "Content-Type: application\/json" \\\n\s+-d '(.*)'/.exec(
        firstOutput,
      );
    expect(curl).not.toBeNull();
    const [, url = "", key = "", body = ""] = curl ?? [];
    const answer = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body,
    });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as ChatCompletion).choices[0]?.message.content).not.toBe("");
  });

  test("writes the key to CENOTE_KEY_FILE, readable only by its owner", () => {
    expect(statSync(running().keyFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(running().keyFile, "utf8").trim()).toBe(running().key);
  });

  test("keeps the internal token readable only by its owner", () => {
    expect(statSync(`${running().dataDir}/internal-token`).mode & 0o777).toBe(0o600);
  });

  test("gives `demo` the free credit, and charges calls to it", async () => {
    const organizations = await running().cenote<{ organizations: { name: string }[] }>("org", "list");
    expect(organizations.organizations.map(({ name }) => name)).toEqual(["demo"]);
    const { balance_mxn: balance } = await running().cenote<{ balance_mxn: string }>("balance", "demo");
    expect(Number(balance)).toBeLessThan(50);
    expect(Number(balance)).toBeGreaterThan(49);
  });

  test("logs neither keys nor content of calls", async () => {
    await createClient(running()).post("/v1/chat/completions", ask("a very private question"));
    const first = new Set(firstOutput.split("\n"));
    const log = running()
      .output()
      .split("\n")
      .filter((line) => !first.has(line))
      .join("\n");
    expect(log).not.toContain("a very private question");
    expect(log.match(KEY)).toBeNull();
  });
});

describe("stop and restart", () => {
  let before: Record<string, unknown>;

  test("SIGTERM exits 0 and leaves nothing running", async () => {
    before = await running().cenote("balance", "demo");
    const { keeperPid, serverPid } = databasePids(running().dataDir);
    expect(isAlive(serverPid)).toBe(true);
    expect(await running().stop()).toBe(0);
    expect(isAlive(serverPid)).toBe(false);
    await eventually("the end of the database's keeper", () => !isAlive(keeperPid));
    expect(await listens(running().port)).toBe(false);
    expect(await listens(running().grpcPort)).toBe(false);
  });

  test("keeps its data, and prints no key", async () => {
    rmSync(running().keyFile);
    await running().restart();
    expect(running().stdout().match(KEY)).toBeNull();
    expect(existsSync(running().keyFile)).toBe(false);
    expect(lastWords(running().stdout())).toBe(`ready ${running().baseUrl}`);
    expect(await running().cenote("balance", "demo")).toEqual(before);
    expect((await createClient(running()).post("/v1/chat/completions", ask("Hi"))).status).toBe(200);
    expect(await running().cenote("ledger", "verify")).toMatchObject({ ok: true });
  });

  test("lets an open stream finish before it exits 0, and has charged it", async () => {
    const response = await createClient(running()).post(
      "/v1/chat/completions",
      ask("[[sim words=20 chunk_ms=100]]", { stream: true }),
    );
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const { value: first = "" } = await reader.read();
    const exited = running().stop();
    let text = first;
    for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    expect(await exited).toBe(0);
    await running().restart();
    const paid = await entryOf(running(), "demo", response.headers.get("x-request-id") ?? "", "settle");
    const chunks = parseSse(text).events.map(({ data }) => data);
    expect(nanoOf(paid.amount_mxn)).toBe(-nanoOf(digitsOf(chunks.at(-2) ?? "", "cost_mxn")));
    expect(await balanceOf(running(), "demo")).toMatchObject({ held_mxn: "0" });
  });
});

describe("a start that fails", () => {
  const expectRefused = async (
    env: Readonly<Record<string, string>>,
    reason: RegExp,
    database: "own" | "shared" = "own",
  ): Promise<void> => {
    const failure = startSystem({ database, env: { ...inheritedEnvironment(), ...env } });
    await expect(failure).rejects.toThrow(reason);
  };

  test("reports every mistake in cenote.yaml at once", async () => {
    const path = `${running().dataDir}/wrong.yaml`;
    writeFileSync(path, "extends: default\nmarkup: cheap\nfx: { source: fixed, mxn_per_usd: dear }\n");
    await expectRefused({ CENOTE_CONFIG: path }, /line 2[\s\S]*line 3/);
  });

  test("reports every mistake in the environment at once", async () => {
    await expectRefused({ GRPC_PORT: "none", LOG_LEVEL: "loud" }, /GRPC_PORT[\s\S]*LOG_LEVEL/);
  });

  test("does not stay half alive if its port is in use", async () => {
    const taken = await startSystem({ yaml: cenoteYaml({ simulatorUrl: "http://127.0.0.1:1" }) });
    try {
      await expectRefused({ PORT: String(taken.port) }, /EADDRINUSE.*set PORT to a free port/, "shared");
    } finally {
      await taken.dispose();
    }
  });
});
