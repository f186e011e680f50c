import { CHAT_MODEL, EMBEDDING_MODEL } from "../harness/cenote-yaml";
import { ask } from "../harness/client";
import { eventually } from "../harness/eventually";
import { newPayer } from "../harness/payer";
import type { Harness } from "../harness/with-system";
import { type browserFor, PHONE } from "./browser";
import { goTo } from "./pages";

interface LedgerAnswer {
  readonly data?: { readonly ledger: { readonly edges: readonly { readonly node: { readonly requestId: string } }[] } };
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

/** Tests of the requests page's filters, and of the same query by other clients. */
export const requestFilterTests = (
  harness: () => Harness,
  { expectClean, inBrowser, openAs }: ReturnType<typeof browserFor>,
) => {
  const mutate = async <Data>(key: string, query: string) =>
    (await harness().client.postJson<{ data: Data }>("/graphql", { query }, { key })).body.data;

  const payerWithCalls = async () => {
    const { client, system } = harness();
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
    const { system } = harness();
    const { key, batchId } = await payerWithCalls();
    const watched = await openAs(key, "/dashboard/requests");
    const { page } = watched;
    const rows = page.getByRole("table", { name: "Movements of the balance" }).getByRole("row");
    const shows = (count: number) =>
      eventually(`${count} rows below the head`, async () => (await rows.count()) === count + 1);
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
    await page.getByRole("alert").getByText("“made-up” is no id of an API key").waitFor();
    await page.goto(`${system.baseUrl}/dashboard/requests?from=yesterday`);
    await page.getByRole("alert").getByText("“yesterday” is no time.").waitFor();
    expect(watched.faults).toEqual([]);
  });

  inBrowser("opens a request whose id is in a pasted line, and says what an id is where there is none", async () => {
    const { key } = await payerWithCalls();
    const watched = await openAs(key, "/dashboard/requests");
    const { page } = watched;
    const id = await page.getByRole("link", { name: /^req_/ }).first().innerText();
    const field = page.getByLabel("Request id");
    await field.fill(id.slice(0, -1));
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("An id is req_ and 24").waitFor();
    await field.fill(`{"request_id":"${id}"}`);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Tries at providers" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/requests/${id}`);
    expectClean(watched, key);
  });

  inBrowser("takes a time that is typed straight through, and none in a year of five digits", async () => {
    const { key } = await newPayer(harness().system);
    const watched = await openAs(key, "/dashboard/requests");
    const { page } = watched;
    for (const name of ["From", "Until"]) {
      const field = page.getByLabel(name);
      await field.pressSequentially("010220260304AM");
      expect(await field.inputValue()).toBe("2026-01-02T03:04");
      await field.fill("12026-01-02T03:04");
      expect(await field.inputValue()).toBe("");
    }
    await page.getByRole("cell", { name: "Credit", exact: true }).waitFor();
    expectClean(watched, key);
  });

  inBrowser("keeps what is found, and the keyboard on it, while it searches on", async () => {
    const { key } = await payerWithCalls();
    const watched = await openAs(key);
    const { page } = watched;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The first part says that there is more; the second one is empty, and is held back.
    let parts = 0;
    await page.route("**/graphql", async (route) => {
      if (!(route.request().postData() ?? "").includes("query Ledger(")) {
        await route.continue();
        return;
      }
      parts += 1;
      const { after } = route.request().postDataJSON().variables as { readonly after?: string };
      if (after !== undefined) await released;
      const query = await route.fetch({ postData: { ...route.request().postDataJSON(), variables: {} } });
      const json = (await query.json()) as { data: { ledger: { edges: unknown[]; pageInfo: object } } };
      const { ledger } = json.data;
      ledger.pageInfo = { ...ledger.pageInfo, endCursor: "more", hasNextPage: after === undefined };
      if (after !== undefined) ledger.edges = [];
      await route.fulfill({ json });
    });
    await goTo(page, "Requests");
    const link = page.getByRole("table", { name: "Movements of the balance" }).getByRole("link").first();
    await link.focus();
    await page.getByRole("status").getByText("Searching older movements").waitFor();
    release();
    await page.getByRole("status").getByText("Searching older movements").waitFor({ state: "detached" });
    expect(parts).toBe(2);
    expect(await link.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expectClean(watched, key);
  });

  inBrowser("is linked to from usage by model, keys and client tokens", async () => {
    const { key, batchId } = await payerWithCalls();
    await mutate(key, 'mutation { createClientToken(input: { operations: [CHAT], budget: "1" }) { secret } }');
    const watched = await openAs(key);
    const { page } = watched;
    const rows = page.getByRole("table", { name: "Movements of the balance" }).getByRole("row");
    const usage = page.getByRole("table", { name: "Usage by model" });
    await usage.getByRole("link", { name: CHAT_MODEL, exact: true }).click();
    await eventually("both calls of the model", async () => (await rows.count()) === 3);
    await page.goBack();
    await usage.getByRole("link", { name: `1 failed, ${CHAT_MODEL}` }).click();
    await rows.getByText("provider_unavailable").waitFor();
    await goTo(page, "API keys");
    await page.getByRole("link", { name: "Requests of batch" }).click();
    expect(await page.getByLabel("API key").inputValue()).toBe(batchId);
    await eventually("both calls of the key", async () => (await rows.count()) === 3);
    await goTo(page, "API keys");
    await page.getByRole("link", { name: /^Requests of token / }).click();
    await page.getByText("Nothing matches.").waitFor();
    expectClean(watched, key);
  });

  test("a filter finds nothing of another organization, and client tokens are refused", async () => {
    const { client, system } = harness();
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
