import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Engine } from "./engine";
import { readRecord } from "./keep-server";
import { poll } from "./poll";
import { isAlive } from "./process-alive";
import { joinTestServer } from "./test-server";

/** A server that only listens: the tests are about who starts it, joins it and ends it. */
const REGISTER = join(__dirname, "../../../scripts/register.cjs");
const LISTENER = "require('node:net').createServer().listen(Number(process.argv[1]), '127.0.0.1')";
const engine: Engine = {
  description: "listener",
  family: "mongod",
  command: process.execPath,
  args: ({ port, folder }) => ["-e", LISTENER, String(port), folder],
};

let folder: string;
let starts: number;
const servers = new Set<number>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cenote-test-server-"));
  starts = 0;
});

afterEach(async () => {
  for (const pid of servers) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  servers.clear();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** @param lingerMs Long, so that a run can be joined again on a slow machine; short if the test waits for its end. */
const joinRun = async (run: string, lingerMs = 60_000) => {
  const lease = await joinTestServer({
    run,
    folder,
    lingerMs,
    withEngine: (use) => {
      starts += 1;
      return use(engine);
    },
  });
  servers.add(lease.record.serverPid);
  return lease;
};

const untilGone = async (pids: readonly number[]): Promise<boolean> =>
  (await poll(() => (pids.some(isAlive) ? undefined : true), { everyMs: 50, limitMs: 60_000 })) === true;

test("users of one run share a server, including one that joins a moment after the last has left", async () => {
  const leases = await Promise.all([joinRun("run"), joinRun("run"), joinRun("run")]);
  const { serverPid } = leases[0].record;
  expect(starts).toBe(1);
  expect(new Set(leases.map(({ record }) => record.serverPid))).toEqual(new Set([serverPid]));
  await Promise.all(leases.map((lease) => lease.giveBack()));
  const again = await joinRun("run");
  expect(again.record.serverPid).toBe(serverPid);
});

test("a server is removed with its files after the last has left", async () => {
  const leases = await Promise.all([joinRun("run", 100), joinRun("run", 100)]);
  const { serverPid, keeperPid } = leases[0].record;
  await Promise.all(leases.map((lease) => lease.giveBack()));
  expect(await untilGone([serverPid, keeperPid])).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

test("another run has its own server", async () => {
  const [one, other] = [await joinRun("one", 100), await joinRun("other", 100)];
  expect(one.record.serverPid).not.toBe(other.record.serverPid);
  await Promise.all([one.giveBack(), other.giveBack()]);
  expect(await untilGone([one.record.serverPid, other.record.serverPid])).toBe(true);
});

test("a killed run leaves neither server nor files", async () => {
  const fixtures = join(__dirname, "__fixtures__");
  const run = spawn(process.execPath, ["--require", REGISTER, join(fixtures, "test-run.ts"), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(createInterface({ input: run.stdout }), "line");
  const record = (await readRecord(join(folder, "killed.json")))!;
  run.kill("SIGKILL");
  expect(await untilGone([record.serverPid, record.keeperPid])).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

test("what a run left whose keeper was killed too is removed by the next one", async () => {
  const left = await joinRun("left");
  process.kill(left.record.keeperPid, "SIGKILL");
  await untilGone([left.record.keeperPid]);
  expect(isAlive(left.record.serverPid)).toBe(true);
  const next = await joinRun("next", 100);
  expect(await untilGone([left.record.serverPid])).toBe(true);
  expect((await readdir(folder)).filter((name) => name.startsWith("left"))).toEqual([]);
  await next.giveBack();
  await untilGone([next.record.serverPid, next.record.keeperPid]);
  expect(existsSync(join(folder, "next.json"))).toBe(false);
});
