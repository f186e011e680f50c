import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";

const REGISTER = join(__dirname, "../../../scripts/register.cjs");
const TALKER = join(__dirname, "__fixtures__", "talker.ts");
const FULL_DISK = "/dev/full";

const startTalker = (stdout: "pipe" | number) => {
  const talker = spawn(process.execPath, ["--require", REGISTER, TALKER], { stdio: ["ignore", stdout, "pipe"] });
  return { talker, logged: once(talker.stderr!, "data"), exited: once(talker, "exit") };
};

describe("a process exits on SIGTERM", () => {
  test("although nobody reads its log", async () => {
    const { talker, logged, exited } = startTalker("pipe");
    await logged;
    talker.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  });

  test("although the reader of its log is gone", async () => {
    const { talker, logged, exited } = startTalker("pipe");
    talker.stdout?.destroy();
    await logged;
    talker.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  });

  // A file on which every write fails with ENOSPC; Linux has it.
  (existsSync(FULL_DISK) ? test : test.skip)("although the disk of its log is full", async () => {
    const file = openSync(FULL_DISK, "w");
    const { talker, logged, exited } = startTalker(file);
    closeSync(file);
    await logged;
    talker.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  });
});
