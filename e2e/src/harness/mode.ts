/** How the system under test runs: all services in one process, or each in its own over gRPC. */
export type Mode = "start" | "services";

export const currentMode = (): Mode => {
  const mode = process.env.CENOTE_E2E_MODE ?? "start";
  if (mode !== "start" && mode !== "services") throw new Error(`CENOTE_E2E_MODE is start or services, not ${mode}`);
  return mode;
};
