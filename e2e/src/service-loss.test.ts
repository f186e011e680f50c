import { ask, type ErrorBody } from "./harness/client";
import { eventually } from "./harness/eventually";
import { currentMode } from "./harness/mode";
import { settledBalance } from "./harness/ledger";
import { servicePid } from "./harness/service-pid";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
/** A hold lives as long as its call may take, and a minute. */
const HOLD_LIMIT_MS = 150_000;

(currentMode() === "services" ? describe : describe.skip)("one service dies and comes back", () => {
  const bench = withSystem({ yaml: { timeouts: { totalMs: 5_000 } } });

  const answers = () => eventually("a good answer", async () => {
    const response = await bench().client.post(CHAT, ask("Hi")).catch(() => undefined);
    await response?.arrayBuffer();
    return response?.status === 200 ? true : undefined;
  });

  test.each(["billing", "inference", "gateway"])("%s: until then errors are coded, after it calls are answered and nothing is held", async (service) => {
    const { client, system } = bench();
    await answers();
    const under = Array.from({ length: 6 }, () => client.post(CHAT, ask("[[sim words=60 chunk_ms=20]]", { stream: true })).catch(() => undefined));
    const begun = await Promise.all(under);
    process.kill(servicePid(system, service), "SIGKILL");

    // Streams under way end, in order or with an error; none hangs, and none that was cut ends with [DONE].
    for (const response of begun) {
      const text = await response?.text().catch(() => "");
      if (text?.includes('"error"') === true) expect(text).not.toContain("[DONE]");
    }
    const refused = await client.postJson<Partial<ErrorBody>>(CHAT, ask("Hi")).catch(() => undefined);
    if (refused !== undefined && refused.status !== 200) expect(refused.body.error).toMatchObject({ code: expect.any(String), request_id: expect.stringMatching(/^req_/) });

    await answers();
    expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
  });

  test("holds of the calls that were lost end, and the balance is what the ledger says", async () => {
    const { system } = bench();
    const { balance_mxn: balance, available_mxn: available } = await settledBalance(system, "demo", HOLD_LIMIT_MS);
    expect(available).toBe(balance);
  }, HOLD_LIMIT_MS + 30_000);
});
