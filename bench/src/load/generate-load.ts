import { fork, type ChildProcess } from "node:child_process";
import { benchProgram } from "../repository";
import type { FromGenerator, HoldOrder, LoadOrder, LoadResult, ToGenerator } from "./protocol";

const GENERATOR = benchProgram("generator");

/** Called just before measuring starts and just after it ends, while the load continues. */
export interface LoadWatcher {
  begin(): void;
  end(): void;
}

export const generateLoad = async (order: LoadOrder, watcher?: LoadWatcher): Promise<LoadResult> => {
  const generator = startGenerator();
  try {
    generator.send({ type: "load", order });
    await generator.next("warm");
    watcher?.begin();
    const over = generator.next("over").then(() => {
      watcher?.end();
    });
    const resultMessage = generator.next("result");
    generator.send({ type: "go" });
    const [{ result }] = await Promise.all([resultMessage, over]);
    return result;
  } finally {
    await generator.stop();
  }
};

/** Opens streams, runs `whileHeld`, and closes them. Throws if one could not be opened. */
export const holdStreams = async <T>(order: HoldOrder, whileHeld: () => Promise<T>): Promise<T> => {
  const generator = startGenerator();
  try {
    generator.send({ type: "hold", order });
    const { open, failed, firstFailure } = await generator.next("held");
    if (open < order.streams)
      throw new Error(
        `Only ${open} of ${order.streams} streams opened, ${failed} failed: ${firstFailure ?? "too slow"}`,
      );
    return await whileHeld();
  } finally {
    generator.send({ type: "go" });
    await generator.stop();
  }
};

interface Generator {
  send(message: ToGenerator): void;
  next<Type extends FromGenerator["type"]>(type: Type): Promise<Extract<FromGenerator, { type: Type }>>;
  stop(): Promise<void>;
}

const startGenerator = (): Generator => {
  const child: ChildProcess = fork(GENERATOR, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => {
      resolve();
    });
  });
  return {
    send(message) {
      if (child.connected) child.send(message);
    },
    next: (type) =>
      new Promise((resolve, reject) => {
        child.on("message", (message: FromGenerator) => {
          if (message.type === type) resolve(message as Extract<FromGenerator, { type: typeof type }>);
          if (message.type === "failed") reject(new Error(`The load generator failed: ${message.reason}`));
        });
        void exited.then(() => {
          reject(new Error("The load generator ended."));
        });
      }),
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
};
