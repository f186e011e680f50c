import { type ChildProcess, fork } from "node:child_process";
import type { Clock, Log } from "@cenote/core";
import { createRestartDelays } from "./restart-delays";
import { createSilenceWatch } from "./silence-watch";

/**
 * One process of the system. It is restarted if it exits by itself, with growing pauses if it keeps exiting, and killed
 * and restarted if it hangs.
 */
export interface Child {
  /**
   * Its address: `host:port` for gRPC, a URL for the gateway. Unchanged by a restart. Rejects if the process exits
   * before it is ready, unless it was stopped.
   */
  readonly address: Promise<string>;
  /** Sends SIGTERM and waits for the exit, also before the process is ready. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly name: string;
  /** Path of its main file. */
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Name of the variable for its port, so that a restart uses the same port. */
  readonly portVariable: string;
  readonly clock: Clock;
  readonly log: Log;
}

const portOf = (address: string): string => address.slice(address.lastIndexOf(":") + 1);

export const startChild = ({ name, path, env, portVariable, clock, log }: ChildOptions): Child => {
  const answering = Promise.withResolvers<string>();
  const stopped = Promise.withResolvers<void>();
  let current: ChildProcess | undefined;
  let address: string | undefined;
  let stopping = false;
  const restartDelays = createRestartDelays(clock);
  const silence = createSilenceWatch(clock, (silentMs) => {
    log.error({ name, silentMs }, "a service hangs and is killed");
    current?.kill("SIGKILL");
  });

  /** @param how The exit in words, for the error if the process was never ready. */
  const noteEnd = (fields: object, how: string) => {
    current = undefined;
    silence.ended();
    if (stopping) {
      stopped.resolve();
      return;
    }
    if (address === undefined) {
      answering.reject(new Error(`${name} ended before it was ready (${how})`));
      return;
    }
    const afterMs = restartDelays.next();
    log.error({ name, ...fields, afterMs }, "a service has ended and is restarted");
    clock.setTimer(start, afterMs);
  };

  const start = () => {
    // Stopped while it waited for its restart.
    if (stopping) return;
    const port = address === undefined ? {} : { [portVariable]: portOf(address) };
    // With the flags of this process, as set by the launcher or the image.
    let child: ChildProcess;
    try {
      child = fork(path, { env: { ...process.env, ...env, ...port } });
    } catch (error) {
      // Node throws if memory is short; if the machine is out of processes, an event reports it.
      noteEnd({ error }, error instanceof Error ? error.message : String(error));
      return;
    }
    current = child;
    child.on("message", (message: { readonly ready?: string }) => {
      silence.heard();
      if (message.ready === undefined) return;
      address = message.ready;
      restartDelays.ready();
      answering.resolve(address);
    });
    child.on("exit", (code, signal) => {
      noteEnd({ code, signal }, signal ?? `exit code ${code ?? "unknown"}`);
    });
    child.on("error", (error) => {
      // A failed fork, as when the machine is out of processes, has no exit event.
      if (child.pid === undefined) noteEnd({ error }, error.message);
      else log.warn({ name, error }, "a service could not be reached");
    });
  };

  const stop = () => {
    stopping = true;
    if (current === undefined) stopped.resolve();
    else current.kill("SIGTERM");
    return stopped.promise;
  };

  start();
  return { address: answering.promise, stop };
};
