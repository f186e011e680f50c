import { CHAT_MODEL, EMBEDDING_MODEL } from "../harness/cenote-yaml";
import { ask } from "../harness/client";
import { eventually } from "../harness/eventually";
import { newPayer } from "../harness/payer";
import type { Bench } from "../harness/with-system";
import { type browserFor, PHONE } from "./browser";

interface LedgerAnswer {
  readonly data?: { readonly ledger: { readonly edges: readonly { readonly node: { readonly requestId: string } }[] } };
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

/** The requests page with filters, and what the same question is answered for others. */
export const requestFilterTests = (
  bench: () => Bench,
  { expectClean, inBrowser, openAs }: ReturnType<typeof browserFor>,
) => {
  const mutate = async <Data>(key: string, query: string) =>
    (await bench().client.postJson<{ data: Data }>("/graphql", { query }, { key })).body.data;

  const payerWithCalls = async () => {
    const { client, system } = bench();
    const { key, keyId } = await newPayer(system);
    const {
      createApiKey: {
        secret,
        apiKey: { id: batchId },
      },
    } = await mutate<{ createApiKey: { secret: string; apiKey: { id: string } } }>(
      key,
      'mutation { createApiKey(name: "batch") { secret apiKey { id } } }',
    );
    await client.post("/v1/chat/completions", ask("hello"), { key });
    await client.post("/v1/embeddings", { model: EMBEDDING_MODEL, input: "hello" }, { key: secret });
    await client.post("/v1/chat/completions", ask("[[sim fault=status status=400]]"), { key: secret });
    return { key, keyId, batchId, secret };
  };

  inBrowser("finds what failed, what a key did and what a model cost, at an address to share", async () => {
    const { system } = bench();
    const { key, batchId } = await payerWithCalls();
    const watched = await openAs(key, "/dashboard/requests");
    const { page } = watched;
    const rows = page.getByRole("table", { name: "Movements of the balance" }).getByRole("row");
    const shows = (count: number) =>
      eventually(`${count} rows below the head`, async () => ((await rows.count()) === count + 1 ? true : undefined));
    await shows(3);

    await page.getByLabel("Outcome").selectOption("Failed");
    await shows(1);
    await rows.getByText("Not charged").waitFor();
    await rows.getByText("provider_unavailable").waitFor();
    await page.getByText("1 call on this page, MXN 0.00 charged").waitFor();
    await page.getByRole("button", { name: "Today" }).click();
    await page.getByLabel("API key").selectOption(batchId);
    await shows(1);
    await page.reload();
    await shows(1);
    expect(await page.getByLabel("Outcome").inputValue()).toBe("failed");
    expect(new URL(page.url()).searchParams.get("from")).toMatch(/^\d{4}-\d\d-\d\dT/);

    await page.getByLabel("Outcome").selectOption("Any");
    await shows(2);
    await page.getByLabel("Type").selectOption("Embedding");
    await shows(1);
    await rows.getByText(EMBEDDING_MODEL).waitFor();
    await page.getByLabel("Model", { exact: true }).fill(CHAT_MODEL);
    await page.keyboard.press("Enter");
    await page.getByText("Nothing matches.").waitFor();
    await page.getByRole("button", { name: "Clear all" }).click();
    await shows(3);

    await page.goto(`${system.baseUrl}/dashboard/requests?model=openai%2F*&to=2020-01-01T00:00:00Z`);
    await page.getByText("Nothing matches.").waitFor();
    await page.setViewportSize(PHONE);
    await page.goto(`${system.baseUrl}/dashboard/requests?outcome=ok`);
    await shows(2);
    await page.getByText("Filter, in use").click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
    expectClean(watched, key);
    await page.goto(`${system.baseUrl}/dashboard/requests?key=made-up`);
    await page.getByRole("alert").getByText("invalid_request_error").waitFor();
  });

  test("a filter finds nothing of another organization, and client tokens are refused", async () => {
    const { client, system } = bench();
    const { key, batchId } = await payerWithCalls();
    const other = await newPayer(system);
    const ledger = async (asking: string, filter: string) =>
      (
        await client.postJson<LedgerAnswer>(
          "/graphql",
          { query: `{ ledger(filter: ${filter}) { edges { node { requestId } } } }` },
          { key: asking },
        )
      ).body;
    const ofBatch = `{ apiKeyId: "${batchId}" }`;
    expect((await ledger(key, ofBatch)).data?.ledger.edges).toHaveLength(2);
    for (const filter of [ofBatch, `{ outcome: "ok" }`, '{ model: "openai/*" }'])
      expect((await ledger(other.key, filter)).data?.ledger.edges).toEqual([]);
    const {
      createClientToken: { secret },
    } = await mutate<{ createClientToken: { secret: string } }>(
      key,
      'mutation { createClientToken(input: { operations: [CHAT, BALANCE], budget: "1" }) { secret } }',
    );
    expect((await ledger(secret, ofBatch)).errors?.[0]?.extensions.code).toBe("permission_denied");
  });
};
