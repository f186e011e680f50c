import { startChild } from "./child";
import { eventually } from "./eventually";
import { PATIENCE_MS } from "./limits";
import { COMPILED, inRoot } from "./paths";

/** The longest wait the simulator allows. */
const IDLE_WAIT_MS = 120_000;

/** The simulator's record of a call it received. */
export interface SimulatedCall {
  readonly provider: string;
  readonly path: string;
  readonly model: string;
  readonly stream: boolean;
  readonly header_names: readonly string[];
  readonly body: string | null;
  readonly status: number | null;
  readonly outcome: "active" | "finished" | "aborted" | "reset";
  readonly bytes_sent: number;
}

/** The simulator's record of a video. */
export interface SimulatedVideo {
  readonly id: string;
  readonly model: string;
  readonly polls: number;
  /** Between two polls, milliseconds; null before the second. */
  readonly shortest_interval_ms: number | null;
}

/** The upstream simulator in its own process, so that it outlives the system under test. */
export interface Simulator {
  readonly url: string;
  /** Calls to models whose body contains `marker`, once none is active any more. */
  calls(marker: string): Promise<readonly SimulatedCall[]>;
  /** Resolves once a call whose body contains `marker` has arrived. */
  received(marker: string): Promise<void>;
  /** Calls so far whose path ends like this, active or ended. */
  callsTo(pathEnd: string): Promise<readonly SimulatedCall[]>;
  /** Every requested video. */
  videos(): Promise<readonly SimulatedVideo[]>;
  /** Settings for future calls: see the simulator's README. */
  fault(rule: object): Promise<void>;
  /** Removes every `fault`. */
  clearFaults(): Promise<void>;
  /** Lets answers to `[[sim hold=name]]` continue. */
  release(name: string): Promise<void>;
  stop(): Promise<void>;
}

export const startSimulator = async (): Promise<Simulator> => {
  const child = startChild({
    command: process.execPath,
    args: [inRoot("apps/upstream-simulator/dist/main.js")],
    env: { ...COMPILED, HOST: "127.0.0.1", PORT: "0", PATH: process.env.PATH ?? "" },
    cwd: inRoot(),
  });
  const [, url = ""] = await child.line(/^ready (http:\S+)$/, PATIENCE_MS);
  const callsOf = async (query: Readonly<Record<string, string>>): Promise<readonly SimulatedCall[]> => {
    const answer = await fetch(`${url}/__simulator/calls?${new URLSearchParams(query).toString()}`);
    return ((await answer.json()) as { readonly calls: readonly SimulatedCall[] }).calls;
  };
  return {
    url,
    calls: (marker) => callsOf({ containing: marker, idle_within_ms: String(IDLE_WAIT_MS) }),
    async received(marker) {
      await eventually(`a call with ${marker}`, async () => (await callsOf({ containing: marker })).length > 0);
    },
    callsTo: async (pathEnd) => (await callsOf({})).filter(({ path }) => path.endsWith(pathEnd)),
    async videos() {
      const answer = await fetch(`${url}/__simulator/videos`);
      return ((await answer.json()) as { readonly videos: readonly SimulatedVideo[] }).videos;
    },
    async fault(rule) {
      const { status } = await fetch(`${url}/__simulator/faults`, { method: "POST", body: JSON.stringify(rule) });
      if (status !== 201) throw new Error(`the simulator refuses the fault: ${status}`);
    },
    async clearFaults() {
      await fetch(`${url}/__simulator/faults`, { method: "DELETE" });
    },
    async release(name) {
      const { status } = await fetch(`${url}/__simulator/release?hold=${name}`, { method: "POST" });
      if (status !== 200) throw new Error(`the simulator does not release ${name}: ${status}`);
    },
    async stop() {
      await child.terminate(PATIENCE_MS);
    },
  };
};
