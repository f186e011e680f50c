import { PRICES } from "./harness/cenote-yaml";
import { ask, type ChatCompletion } from "./harness/client";
import { expectedCost, nanoOf } from "./harness/exact";
import { settledBalance } from "./harness/ledger";
import { newPayer } from "./harness/payer";
import { parseSse } from "./harness/sse";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
const costOf = (tokens: number): bigint =>
  expectedCost([{ quantity: tokens, perMillion: PRICES.chat.output_per_million_tokens }]).nanoMxn;
/** Every organization starts with enough for an answer of 2,000 tokens. */
const harness = withSystem({
  yaml: { overspend: "stop", freeCreditMxn: `0.${String(costOf(2_000)).padStart(9, "0")}` },
});

describe("with `overspend: stop`, an answer that would cost more than the balance", () => {
  test("ends, if plain, with what was generated, which is paid", async () => {
    const { client, system } = harness();
    const { org, key } = await newPayer(system);
    const { status, body } = await client.postJson<ChatCompletion>(CHAT, ask("[[sim words=6000 chunk_ms=1]]"), { key });
    expect([status, body.choices[0]?.finish_reason]).toEqual([200, "length"]);
    expect(body.usage.completion_tokens).toBeGreaterThan(0);
    expect(body.usage.completion_tokens).toBeLessThan(6_000);
    await settledBalance(system, org);
    expect(await system.cenote("ledger", "verify", org)).toMatchObject({ ok: true });
  });

  test("ends, if streamed, with an error, and what arrived is paid", async () => {
    const { client, system } = harness();
    const { org, key } = await newPayer(system);
    const { events } = parseSse(
      await (await client.post(CHAT, ask("[[sim words=6000 chunk_ms=1]]", { stream: true }), { key })).text(),
    );
    expect(JSON.parse(events.at(-1)?.data ?? "")).toMatchObject({ error: { code: "insufficient_balance" } });
    const { balance_mxn: balance } = await settledBalance(system, org);
    expect(nanoOf(balance)).toBeLessThan(costOf(2_000));
    expect(nanoOf(balance)).toBeGreaterThan(0n - costOf(6_000));
  });

  test("is complete if the balance suffices", async () => {
    const { client, system } = harness();
    const { org, key } = await newPayer(system);
    await system.cenote("credit", org, "50");
    const { body } = await client.postJson<ChatCompletion>(CHAT, ask("[[sim words=3000]]"), { key });
    expect(body.choices[0]?.finish_reason).toBe("stop");
    expect(body.choices[0]?.message.content?.split(" ")).toHaveLength(3_000);
  });
});
