import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManualClock, createSeededIds } from "@cenote/testkit";
import { DEFAULT_BEHAVIOUR } from "../behaviour/behaviour";
import { createHolds } from "../playback/holds";
import { createJobFile } from "./job-file";
import { createVideoJobs } from "./jobs";

const JOB = { model: "m", prompt: "p", durationS: 5, aspectRatio: "16:9", owner: "key" };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cenote-jobs-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const clock = createManualClock();
const pathOf = () => join(folder, "jobs.jsonl");
const ids = createSeededIds(1);
/** As a new process would. */
const start = () => createVideoJobs({ clock, ids, holds: createHolds(), records: createJobFile(pathOf(), clock) });

test("a video under way when the process stopped is finished by the next one, as it was directed", () => {
  const first = start();
  const id = first.create(JOB);
  first.direct(id, { ...DEFAULT_BEHAVIOUR, polls: 0, outcome: "filtered" });
  const state = start().poll(id);
  expect(state).toMatchObject({ state: "over", job: { ...JOB, id }, behaviour: { outcome: "filtered" } });
  expect(start().isOf(id, "key")).toBe(true);
  expect(start().isOf(id, "another")).toBe(false);
});

test("a cancelled one stays cancelled", () => {
  const first = start();
  const id = first.create(JOB);
  first.direct(id, DEFAULT_BEHAVIOUR);
  first.cancel(id);
  expect(start().poll(id)).toEqual({ state: "cancelled" });
});

test("after a day a job is forgotten, and no longer in the file", async () => {
  const first = start();
  const id = first.create({ ...JOB, prompt: "a secret garden" });
  first.direct(id, DEFAULT_BEHAVIOUR);
  await clock.advance(24 * 60 * 60_000);
  expect(start().poll(id)).toEqual({ state: "unknown" });
  expect(readFileSync(pathOf(), "utf8")).toBe("");
});

test("a line that was cut costs its own job alone, and nobody else may read the file", () => {
  const first = start();
  const id = first.create(JOB);
  first.direct(id, DEFAULT_BEHAVIOUR);
  appendFileSync(pathOf(), '{"job":{"id":"half');
  const second = start();
  expect(second.list().map((job) => job.id)).toEqual([id]);
  expect(statSync(pathOf()).mode & 0o777).toBe(0o600);
});
