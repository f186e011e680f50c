import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findKubernetesTools } from "@cenote/testkit";
import { ROOT } from "./infra-file";

const run = promisify(execFile);

const OUTPUT_LIMIT_BYTES = 16 * 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs a program in the root folder. Rejects with all of its output: one tool reports errors on standard error, the
 * other on standard output.
 */
const output = async (program: string, args: readonly string[]): Promise<string> => {
  try {
    return (await run(program, args, { maxBuffer: OUTPUT_LIMIT_BYTES, cwd: ROOT })).stdout;
  } catch (error) {
    const { stdout = "", message } = error as Error & { readonly stdout?: string };
    throw new Error(`${message}\n${stdout}`, { cause: error });
  }
};

/** Runs Helm. */
export const runHelm = async (args: readonly string[], env: Environment): Promise<string> =>
  output((await findKubernetesTools(env)).helm, args);

/**
 * @param version Kubernetes version: `1.27`. @returns The findings in a file of objects, one line per object. Rejects
 * if one is invalid.
 */
export const validateObjects = async (path: string, version: string, env: Environment): Promise<readonly string[]> => {
  const { validatorPython } = await findKubernetesTools(env);
  const told = await output(validatorPython, [
    "-m",
    "kubernetes_validate",
    "--strict",
    "--kubernetes-version",
    `${version}.0`,
    path,
  ]);
  return told.trim().split("\n");
};
