import { ask, type ErrorBody } from "./harness/client";
import { eventually } from "./harness/eventually";
import { currentMode } from "./harness/mode";
import { settledBalance } from "./harness/ledger";
import { servicePid } from "./harness/processes";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";

/** How a stream ended, as its caller sees it. */
const endOf = async (response: Response): Promise<"whole" | "error" | "broken off" | "both or neither"> => {
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return "broken off";
  const [isDone, hasError] = [text.includes("[DONE]"), text.includes('"error"')];
  if (isDone === hasError) return "both or neither";
  return isDone ? "whole" : "error";
};

const CODED = { code: expect.any(String) as unknown, request_id: expect.stringMatching(/^req_/) as unknown };

// In one process no service can die alone.
const inServices = currentMode() === "services" ? describe : describe.skip;

inServices("one service dies and comes back (only where each is a process of its own)", () => {
  const harness = withSystem();

  const answers = () =>
    eventually("a good answer", async () => {
      const response = await harness()
        .client.post(CHAT, ask("Hi"))
        .catch(() => undefined);
      await response?.arrayBuffer();
      return response?.status === 200;
    });

  // Inference first: the calls that it interrupts leave holds, which expire while the other services are tested.
  test.each(["inference", "billing", "gateway"])(
    "%s: errors in the meantime have codes, afterwards calls are answered and nothing is held",
    async (service) => {
      const { client, system, simulator } = harness();
      await answers();
      const begun = await Promise.all(
        Array.from({ length: 6 }, () =>
          client.post(CHAT, ask(`[[sim words=60 hold=${service} after=10]]`, { stream: true })),
        ),
      );
      process.kill(servicePid(system, service), "SIGKILL");

      const duringLoss = await client.postJson<Partial<ErrorBody>>(CHAT, ask("Hi")).then(
        ({ status, body }) => (status === 200 ? "answered" : body.error),
        () => "no connection",
      );
      expect([
        "answered",
        expect.objectContaining(CODED),
        ...(service === "gateway" ? ["no connection"] : []),
      ]).toContainEqual(duringLoss);
      await simulator.release(service);
      // Open streams end, normally or with an error; none hangs, and none that was cut ends with [DONE].
      const ends = await Promise.all(begun.map(endOf));
      expect(service === "gateway" ? ["broken off"] : ["whole", "error"]).toEqual(
        expect.arrayContaining([...new Set(ends)]),
      );

      await answers();
      expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
    },
  );

  // Far sooner than the ten minutes that such a call may take.
  test("holds of lost calls expire, and the balance is what the ledger says", async () => {
    const { system } = harness();
    const { balance_mxn: balance, available_mxn: available } = await settledBalance(system, "demo");
    expect(available).toBe(balance);
  });
});
