import childProcess from "node:child_process";
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

/** A service that has exited by itself once. */
const startAndEnd = async () => {
  const path = join(folder, "main.js");
  await writeFile(path, SHORT_LIVED);
  const starts = jest.spyOn(childProcess, "fork");
  const timers = new Set<() => void>();
  const clock: Clock = {
    ...systemClock,
    setTimer(callback) {
      timers.add(callback);
      return {
        cancel: () => {
          timers.delete(callback);
        },
      };
    },
  };
  const ended = Promise.withResolvers<void>();
  const child = await startChild({
    name: "short-lived",
    path,
    env: {},
    portVariable: "PORT",
    clock,
    log: {
      ...silentLog,
      error: () => {
        ended.resolve();
      },
    },
  });
  await ended.promise;
  return {
    child,
    starts,
    waitAMoment: () => {
      for (const run of timers) run();
    },
  };
};

test("a service that exited by itself is restarted after a pause", async () => {
  const { child, starts, waitAMoment } = await startAndEnd();
  expect(starts).toHaveBeenCalledTimes(1);
  waitAMoment();
  expect(starts).toHaveBeenCalledTimes(2);
  await child.stop();
});

test("a service that is stopped during that pause stays stopped", async () => {
  const { child, starts, waitAMoment } = await startAndEnd();
  await child.stop();
  waitAMoment();
  expect(starts).toHaveBeenCalledTimes(1);
});
