import { join } from "node:path";
import { pythonEnvironment } from "@cenote/testkit";

/** @returns The Python of an environment with the official `openai` package. */
export const pythonWithOpenai = async (): Promise<string> => join(await pythonEnvironment({ packages: ["openai==3.52.0"], env: process.env }), "bin", "python");

/** @returns The Python of an environment with frameworks that have OpenAI's protocol for one of theirs. */
export const pythonWithFrameworks = async (): Promise<string> =>
  join(await pythonEnvironment({ packages: ["openai==3.54.0", "langchain-openai==1.7.3", "openai-agents==0.24.0", "pydantic-ai-slim[openai]==2.68.0"], env: process.env }), "bin", "python");
