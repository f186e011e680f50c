import { CHAT_MODEL, EMBEDDING_MODEL } from "../harness/cenote-yaml";
import { ask } from "../harness/client";
import { newPayer } from "../harness/payer";
import type { Harness } from "../harness/with-system";
import { type browserFor, DESKTOP, PHONE } from "./browser";

/** Tests of keys with a budget, an expiry and models, and of usage by key. */
export const keyRestrictionTests = (
  harness: () => Harness,
  { expectClean, inBrowser, openAs }: ReturnType<typeof browserFor>,
) => {
  const chat = async (key: string) =>
    (await harness().client.postJson("/v1/chat/completions", ask("hello"), { key })).status;

  inBrowser("gives a key a budget, an expiry and models, changes and removes them, and shows its usage", async () => {
    const { key } = await newPayer(harness().system);
    const watched = await openAs(key, "/dashboard/keys");
    const { page } = watched;
    await page.getByLabel("Name").fill("guest");
    await page.getByText("Budget, expiry, models, networks, limits").click();
    await page.getByLabel("Budget in pesos").fill("99999999999");
    await page.getByLabel("Budget period").selectOption("a week");
    await page.getByLabel("Expires").fill("2020-01-01T10:30");
    await page.getByLabel("Models", { exact: true }).fill(`${EMBEDDING_MODEL}, none/such`);
    await page.keyboard.press("Enter");
    await page.getByText("No model here is called none/such.").waitFor();
    await page.getByRole("button", { name: "Remove none/such" }).click();
    const make = page.getByRole("button", { name: "Make key" });
    await make.click();
    await page.getByRole("alert").getByText("pesos above zero, at most 1000000000").waitFor();
    expect(await page.getByLabel("Budget in pesos").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Budget in pesos").fill("12.50");
    await make.click();
    await page.getByRole("alert").getByText("must be in the future").waitFor();
    await page.getByLabel("Expires").fill("2099-01-31T10:30");
    // A typed model that was not added to the list is saved too.
    await page.getByLabel("Models", { exact: true }).fill(CHAT_MODEL);
    await make.click();
    const secret = await page.getByTestId("secret").innerText();
    expect(await chat(secret)).toBe(200);

    await page.reload();
    const row = page.getByRole("row", { name: /^guest/ });
    await row.getByText(/^MXN\s0\.\d*[1-9]\d* of MXN\s12\.50 a week/).waitFor();
    for (const text of [
      /^last used \d{4}-\d{2}-\d{2}$/,
      /^resets /,
      `${EMBEDDING_MODEL}, ${CHAT_MODEL}`,
      "Works",
      /^until Jan 31, 2099, 10:30/,
    ])
      await row.getByText(text).waitFor();
    const box = await row.getByRole("button", { name: "Revoke guest" }).boundingBox();
    expect((box?.x ?? DESKTOP.width) + (box?.width ?? 0)).toBeLessThan(DESKTOP.width);

    // The browser's clock decides whether the key has expired.
    await page.clock.setSystemTime("2099-02-01T00:00:00Z");
    await page.reload();
    await row.getByText("Expired", { exact: true }).waitFor();
    expect(await row.getByText("Revoked").count()).toBe(0);
    await page.clock.setSystemTime(new Date());
    await page.reload();
    await row.getByRole("button", { name: "Change guest" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("Expires").inputValue()).toBe("2099-01-31T10:30");
    await dialog.getByLabel("Budget in pesos").fill("20");
    await dialog.getByLabel("Budget period").selectOption("in total");
    await dialog.getByLabel("Expires").fill("");
    await dialog.getByRole("button", { name: `Remove ${CHAT_MODEL}` }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await row.getByText(/of MXN\s20\.00 in total$/).waitFor();
    await row.getByText(/^until /).waitFor({ state: "detached" });
    expect(await chat(secret)).toBe(403);
    await row.getByRole("button", { name: "Change guest" }).click();
    await dialog.getByLabel("Budget in pesos").fill("");
    await dialog.getByRole("button", { name: `Remove ${EMBEDDING_MODEL}` }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await row.getByText("none: the whole balance").waitFor();
    expect(await chat(secret)).toBe(200);

    await page.getByRole("link", { name: "Usage by key" }).click();
    await page
      .getByRole("table", { name: "Usage by key" })
      .getByRole("row", { name: /^guest 2 0 / })
      .waitFor();
    await page.getByRole("figure", { name: /^Cost by day and key/ }).waitFor();
    await page.getByText("By model", { exact: true }).click();
    await page.getByRole("table", { name: "Usage by model" }).getByRole("row", { name: CHAT_MODEL }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
    expectClean(watched, key);
  });

  inBrowser("tells a restricted key why it can't manage keys, and lets it revoke itself", async () => {
    const { system, client } = harness();
    const { key } = await newPayer(system);
    const query =
      'mutation { createApiKey(name: "own", restrictions: { models: ["openai/*"], budget: { limit: "1" } }) { secret } }';
    const { body } = await client.postJson<{ data: { createApiKey: { secret: string } } }>(
      "/graphql",
      { query },
      { key },
    );
    const { secret } = body.data.createApiKey;
    const watched = await openAs(secret, "/dashboard/keys", PHONE);
    const { page } = watched;
    await page.getByText("has a budget and a list of models, so it can’t make, change or revoke keys").waitFor();
    expect(await page.getByRole("button", { name: "Make key" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Change / }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Revoke / }).count()).toBe(1);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
    await page.getByRole("button", { name: "Revoke own" }).click();
    await page.getByRole("dialog").getByText("You are signed in with it, so you will be signed out.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expectClean(watched, secret);
  });
};
