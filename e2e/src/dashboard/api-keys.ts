import { CHAT_MODEL } from "../harness/cenote-yaml";
import { ask } from "../harness/client";
import { eventually } from "../harness/eventually";
import { newPayer } from "../harness/payer";
import type { Harness } from "../harness/with-system";
import { type browserFor, DESKTOP } from "./browser";

/** Tests of the keys and client tokens page, on the caller's system. */
export const apiKeyTests = (
  harness: () => Harness,
  { expectClean, inBrowser, openAs }: ReturnType<typeof browserFor>,
) => {
  inBrowser("makes a key that works, with limits of its own, shows it once, and revokes it after asking", async () => {
    const { system, client } = harness();
    const { key } = await newPayer(system);
    const watched = await openAs(key, "/dashboard/keys");
    const { page } = watched;
    await page.getByLabel("Name").fill("laptop");
    await page.getByText("Budget, expiry, models, networks, limits").click();
    await page.getByLabel("Calls a minute").fill("2");
    await page.getByRole("button", { name: "Make key" }).click();
    const secret = await page.getByTestId("secret").innerText();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret);
    await page.getByRole("button", { name: "I have it" }).click();
    expect(await page.content()).not.toContain(secret);
    expect((await client.postJson("/v1/chat/completions", ask("hello"), { key: secret })).status).toBe(200);

    await page
      .getByRole("row", { name: /^laptop/ })
      .getByText(/^2 calls, [\d,]+ tokens a minute; [\d,]+ at once$/)
      .waitFor();
    await page.getByRole("button", { name: "Change laptop" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("old laptop");
    await dialog.getByLabel("Calls a minute").fill("3");
    await page.keyboard.press("Enter");
    const row = page.getByRole("row", { name: /^old laptop/ });
    await row.getByText(/^3 calls, /).waitFor();
    await dialog.waitFor({ state: "detached" });
    await row.getByRole("button", { name: "Revoke old laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).click();
    await row.getByText("Works").waitFor();
    await row.getByRole("button", { name: "Revoke old laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await row.getByText("Revoked").waitFor();
    const { status, body } = await client.postJson("/v1/chat/completions", ask("hello"), { key: secret });
    expect([status, body.error.code]).toEqual([401, "key_revoked"]);
    expectClean(watched, key);
    expect(watched.addresses.join("\n")).not.toContain(secret);
  });

  inBrowser("shows which client tokens work, and ends one", async () => {
    const { system, client } = harness();
    const { key } = await newPayer(system);
    const mint =
      "mutation ($input: ClientTokenInput!) { createClientToken(input: $input) { secret clientToken { id } } }";
    const input = { operations: ["CHAT", "VIDEO", "BALANCE"], models: [CHAT_MODEL], budget: "0.5", ttlSeconds: 600 };
    const { body } = await client.postJson<{
      data: { createClientToken: { secret: string; clientToken: { id: string } } };
    }>("/graphql", { query: mint, variables: { input } }, { key });
    const {
      secret,
      clientToken: { id },
    } = body.data.createClientToken;
    const watched = await openAs(key, "/dashboard/keys");
    const row = watched.page.getByRole("row", { name: id.slice(0, 8) });
    for (const text of ["chat, video, balance", CHAT_MODEL, "anywhere", "MXN 0.00", "MXN 0.50"])
      await row.getByText(text, { exact: true }).waitFor();
    const button = row.getByRole("button", { name: "Revoke token" });
    const box = await button.boundingBox();
    expect((box?.x ?? DESKTOP.width) + (box?.width ?? 0)).toBeLessThan(DESKTOP.width);
    await button.click();
    await row.getByText("Revoked").waitFor();
    expect((await client.postJson("/v1/chat/completions", ask("hello"), { key: secret })).body.error.code).toBe(
      "key_revoked",
    );
    await watched.page.reload();
    await watched.page.getByText("No page has one.").waitFor();
    expectClean(watched, key);
  });

  inBrowser("keeps many keys within reach, whatever they are called", async () => {
    const { system, client } = harness();
    const { key } = await newPayer(system);
    const query = "mutation ($name: String!) { createApiKey(name: $name) { apiKey { id } } }";
    for (const name of [
      "<img src=x onerror=alert(1)>",
      `long-${"x".repeat(95)}`,
      ...Array.from({ length: 10 }, (_, index) => `ci-${index}`),
    ])
      await client.postJson("/graphql", { query, variables: { name } }, { key });
    const watched = await openAs(key, "/dashboard/keys");
    const { page } = watched;
    await page.getByText("13 of 13").waitFor();
    await page.getByRole("rowheader", { name: "<img src=x onerror=alert(1)>", exact: true }).waitFor();
    const revoke = page.getByRole("button", { name: "Revoke long-" });
    await revoke.waitFor();
    const box = await revoke.boundingBox();
    expect((box?.x ?? DESKTOP.width) + (box?.width ?? 0)).toBeLessThan(DESKTOP.width);
    await page.getByLabel("Find a key").fill("CI-7");
    await page.getByText("1 of 13").waitFor();
    await page.getByRole("button", { name: "Revoke ci-7" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).waitFor();
    await page.keyboard.press("Escape");
    await eventually(
      "the keyboard to be back where it was",
      async () => (await page.evaluate("document.activeElement.ariaLabel")) === "Revoke ci-7",
    );
    expectClean(watched, key);
  });
};
