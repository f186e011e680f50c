import { spawn } from "node:child_process";
import { statePath } from "./paths.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const SIGNAL_NUMBER = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };
const ORPHAN_CHECK_MS = 500;
/**
 * The same as in infra/Dockerfile. V8 would let its young generation grow to 128 MB; half of that costs no time
 * (bench/README.md).
 */
const NODE_FLAGS = ["--enable-source-maps", "--max-semi-space-size=32"];

/**
 * Runs Node in the foreground and resolves with its exit code. Signals are passed on. The system notices the end of
 * this launcher by an IPC channel, so that nothing is left running; the launcher notices the end of npm itself.
 */
export const runForeground = ({ node, env }, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(node, [...NODE_FLAGS, ...args], {
      // V8's compiled code is cached for the next start.
      env: { NODE_COMPILE_CACHE: statePath("compiled"), ...env },
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
    const parent = process.ppid;
    const orphanCheck = setInterval(() => {
      if (process.env.npm_execpath !== undefined && process.ppid !== parent) child.kill("SIGTERM");
    }, ORPHAN_CHECK_MS);
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      clearInterval(orphanCheck);
      resolve(code ?? 128 + (SIGNAL_NUMBER[signal] ?? 0));
    });
  });
