import { join } from "node:path";
import { pythonEnvironment } from "@cenote/testkit";

/** @returns The Python of an environment with the official `openai` package. */
export const pythonWithOpenai = async (): Promise<string> => join(await pythonEnvironment({ packages: ["openai==3.52.0"], env: process.env }), "bin", "python");
