import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withFileLock } from "./file-lock";
import { identityOf } from "./process-alive";

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cenote-lock-"));
  path = join(folder, "lock");
});

afterEach(() => rm(folder, { recursive: true }));

test("the lock excludes a second holder, which is told that it waits", async () => {
  const events: string[] = [];
  const started = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  const one = withFileLock(path, { limitMs: 100_000 }, async () => {
    events.push("one starts");
    started.resolve();
    await first.promise;
    events.push("one ends");
  });
  await started.promise;
  const other = withFileLock(
    path,
    {
      limitMs: 100_000,
      onWait: () => {
        waits.resolve();
      },
    },
    async () => {
      events.push("other starts");
    },
  );
  await waits.promise;
  first.resolve();
  await Promise.all([one, other]);
  expect(events).toEqual(["one starts", "one ends", "other starts"]);
  expect(await readdir(folder)).toEqual([]);
});

test("the lock of a dead process is ignored", async () => {
  const pid = execFileSync(process.execPath, ["-p", "process.pid"]).toString().trim();
  await writeFile(path, pid);
  expect(await withFileLock(path, { limitMs: 100_000 }, async () => "done")).toBe("done");
});

test("a new process with the dead holder's id is not mistaken for it, as after a container restart", async () => {
  await writeFile(path, `${process.pid} 1`);
  expect(await withFileLock(path, { limitMs: 100_000 }, async () => "done")).toBe("done");
});

test("a failure of the work is passed on and releases the lock", async () => {
  await expect(
    withFileLock(path, { limitMs: 0 }, async () => {
      throw new Error("broken");
    }),
  ).rejects.toThrow("broken");
  expect(await withFileLock(path, { limitMs: 0 }, async () => "next")).toBe("next");
});

test("a lock that can't be acquired in time is named", async () => {
  await writeFile(path, identityOf(process.pid)!);
  await expect(withFileLock(path, { limitMs: 0 }, async () => {})).rejects.toThrow(path);
});
