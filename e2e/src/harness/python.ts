import { join } from "node:path";
import { pythonEnvironment } from "@cenote/testkit";

/** @returns A Python with OpenAI's package `openai`. */
export const pythonWithOpenai = async (): Promise<string> =>
  join(await pythonEnvironment({ packages: ["openai==3.52.0"], env: process.env }), "bin", "python");

/** @returns A Python with frameworks that support OpenAI's protocol. */
export const pythonWithFrameworks = async (): Promise<string> =>
  join(
    await pythonEnvironment({
      packages: [
        "openai==3.54.0",
        "langchain-openai==1.7.3",
        "openai-agents==0.24.0",
        "pydantic-ai-slim[openai]==2.68.0",
      ],
      env: process.env,
    }),
    "bin",
    "python",
  );
