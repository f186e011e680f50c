import { execFile } from "node:child_process";
import { PATIENCE_MS } from "./limits";
import { inRoot } from "./paths";

export interface ToolOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs the built operator's tool. Does not reject because of an exit code. */
export const runTool = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<ToolOutcome> =>
  new Promise((resolve, reject) => {
    const options = { env, cwd: inRoot(), timeout: PATIENCE_MS, maxBuffer: MAX_OUTPUT_BYTES };
    execFile(process.execPath, [inRoot("apps/cli/dist/main.js"), ...args], options, (error, stdout, stderr) => {
      if (error === null) resolve({ exitCode: 0, stdout, stderr });
      else if (typeof error.code === "number") resolve({ exitCode: error.code, stdout, stderr });
      else reject(new Error(`cenote ${args.join(" ")} did not end by itself: ${error.message}\n${stderr}`));
    });
  });
