import { type ChildProcess, fork } from "node:child_process";
import type { Clock, Log } from "@cenote/core";
import { createRestartDelays } from "./restart-delays";
import { createSilenceWatch } from "./silence-watch";

/**
 * One process of the system. It is restarted if it exits by itself, after longer and longer pauses if it keeps doing
 * that, and killed and restarted if it hangs.
 */
export interface Child {
  /**
   * Where it answers: `host:port` for gRPC, a URL for the gateway. The same after a restart. Rejects if it ends before it
   * answers, unless it was told to stop.
   */
  readonly address: Promise<string>;
  /** SIGTERM, then waits for its end. Also before it answers. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly name: string;
  /** Its main file. */
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Name of the variable that holds its port, so that it comes back where it was. */
  readonly portVariable: string;
  readonly clock: Clock;
  readonly log: Log;
}

const portOf = (address: string): string => address.slice(address.lastIndexOf(":") + 1);

export const startChild = ({ name, path, env, portVariable, clock, log }: ChildOptions): Child => {
  const answering = Promise.withResolvers<string>();
  let current: ChildProcess | undefined;
  let address: string | undefined;
  let stopping = false;
  const restartDelays = createRestartDelays(clock);
  const silence = createSilenceWatch(clock, (silentMs) => {
    log.error({ name, silentMs }, "a service hangs and is killed");
    current?.kill("SIGKILL");
  });

  const start = () => {
    // Told to stop while it waited to be started again.
    if (stopping) return;
    const port = address === undefined ? {} : { [portVariable]: portOf(address) };
    // With the flags of this process, as the launcher and the image set them.
    current = fork(path, { env: { ...process.env, ...env, ...port } });
    current.on("message", (message: { readonly ready?: string }) => {
      silence.heard();
      if (message.ready === undefined) return;
      address = message.ready;
      restartDelays.ready();
      answering.resolve(address);
    });
    current.on("exit", (code, signal) => {
      current = undefined;
      silence.ended();
      if (stopping) return;
      if (address === undefined) {
        answering.reject(
          new Error(`${name} ended before it was ready (${signal ?? `exit code ${code ?? "unknown"}`})`),
        );
        return;
      }
      const afterMs = restartDelays.next();
      log.error({ name, code, signal, afterMs }, "a service has ended and is restarted");
      clock.setTimer(start, afterMs);
    });
  };

  const stop = () =>
    new Promise<void>((stopped) => {
      stopping = true;
      if (current === undefined) stopped();
      else {
        current.once("exit", () => {
          stopped();
        });
        current.kill("SIGTERM");
      }
    });

  start();
  return { address: answering.promise, stop };
};
