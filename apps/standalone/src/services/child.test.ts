import childProcess, { type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, silentLog, systemClock } from "@cenote/core";
import { startChild } from "./child";

/** Reports its address, and exits by itself as soon as the test asks it to. */
const SHORT_LIVED = `process.send({ ready: "127.0.0.1:4000" }, () => { process.exit(3); });`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cenote-child-"));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const createSteppedClock = () => {
  const timers = new Set<() => void>();
  const delays: number[] = [];
  const clock: Clock = {
    ...systemClock,
    setTimer(callback, delayMs) {
      delays.push(delayMs);
      timers.add(callback);
      return {
        cancel: () => {
          timers.delete(callback);
        },
      };
    },
  };
  return {
    clock,
    delays,
    waitAMoment: () => {
      const due = [...timers];
      timers.clear();
      for (const run of due) run();
    },
  };
};

/** A service, running if it says so, and the errors in its log. */
const start = async (script: string, isReady = true) => {
  const path = join(folder, "main.js");
  await writeFile(path, script);
  const starts = jest.spyOn(childProcess, "fork");
  const { clock, delays, waitAMoment } = createSteppedClock();
  const ended = Promise.withResolvers<void>();
  const endings: (() => void)[] = [ended.resolve];
  const said: string[] = [];
  const child = startChild({
    name: "service",
    path,
    env: {},
    portVariable: "PORT",
    clock,
    log: {
      ...silentLog,
      error: (_fields, message) => {
        said.push(message);
        if (message.includes("ended")) endings.shift()?.();
      },
    },
  });
  if (isReady) await child.address;
  /** Resolves when the service next exits by itself. */
  const nextEnd = () => new Promise<void>((resolve) => endings.push(resolve));
  return { child, path, starts, said, delays, ended: ended.promise, nextEnd, waitAMoment };
};

/** A service that has exited by itself once. */
const startAndEnd = async () => {
  const started = await start(SHORT_LIVED);
  await started.ended;
  return started;
};

test("a service that exited by itself is restarted after a pause", async () => {
  const { child, starts, waitAMoment } = await startAndEnd();
  expect(starts).toHaveBeenCalledTimes(1);
  waitAMoment();
  expect(starts).toHaveBeenCalledTimes(2);
  await child.stop();
});

test("a service that keeps exiting is restarted after longer and longer pauses", async () => {
  const { child, delays, nextEnd, waitAMoment } = await startAndEnd();
  for (let times = 0; times < 2; times++) {
    const end = nextEnd();
    waitAMoment();
    await end;
  }
  expect(delays.filter((delayMs) => delayMs < 5_000)).toEqual([500, 1_000, 2_000]);
  await child.stop();
});

test.each<[string, () => ChildProcess]>([
  ["room for a process, which Node tells later", () => childProcess.spawn(join(folder, "nothing"))],
  [
    "memory, which Node throws at once",
    () => {
      throw new Error("spawn ENOMEM");
    },
  ],
])("a service that can't be restarted, as the machine has no %s, is tried again later", async (_what, fork) => {
  const { child, path, starts, said, nextEnd, waitAMoment } = await startAndEnd();
  await writeFile(path, LIVING);
  starts.mockImplementationOnce(fork);
  const end = nextEnd();
  waitAMoment();
  await end;
  expect(said).toEqual(["a service has ended and is restarted", "a service has ended and is restarted"]);
  waitAMoment();
  expect(starts).toHaveBeenCalledTimes(3);
  await child.stop();
});

test("a service that is stopped during that pause stays stopped", async () => {
  const { child, starts, waitAMoment } = await startAndEnd();
  await child.stop();
  waitAMoment();
  expect(starts).toHaveBeenCalledTimes(1);
});

test("a service that is stopped before it answers ends, and its end is no failure", async () => {
  const { child, said } = await start(`setInterval(() => {}, 1000);`, false);
  const failed = jest.fn();
  child.address.catch(failed);
  await child.stop();
  expect(said).toEqual([]);
  expect(failed).not.toHaveBeenCalled();
});

test("a service that ends before it answers fails its start", async () => {
  const { child } = await start(`process.exit(3);`, false);
  await expect(child.address).rejects.toThrow("service ended before it was ready (exit code 3)");
});

/** Reports its address, then hangs in a loop that only SIGKILL ends. */
const HANGING = `process.on("SIGTERM", () => {}); process.send({ ready: "127.0.0.1:4000" }, () => { for (;;); });`;
const LIVING = `setInterval(() => {}, 1000); process.send({ ready: "127.0.0.1:4000" });`;

describe("a service that hangs", () => {
  const startAndHang = async () => {
    const started = await start(HANGING);
    for (let looks = 1; looks < 6; looks++) started.waitAMoment();
    expect(started.said).toEqual([]);
    return started;
  };

  test("is killed after six looks, and restarted", async () => {
    const { child, path, starts, said, ended, waitAMoment } = await startAndHang();
    await writeFile(path, LIVING);
    waitAMoment();
    expect(said).toEqual(["a service hangs and is killed"]);
    await ended;
    waitAMoment();
    expect(starts).toHaveBeenCalledTimes(2);
    await child.stop();
  });

  test("is killed too while it is being stopped", async () => {
    const { child, waitAMoment } = await startAndHang();
    const stopped = child.stop();
    waitAMoment();
    await stopped;
  });
});
