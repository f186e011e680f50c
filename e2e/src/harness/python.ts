import { join } from "node:path";
import { pythonEnvironment } from "@cenote/testkit";

const pythonWith = async (...packages: readonly string[]): Promise<string> =>
  join(await pythonEnvironment({ packages, env: process.env }), "bin", "python");

/** @returns A Python with OpenAI's package `openai`. */
export const pythonWithOpenai = (): Promise<string> => pythonWith("openai==3.52.0");

/** @returns A Python with frameworks that support OpenAI's protocol. */
export const pythonWithFrameworks = (): Promise<string> =>
  pythonWith("openai==3.54.0", "langchain-openai==1.7.3", "openai-agents==0.24.0", "pydantic-ai-slim[openai]==2.68.0");
