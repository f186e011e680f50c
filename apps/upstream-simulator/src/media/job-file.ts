import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import type { Clock } from "@cenote/core";
import type { JobRecord, JobRecords } from "./jobs";

/** As long as most providers keep their results. */
const KEPT_MS = 24 * 60 * 60_000;

const readRecord = (line: string): JobRecord | undefined => {
  try {
    return JSON.parse(line) as JobRecord;
  } catch {
    // The last line of a process that was killed while writing it.
    return undefined;
  }
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
};

/** A file with one record per line. Records older than a day are dropped when it is read. */
export const createJobFile = (path: string, { nowMs }: Pick<Clock, "nowMs">): JobRecords => ({
  read() {
    const records = readText(path)
      .split("\n")
      .flatMap((line) => readRecord(line) ?? [])
      .filter(({ submittedMs }) => nowMs() - submittedMs < KEPT_MS);
    const kept = [...new Map(records.map((record) => [record.job.id, record])).values()];
    writeFileSync(path, kept.map((record) => `${JSON.stringify(record)}\n`).join(""), { mode: 0o600 });
    return kept;
  },
  write(record) {
    appendFileSync(path, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  },
});
