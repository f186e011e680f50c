import { PRICES } from "./harness/cenote-yaml";
import { ask, type ErrorBody } from "./harness/client";
import { eventually } from "./harness/eventually";
import { digitsOf, nanoOf } from "./harness/exact";
import { expectAllPaid } from "./harness/expect-all-paid";
import { allEntries, settledBalance } from "./harness/ledger";
import type { Answered } from "./harness/load";
import { FAL_VIDEO, mediaCatalog } from "./harness/media-catalog";
import { currentMode } from "./harness/mode";
import { servicePid } from "./harness/processes";
import { endOf, type VideoJob } from "./harness/videos";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
/** Its calls time out after a minute, long after any hanging service is given up. */
const MODEL = "soon/lost";

const CODED_ENDS = ["overloaded", "overloaded for good", "provider_unavailable"];

// In one process no service can hang alone.
const inServices = currentMode() === "services" ? describe : describe.skip;

inServices("one service hangs (only where each is a process of its own)", () => {
  const harness = withSystem({
    more(simulatorUrl) {
      const media = mediaCatalog(simulatorUrl);
      const lost = {
        id: MODEL,
        type: "chat",
        price_usd: PRICES.chat,
        timeouts: { total_ms: 60_000 },
        routes: [{ provider: "openai", model: "lost" }],
      };
      return { ...media, models: [...media.models, lost] };
    },
  });

  const answered: Answered[] = [];
  /** Each call has its own number of words, by which its charge is found in the ledger, whatever its request id. */
  let words = 20;
  const keyed: { readonly key: string; readonly body: object; readonly words: number }[] = [];

  /**
   * The error code of a failed call; "broken off" if its connection broke. Without a key nobody repeats a call that may
   * have been charged.
   */
  const outcomeOf = async (body: object, key?: string): Promise<string> => {
    const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
    const response = await harness()
      .client.post(CHAT, body, { headers })
      .catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response === undefined || text === undefined) return "broken off";
    const { error } = response.status === 200 ? {} : (JSON.parse(text) as ErrorBody);
    if (error?.code === "overloaded") {
      const isFinal = response.headers.get("x-should-retry") === "false";
      expect([isFinal && key !== undefined, response.headers.get("retry-after") === null]).toEqual([false, isFinal]);
      return isFinal ? "overloaded for good" : error.code;
    }
    if (error !== undefined) return error.code;
    if (text.includes('"error"')) return "cut";
    if (text.startsWith("data:") && !text.includes("[DONE]")) return "broken off";
    answered.push({
      id: response.headers.get("original-request") ?? response.headers.get("x-request-id") ?? "",
      nanoMxn: nanoOf(digitsOf(text, "cost_mxn")),
    });
    return "answered";
  };
  const question = (more: string, rest: object = {}) => {
    words += 1;
    return ask(`[[sim words=${words} ${more}]]`, { model: MODEL, ...rest });
  };
  /** Plain and streamed, each with and without a key. */
  const calls = (more = "") =>
    [false, true].flatMap((stream) => [
      outcomeOf(question(more, { stream })),
      (() => {
        const body = question(more, { stream });
        const key = `key-${words}`;
        keyed.push({ key, body, words });
        return outcomeOf(body, key);
      })(),
    ]);
  const works = () => eventually("a good answer", async () => (await outcomeOf(question(""))) === "answered");

  test.each([
    ["inference", "wakes up"],
    ["media", "wakes up"],
    ["gateway", "wakes up"],
    ["billing", "wakes up"],
    ["billing", "is killed"],
  ])("%s, which then %s: each call is answered or has an error with a code", async (service, end) => {
    const { client, system, simulator } = harness();
    await works();
    // One process notices sooner than another that the service that hung before is back.
    const job = await eventually("a video job", async () => {
      const { status, body } = await client.postJson<VideoJob>("/v1/videos/generations", {
        model: FAL_VIDEO,
        prompt: "a cenote",
      });
      return status === 200 ? body : undefined;
    });
    const marker = `${service}-${words}`;
    const begun = calls(`hold=${marker} after=5`);
    await simulator.received(marker);

    const pid = servicePid(system, service);
    process.kill(pid, "SIGSTOP");
    const later = calls();
    await simulator.release(marker);
    // Calls to the hanging gateway get no answer; other calls get theirs however long the service hangs.
    const firstOutcomes = service === "gateway" ? [] : await Promise.all(later);
    if (service === "media")
      await eventually("every call answered while media hangs", async () => {
        const outcomes = await Promise.all(calls());
        return outcomes.every((outcome) => outcome === "answered") && isAlive(pid);
      });
    if (end === "wakes up") wake(pid);
    else await eventually("the end of the process", () => !isAlive(pid));
    const outcomes = [...firstOutcomes, ...(await Promise.all([...begun, ...later]))];
    expect(outcomes.filter((outcome) => ![...CODED_ENDS, "answered", "cut"].includes(outcome))).toEqual([]);
    // The call was in inference when that stopped answering.
    if (service === "inference") expect(await begun[0]).toBe("overloaded for good");
    await works();
    expect((await endOf(client, job.id)).job.status).toBe("completed");
    expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
  });

  test("afterwards each key has one answer, paid once, and nothing is held", async () => {
    const { system } = harness();
    for (const { key, body } of keyed)
      // If the gateway gave up the hanging service, the stream was left as if its caller had gone: the answer under its
      // key shows that it was paid for up to there.
      await eventually(`the answer of ${key}`, async () =>
        ["answered", "cut", "idempotency_conflict"].includes(await outcomeOf(body, key)),
      );
    const { balance_mxn: balance, available_mxn: available } = await settledBalance(system, "demo");
    expect(available).toBe(balance);
    const entries = await allEntries(system, "demo");
    expectAllPaid(answered, entries);
    // Complete answers only: several interrupted ones may have been cut at the same word.
    const paid = entries.filter(({ charge }) => charge?.model === MODEL && charge.call?.outcome === "ok");
    expect(paid.length).toBeGreaterThan(0);
    expect(new Set(paid.map(({ charge }) => JSON.stringify(charge?.usage))).size).toBe(paid.length);
    expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
  });
});

/** On a slow machine it has been given up and replaced meanwhile. */
const wake = (pid: number): void => {
  if (isAlive(pid)) process.kill(pid, "SIGCONT");
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
