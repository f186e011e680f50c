import childProcess from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, silentLog, systemClock } from "@cenote/core";
import { startChild } from "./child";

/** Says where it answers, and ends by itself as soon as that is told. */
const SHORT_LIVED = `process.send({ ready: "127.0.0.1:4000" }, () => { process.exit(3); });`;

let folder: string;
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), "cenote-child-")); });
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** A service that has ended by itself once. */
const startAndEnd = async () => {
  const path = join(folder, "main.js");
  await writeFile(path, SHORT_LIVED);
  const starts = jest.spyOn(childProcess, "fork");
  const timers = new Set<() => void>();
  const clock: Clock = { ...systemClock, setTimer(callback) {
    timers.add(callback);
    return { cancel: () => { timers.delete(callback); } };
  } };
  const ended = Promise.withResolvers<void>();
  const child = await startChild({ name: "short-lived", path, env: {}, portVariable: "PORT", clock, log: { ...silentLog, error: () => { ended.resolve(); } } });
  await ended.promise;
  return { child, starts, waitAMoment: () => { for (const run of timers) run(); } };
};

test("a service that ended by itself is started again after a moment", async () => {
  const { child, starts, waitAMoment } = await startAndEnd();
  expect(starts).toHaveBeenCalledTimes(1);
  waitAMoment();
  expect(starts).toHaveBeenCalledTimes(2);
  await child.stop();
});

test("a service that is stopped in that moment stays stopped", async () => {
  const { child, starts, waitAMoment } = await startAndEnd();
  await child.stop();
  waitAMoment();
  expect(starts).toHaveBeenCalledTimes(1);
});
