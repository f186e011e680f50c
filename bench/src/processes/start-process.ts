import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface StartedProcess {
  readonly pid: number;
  /** The URL on its `ready` line. */
  readonly url: string;
  stop(): Promise<void>;
}

const READY = /^ready (http\S+)$/;
const STOP_LIMIT_MS = 15_000;
const KEPT_ERROR_LINES = 20;

/**
 * Runs a Node program and waits for its line `ready <url>`. If it ends first or is too slow, throws with its last
 * output.
 * @param flags Flags for Node.
 */
export const startProcess = (
  script: string,
  environment: NodeJS.ProcessEnv,
  limitMs: number,
  flags: readonly string[] = [],
): Promise<StartedProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, script], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said: string[] = [];
    const keep = (line: string) => {
      said.push(line);
      if (said.length > KEPT_ERROR_LINES) said.shift();
    };
    const exited = new Promise<void>((done) => {
      child.once("exit", () => {
        done();
      });
    });
    const fail = (reason: string) => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      reject(new Error(`${script}: ${reason}\n${said.join("\n")}`));
    };
    const timer = setTimeout(() => {
      fail(`not ready within ${limitMs} ms`);
    }, limitMs);
    child.once("error", (error) => {
      fail(error.message);
    });
    child.once("exit", (code) => {
      fail(`ended with ${String(code)} before it was ready`);
    });
    createInterface({ input: child.stderr }).on("line", keep);
    createInterface({ input: child.stdout }).on("line", (line) => {
      keep(line);
      const url = READY.exec(line)?.[1];
      if (url === undefined || child.pid === undefined) return;
      clearTimeout(timer);
      resolve({
        pid: child.pid,
        url,
        async stop() {
          child.kill("SIGTERM");
          const killer = setTimeout(() => {
            child.kill("SIGKILL");
          }, STOP_LIMIT_MS);
          await exited;
          clearTimeout(killer);
        },
      });
    });
  });
