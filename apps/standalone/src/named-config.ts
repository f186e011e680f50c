import { existsSync } from "node:fs";
import { type CenoteEnvironment, isConfigNamed } from "@cenote/runtime";

/**
 * Refuses to start on the shipped catalog if the operator named a file that does not exist, most likely by a typing
 * mistake.
 */
export const requireNamedConfig = (
  { configPath }: CenoteEnvironment,
  variables: Readonly<Record<string, string | undefined>>,
): void => {
  if (isConfigNamed(variables) && !existsSync(configPath))
    throw new Error(`CENOTE_CONFIG names a file that does not exist: ${configPath}`);
};
