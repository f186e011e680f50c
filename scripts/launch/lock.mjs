import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { statePath } from "./paths.mjs";

const POLL_MS = 200;
const LIMIT_MS = 15 * 60_000;
/** A holder writes its process id into a new lock at once, unless the disk is full. */
const EMPTY_MS = 2_000;
/** A longer wait is reported. */
const TELL_MS = 3_000;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** @returns The process id of the lock's holder; 0 if it is unknown, undefined if the holder died and left the lock. */
const holderOf = (path) => {
  try {
    const holder = Number(readFileSync(path, "utf8"));
    if (holder > 0) return isAlive(holder) ? holder : undefined;
    return Date.now() - statSync(path).mtimeMs < EMPTY_MS ? 0 : undefined;
  } catch {
    // It was released meanwhile, and may have another holder.
    return 0;
  }
};

/** One launcher at a time installs and builds; the others wait for it. A lock whose holder died is ignored. */
export const withLock = async (work) => {
  const path = statePath("lock");
  const begun = Date.now();
  for (let isTold = false; ;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code === "ENOSPC") rmSync(path, { force: true });
      if (error.code !== "EEXIST") throw error;
    }
    const holder = holderOf(path);
    if (holder === undefined) {
      rmSync(path, { force: true });
      continue;
    }
    const waitedMs = Date.now() - begun;
    if (waitedMs > LIMIT_MS) throw new Error(`another launcher (process ${holder}) holds ${path}`);
    if (waitedMs > TELL_MS && !isTold) {
      console.error(`cenote: waiting for another launcher (process ${holder}), which installs or builds ...`);
      isTold = true;
    }
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
};
