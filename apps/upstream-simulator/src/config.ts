export interface SimulatorConfig {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 8090;
const MAX_PORT = 65_535;

/** Throws one error that lists every problem with the environment. */
export const readConfig = (environment: NodeJS.ProcessEnv): SimulatorConfig => {
  const port =
    environment["PORT"] === undefined || environment["PORT"] === "" ? DEFAULT_PORT : Number(environment["PORT"]);
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT)
    throw new Error(`PORT must be an integer from 0 to ${MAX_PORT}.`);
  return { host: environment["HOST"] ?? "127.0.0.1", port };
};
