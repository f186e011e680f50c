import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestDatabase } from "@cenote/mongo/testing";
import { startChild, type Child } from "./child";
import { eventually } from "./eventually";
import { freePort } from "./free-port";
import { PATIENCE_MS } from "./limits";
import { currentMode, type Mode } from "./mode";
import { COMPILED, inRoot } from "./paths";
import { runTool, type ToolOutcome } from "./tool";

export interface SystemOptions {
  readonly mode?: Mode;
  /** Text of cenote.yaml; by default the shipped catalog. */
  readonly yaml?: string;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * `shared`: a database on the run's shared server, dropped with the system. `own`: what the system chooses itself, in
   * its data folder.
   */
  readonly database?: "shared" | "own";
  /** Command and arguments instead of the built main file. */
  readonly command?: readonly [string, ...string[]];
  /** Until the first start says `ready`: longer if it installs and builds. */
  readonly readyLimitMs?: number;
  /** Working directory; by default the data folder's parent. */
  readonly cwd?: string;
}

export interface System {
  readonly baseUrl: string;
  /** API key of the organization `demo`; empty if another system on the same database has it. */
  readonly key: string;
  readonly port: number;
  readonly grpcPort: number;
  /** The internal token, for gRPC. */
  readonly token: string;
  readonly dataDir: string;
  readonly keyFile: string;
  readonly pid: number;
  /** Standard output and standard error since the last start. */
  output(): string;
  /** Standard output since the last start. */
  stdout(): string;
  /**
   * Runs the operator's tool with `--json`, with retries while a service does not answer, and returns what it printed.
   * Throws if it failed.
   */
  cenote<Answer = Record<string, unknown>>(...args: readonly string[]): Promise<Answer>;
  /** Runs the operator's tool, with retries while a service does not answer, and returns its outcome. */
  tool(...args: readonly string[]): Promise<ToolOutcome>;
  /** Sends SIGTERM. @returns The exit code. */
  stop(): Promise<number>;
  /** Sends SIGKILL to everything the system started, and to its own database server if `database` is set. */
  kill9(options?: { readonly database?: boolean }): Promise<void>;
  /** Starts again with the same data, on the same ports. */
  restart(): Promise<void>;
  /** Replaces the `yaml` it was started with; the running system notices the change. */
  configure(yaml: string): void;
  /** Stops what runs and removes the data. For `afterAll`: does not throw if something has stopped already. */
  dispose(): Promise<void>;
}

const MAIN: Readonly<Record<Mode, string>> = {
  start: "apps/standalone/dist/main.js",
  services: "apps/standalone/dist/services.js",
};

/** A start must not fail because the shared database stalls for seconds while a service connects to it. */
const PATIENT_CONNECTION = "connectTimeoutMS=60000&serverSelectionTimeoutMS=60000";
/**
 * The tool's message if a service does not answer, also for the seconds until each process sees that the service is
 * back.
 */
const BUSY = "Retry shortly";
/** A credit without an id would be posted again. Every other command can be repeated. */
const isRepeatable = (args: readonly string[]): boolean =>
  !["credit", "adjust"].includes(args[0] ?? "") || args.includes("--id");
/** Gives a credit an id, so that it can be repeated. */
const withId = (args: readonly string[]): readonly string[] =>
  isRepeatable(args) ? args : [...args, "--id", `e2e-${randomUUID()}`];

/** Inherited from the environment of the tests; nothing else is, especially not provider keys. */
const INHERITED = [
  "PATH",
  "HOME",
  "TMPDIR",
  "LANG",
  "XDG_CACHE_HOME",
  "PYENV_ROOT",
  "PIP_INDEX_URL",
  "PIP_CONFIG_FILE",
  "PIP_CERT",
  "npm_config_registry",
  "NPM_CONFIG_USERCONFIG",
  "NODE_EXTRA_CA_CERTS",
];

export const inheritedEnvironment = (): Record<string, string> =>
  Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));

