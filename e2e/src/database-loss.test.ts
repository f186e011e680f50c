import { setTimeout as pause } from "node:timers/promises";
import { ask, type ErrorBody } from "./harness/client";
import { eventually } from "./harness/eventually";
import { digitsOf, nanoOf } from "./harness/exact";
import { expectAllPaid } from "./harness/expect-all-paid";
import { allEntries, settledBalance } from "./harness/ledger";
import type { Answered } from "./harness/load";
import { FAL_VIDEO, mediaCatalog } from "./harness/media-catalog";
import { databasePids } from "./harness/system";
import { endOf, type VideoJob } from "./harness/videos";
import { withSystem } from "./harness/with-system";

const CALLERS = 4;
const LOSSES = 3;
/** Pause between two calls of a caller, which keeps the load light. */
const PAUSE_MS = 20;

describe("the system's own database server dies alone", () => {
  const harness = withSystem({ database: "own", more: mediaCatalog });

  test(`${LOSSES} times under load: the same processes answer calls again, each paid once, jobs continue and nothing stays held`, async () => {
    const { client, system } = harness();
    const { pid } = system;
    await system.cenote("credit", "demo", "1000");
    const answered: Answered[] = [];
    const refusals: unknown[] = [];
    const over = new AbortController();
    const caller = async () => {
      while (!over.signal.aborted) {
        const { status, headers, text } = await client.postJson("/v1/chat/completions", ask("[[sim words=5]]"));
        if (status === 200)
          answered.push({ id: headers.get("x-request-id") ?? "", nanoMxn: nanoOf(digitsOf(text, "cost_mxn")) });
        else refusals.push({ status, code: (JSON.parse(text) as ErrorBody).error.code });
        await pause(PAUSE_MS);
      }
    };
    const callers = Array.from({ length: CALLERS }, caller);
    const answersMore = async (more: number) => {
      const goal = answered.length + more;
      await eventually(`${more} more answers`, () => answered.length >= goal);
    };
    const jobs: string[] = [];
    for (let loss = 1; loss <= LOSSES; loss += 1) {
      await answersMore(5 * CALLERS);
      const { status, body } = await client.postJson<VideoJob>("/v1/videos/generations", {
        model: FAL_VIDEO,
        prompt: "a cenote [[sim polls=2]]",
      });
      expect(status).toBe(200);
      jobs.push(body.id);
      const { serverPid } = databasePids(system.dataDir);
      process.kill(serverPid, "SIGKILL");
      await eventually("another server", async () => {
        try {
          return databasePids(system.dataDir).serverPid !== serverPid;
        } catch {
          // Between two servers there is no record of one.
          return undefined;
        }
      });
    }
    await answersMore(5 * CALLERS);
    over.abort();
    await Promise.all(callers);

    for (const id of jobs) expect((await endOf(client, id)).job.status).toBe("completed");
    expect(
      refusals.filter((refusal) => JSON.stringify(refusal) !== JSON.stringify({ status: 503, code: "overloaded" })),
    ).toEqual([]);
    const { balance_mxn: balance, available_mxn: available } = await settledBalance(system, "demo");
    expect(available).toBe(balance);
    expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
    expectAllPaid(answered, await allEntries(system, "demo"));
    expect(system.pid).toBe(pid);
    expect(
      system
        .output()
        .split("\n")
        .filter((line) => line.includes("the database server was restarted")),
    ).toHaveLength(LOSSES);
  });
});
