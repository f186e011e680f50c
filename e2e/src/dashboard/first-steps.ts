import { CHAT_MODEL, EMBEDDING_MODEL } from "../harness/cenote-yaml";
import { ask } from "../harness/client";
import { eventually } from "../harness/eventually";
import { DALLE_IMAGE, FAL_VIDEO } from "../harness/media-catalog";
import { newPayer } from "../harness/payer";
import type { Harness } from "../harness/with-system";
import { type browserFor, DESKTOP } from "./browser";
import { askIn } from "./pages";

/** A newcomer's first steps: a key, a question, a price, a model to try, and the keyboard's focus after each. */
export const firstStepTests = (
  harness: () => Harness,
  { expectClean, inBrowser, open, openAs }: ReturnType<typeof browserFor>,
) => {
  const newKey = async (key: string, restrictions: string) => {
    const query = `mutation { createApiKey(name: "guest", restrictions: ${restrictions}) { secret } }`;
    const { body } = await harness().client.postJson<{ data: { createApiKey: { secret: string } } }>(
      "/graphql",
      { query },
      { key },
    );
    return body.data.createApiKey.secret;
  };

  inBrowser("gives the keyboard a new key, with a first call of a model it may use, and takes it back", async () => {
    const { key } = await newPayer(harness().system);
    const watched = await openAs(key, "/dashboard/keys");
    const { page } = watched;
    await page.getByLabel("Name").fill("few models");
    await page.getByText("Budget, expiry, models, networks, limits").click();
    await page.getByLabel("Models", { exact: true }).fill(`${EMBEDDING_MODEL}, ${CHAT_MODEL}`);
    await page.getByRole("button", { name: "Make key" }).click();
    const shown = page.getByRole("group", { name: "The new key" });
    await eventually("the new key to have the focus", () =>
      shown.evaluate((element) => element === element.ownerDocument.activeElement),
    );
    await page.getByRole("group", { name: "A first call" }).getByText(`"model":"${CHAT_MODEL}"`).waitFor();
    await page.getByRole("button", { name: "I have it" }).click();
    await eventually("the field for a name to have the focus", async () =>
      String(await page.evaluate("document.activeElement.labels?.[0].textContent")).startsWith("Name")
        ? true
        : undefined,
    );

    await page.getByLabel("Name").fill("embeddings only");
    await page.getByLabel("Models", { exact: true }).fill(EMBEDDING_MODEL);
    await page.getByRole("button", { name: "Make key" }).click();
    await page.getByRole("heading", { name: "The key “embeddings only”" }).waitFor();
    expect(await page.getByRole("group", { name: "A first call" }).count()).toBe(0);
    expectClean(watched, key);
  });

  inBrowser(
    "leaves the keyboard at the question after each press of the button, with the question in view",
    async () => {
      const { key } = await newPayer(harness().system);
      const watched = await openAs(key, "/dashboard/playground");
      const { page } = watched;
      const questionHasFocus = () =>
        eventually(
          "the question to have the focus",
          async () => (await page.evaluate("document.activeElement.labels?.[0].textContent")) === "Question",
        );
      await page.getByLabel("Model").selectOption(CHAT_MODEL);
      const long = await askIn(page, "[[sim words=2000]]");
      await long.getByText(/tokens, MXN/).waitFor();
      await questionHasFocus();
      expect(await page.evaluate("scrollY")).toBe(0);
      const box = await page.getByLabel("Question").boundingBox();
      expect((box?.y ?? DESKTOP.height) + (box?.height ?? 0)).toBeLessThan(DESKTOP.height);
      const held = await askIn(page, "[[sim words=300 hold=dashboard-focus after=5]]");
      await held.getByText("Answering …").waitFor();
      await page.getByRole("button", { name: "Stop" }).click();
      await held.getByText(/^Stopped/).waitFor();
      await questionHasFocus();
      await page.getByRole("button", { name: "New conversation" }).click();
      await page.getByText(/^Ask something\./).waitFor();
      await questionHasFocus();
      expectClean(watched, key);
    },
  );

  inBrowser("shows a key with a budget what it has left of it, beside the organization's balance", async () => {
    const { client, system } = harness();
    const { key } = await newPayer(system);
    const guest = await newKey(key, '{ budget: { limit: "12.5", period: MONTH } }');
    const watched = await openAs(guest);
    const { page } = watched;
    const balance = page.getByRole("region", { name: "Balance" });
    await balance.getByText(/^MXN\s0\.00 of MXN\s12\.50$/).waitFor();
    await client.post("/v1/chat/completions", ask("hello"), { key: guest });
    await balance.getByText(/^MXN\s0\.\d*[1-9]\d* of MXN\s12\.50$/).waitFor();
    expectClean(watched, guest);
    const all = await openAs(key);
    await all.page.getByText("Live").waitFor();
    await all.page.getByRole("table", { name: "Usage by model" }).waitFor();
    expect(await all.page.getByText("The key you are signed in with").count()).toBe(0);
    // Only such a key may see the alert for a low balance.
    await all.page.getByText("Alert: nobody is told").waitFor();
    expect(await page.getByText("Alert: ").count()).toBe(0);
  });

  inBrowser("sets who is told of a low balance, says what is wrong with an address, and removes it", async () => {
    const { client, system } = harness();
    const { key } = await newPayer(system);
    const watched = await openAs(key);
    const { page } = watched;
    await page.getByText("Alert: nobody is told when the balance is low").click();
    await page.getByLabel("Threshold in pesos").fill("20");
    await page.getByLabel("Address").fill("http://10.0.0.1/hook");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("10.0.0.1 is no address of the public internet").waitFor();
    expect(await page.getByLabel("Address").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Address").fill("https://acme.example/hook");
    await page.getByRole("button", { name: "Save alert" }).click();
    await page.getByRole("status").getByText("Saved.").waitFor();
    await page.getByText(/^Alert: an address is told when the balance falls below MXN\s20\.00$/).waitFor();
    const query = "{ viewer { organization { balanceAlert { threshold url } } } }";
    const alert = async () =>
      (
        await client.postJson<{ data: { viewer: { organization: { balanceAlert: unknown } } } }>(
          "/graphql",
          { query },
          { key },
        )
      ).body.data.viewer.organization.balanceAlert;
    expect(await alert()).toEqual({ threshold: "20", url: "https://acme.example/hook" });
    await page.getByRole("button", { name: "Remove alert" }).click();
    await page.getByText("Alert: nobody is told when the balance is low").waitFor();
    expect(await alert()).toBeNull();
    expectClean(watched, key);
  });

  inBrowser("opens a model of the directory where it can be tried, and says what an image costs", async () => {
    const { key } = await newPayer(harness().system);
    const watched = await openAs(key, "/dashboard/models");
    const { page } = watched;
    const tryIt = async (model: string) => {
      await page.getByRole("link", { name: `Try it: ${model}`, exact: true }).click();
      await eventually(
        `${model} to be chosen`,
        async () => (await page.getByLabel("Model", { exact: true }).inputValue()) === model,
      );
    };
    expect(await page.getByRole("link", { name: `Try it: ${EMBEDDING_MODEL}` }).count()).toBe(0);
    await tryIt(CHAT_MODEL);
    await page.getByLabel("Maximum tokens").fill("20");
    await page.getByText("These settings as code").click();
    await page
      .getByRole("group", { name: "A call with these settings" })
      .getByText(new RegExp(`"model":"${CHAT_MODEL}",.*"max_tokens":20}'$`))
      .waitFor();
    await page.goBack();
    await tryIt(FAL_VIDEO);
    await page.goBack();
    await tryIt(DALLE_IMAGE);
    await page.getByText(/^MXN\s[\d.]+ for 1 image$/).waitFor();
    expectClean(watched, key);
  });

  inBrowser("says which key made a call, and what was used or that the answer was stored", async () => {
    const { client, system } = harness();
    const { key } = await newPayer(system);
    const guest = await newKey(key, `{ models: ["${CHAT_MODEL}"] }`);
    const options = { key: guest, headers: { "x-gateway-cache": "3600" } };
    let made = 0;
    // A slow cache is not waited for, so the first try may miss it.
    await eventually("a stored answer", async () => {
      const { status, headers } = await client.postJson("/v1/chat/completions", ask("hello"), options);
      expect(status).toBe(200);
      if (headers.get("x-gateway-cache") === "hit") return true;
      made += 1;
      return undefined;
    });
    const watched = await openAs(key, "/dashboard/requests");
    const { page } = watched;
    const row = page.getByRole("row", { name: new RegExp(CHAT_MODEL) });
    await row
      .getByText(/^guest · \d+ \+ \d+ tokens$/)
      .first()
      .waitFor();
    expect(await row.getByText("ok", { exact: true }).count()).toBe(made + 1);
    const hit = row.filter({ hasText: "guest · from the cache" });
    await hit.getByRole("link").click();
    await page.getByText("Chat, from the cache", { exact: true }).waitFor();
    expectClean(watched, key);
  });

  inBrowser("keeps the place of what is loading, and asks each question once", async () => {
    const { client, system } = harness();
    const { key } = await newPayer(system);
    await client.post("/v1/chat/completions", ask("hello"), { key });
    const watched = await open("/dashboard");
    const { page } = watched;
    const asked: string[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/graphql", async (route) => {
      const name = /(?:query|mutation) (\w+)/.exec(route.request().postData() ?? "")?.[1] ?? "";
      asked.push(name);
      if (name === "Usage") await released;
      await route.continue();
    });
    await page.getByLabel("API key").fill(key);
    await page.keyboard.press("Enter");
    await page.getByRole("table", { name: "Latest requests" }).waitFor();
    await page.getByRole("status").getByText("Loading usage").waitFor();
    // Content below the usage chart is out of sight, so nothing visible moves when it arrives.
    const heading = await page.getByRole("heading", { name: "Latest requests" }).boundingBox();
    expect(heading?.y).toBeGreaterThan(DESKTOP.height);
    release();
    await page.getByRole("table", { name: "Usage by model" }).waitFor();
    await eventually("every question", () => asked.length >= 5);
    expect(asked.toSorted()).toEqual(["BalanceDetails", "LatestRequests", "Providers", "Usage", "Viewer"]);
    expectClean(watched, key);
  });

  inBrowser("shows the first of very many keys, and all when asked", async () => {
    const { system, client } = harness();
    const { key } = await newPayer(system);
    const query = "mutation ($name: String!) { createApiKey(name: $name) { apiKey { id } } }";
    for (let index = 0; index < 30; index += 1)
      await client.postJson("/graphql", { query, variables: { name: `ci-${index}` } }, { key });
    const watched = await openAs(key, "/dashboard/keys");
    const { page } = watched;
    const rows = page.getByRole("table", { name: "API keys" }).getByRole("row");
    await page.getByText("31 of 31").waitFor();
    const shows = (count: number) => eventually(`${count} rows`, async () => (await rows.count()) === count);
    await shows(26);
    // The search also finds keys beyond the shown ones.
    await page.getByLabel("Find a key").fill("ci-0");
    await page.getByRole("button", { name: "Revoke ci-0" }).waitFor();
    await page.getByLabel("Find a key").fill("");
    await page.getByRole("button", { name: "Show all 31 keys" }).click();
    await shows(32);
    expectClean(watched, key);
  });
};