export const startSystem = async (options: SystemOptions = {}): Promise<System> => {
  const {
    mode = currentMode(),
    yaml,
    database = "shared",
    readyLimitMs = PATIENCE_MS,
    // Without --enable-source-maps, which takes a sixth of a start: the compiled lines of a stack trace are enough
    // here.
    command = [process.execPath, inRoot(MAIN[mode])] as const,
  } = options;
  const folder = mkdtempSync(join(tmpdir(), "cenote-e2e-"));
  const dataDir = join(folder, "data");
  const keyFile = join(folder, "key");
  const configFile = join(folder, "cenote.yaml");
  if (yaml !== undefined) writeFileSync(configFile, yaml);
  const port = await freePort();
  const grpcPort = await freePort();
  const shared = database === "shared" ? await startTestDatabase() : undefined;
  const env: Record<string, string> = {
    ...inheritedEnvironment(),
    ...(options.command === undefined ? COMPILED : {}),
    HOST: "127.0.0.1",
    PORT: String(port),
    GRPC_PORT: String(grpcPort),
    CENOTE_DATA_DIR: dataDir,
    CENOTE_KEY_FILE: keyFile,
    LOG_LEVEL: "warn",
    ...(yaml === undefined ? {} : { CENOTE_CONFIG: configFile, CENOTE_SIMULATE: "off" }),
    ...(shared === undefined
      ? {}
      : { MONGODB_URI: `${shared.uri}${shared.uri.includes("?") ? "&" : "?"}${PATIENT_CONNECTION}` }),
    ...options.env,
  };
  const start = async (): Promise<Child> => {
    const [program, ...args] = command;
    const started = startChild({ command: program, args, env, cwd: options.cwd ?? folder });
    try {
      await started.line(/^ready (http:\S+)$/, readyLimitMs);
    } catch (error) {
      await started.kill9();
      throw error;
    }
    return started;
  };
  mkdirSync(dataDir);
  let child: Child;
  try {
    child = await start();
  } catch (error) {
    await shared?.stop();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const tool = (...args: readonly string[]) =>
    eventually(`cenote ${args.join(" ")}`, async () => {
      const outcome = await runTool(args, env);
      return outcome.exitCode !== 0 && outcome.stderr.includes(BUSY) && isRepeatable(args) ? undefined : outcome;
    });

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    key: existsSync(keyFile) ? readFileSync(keyFile, "utf8").trim() : "",
    port,
    grpcPort,
    token: env.CENOTE_INTERNAL_TOKEN ?? readToken(dataDir),
    dataDir,
    keyFile,
    get pid() {
      return child.pid;
    },
    output: () => child.output(),
    stdout: () => child.stdout(),
    async cenote<Answer>(...args: readonly string[]) {
      const { exitCode, stdout, stderr } = await tool(...withId(args), "--json");
      if (exitCode !== 0) throw new Error(`cenote ${args.join(" ")} exited ${exitCode}: ${stderr}`);
      return JSON.parse(stdout) as Answer;
    },
    tool,
    stop: () => child.terminate(PATIENCE_MS),
    async kill9({ database: withDatabase = false } = {}) {
      const servers = withDatabase ? databasePids(dataDir) : undefined;
      await child.kill9();
      if (servers === undefined) return;
      killIfAlive(servers.keeperPid);
      killIfAlive(servers.serverPid);
    },
    async restart() {
      child = await start();
    },
    configure(text) {
      if (yaml === undefined) throw new Error("a system over the shipped catalog is not configured anew");
      writeFileSync(configFile, text);
    },
    async dispose() {
      await child.terminate(PATIENCE_MS);
      await shared?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const readToken = (dataDir: string): string => readFileSync(join(dataDir, "internal-token"), "utf8").trim();

interface DatabasePids {
  readonly keeperPid: number;
  readonly serverPid: number;
}

/** Keeper and server of a database that the system started itself. */
export const databasePids = (dataDir: string): DatabasePids =>
  JSON.parse(readFileSync(join(dataDir, "mongo-server.json"), "utf8")) as DatabasePids;

const killIfAlive = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};
