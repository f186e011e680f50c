import { readFile } from "node:fs/promises";
import { withBilling } from "../harness/billing";
import { CHAT_MODEL } from "../harness/cenote-yaml";
import { ask } from "../harness/client";
import { eventually } from "../harness/eventually";
import { newPayer } from "../harness/payer";
import type { Harness } from "../harness/with-system";
import { type browserFor, PHONE } from "./browser";
import { bringBack, goTo, takeAway } from "./pages";

/** Tests of a month's statement. */
export const statementTests = (
  harness: () => Harness,
  { expectClean, inBrowser, openAs }: ReturnType<typeof browserFor>,
) => {
  inBrowser(
    "shows a month's statement, with links to its calls, saves what the tool prints, and fits on paper",
    async () => {
      const { system, client } = harness();
      const { org, key } = await newPayer(system);
      await withBilling(system, (billing) =>
        billing.credit({ organizationId: org, amountNanoMxn: 12_500_000_000n, id: "top-up", note: "=1+1, año" }),
      );
      await client.post("/v1/chat/completions", ask("hello"), { key });
      await client.post("/v1/chat/completions", ask("hello"), { key });
      const watched = await openAs(key);
      const { page } = watched;
      await goTo(page, "Statement");
      const table = page.getByRole("table", { name: "Statement" });
      await table.getByRole("row", { name: new RegExp(`Charges ${CHAT_MODEL} 2 `) }).waitFor();
      await table.getByText("=1+1, año").waitFor();
      await table.getByText("MXN 12.50").waitFor();
      await table.getByRole("row", { name: "Balance now" }).waitFor();
      await page.getByText(/^Read up to block \d+ of the ledger, [\da-f]{64}\.$/).waitFor();

      const coming = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download CSV" }).click();
      const saved = await coming;
      const month = /^statement-(\d{4}-\d\d)\.csv$/.exec(saved.suggestedFilename())?.[1] ?? "";
      const { stdout } = await system.tool("statement", org, "--month", month, "--csv");
      expect((await readFile(await saved.path(), "utf8")).replace("\uFEFF", "").trim()).toBe(stdout.trim());

      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      for (const hidden of ["Sign out", "Download CSV", "Previous month"])
        expect(await page.getByRole("button", { name: hidden }).isVisible()).toBe(false);
      expect(await page.evaluate("getComputedStyle(document.body).color")).toBe("rgb(20, 38, 42)");
      await page.emulateMedia({ media: "screen", colorScheme: null });

      await table.getByRole("link", { name: CHAT_MODEL }).click();
      const rows = page.getByRole("table", { name: "Movements of the balance" }).getByRole("row");
      await eventually("both calls of the month", async () => (await rows.count()) === 3);
      await page.goBack();
      await table.waitFor();
      await page.setViewportSize(PHONE);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
      expectClean(watched, key);
    },
  );

  inBrowser("goes from month to month by keyboard, at addresses to share, and says what it can't show", async () => {
    const { system } = harness();
    const { key } = await newPayer(system);
    const watched = await openAs(key, "/dashboard/statement?month=2020-01");
    const { page } = watched;
    await page.getByText("Nothing changed the balance in this month.").waitFor();
    await page.getByRole("button", { name: "Next month" }).press("Enter");
    await page.getByRole("heading", { name: "February 2020" }).waitFor();
    expect(new URL(page.url()).search).toBe("?month=2020-02");
    await page.goBack();
    await page.getByRole("heading", { name: "January 2020" }).waitFor();
    for (const month of ["9999-01", "2020-13"]) {
      await page.goto(`${system.baseUrl}/dashboard/statement?month=${month}`);
      await page
        .getByRole("alert")
        .getByText(month === "9999-01" ? "has not begun" : "is no month")
        .waitFor();
    }
    await takeAway(page);
    await page.getByRole("button", { name: "This month" }).click();
    await page.getByRole("alert").getByText("overloaded").waitFor();
    await bringBack(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("row", { name: /Opening balance/ }).waitFor();
    expect(await page.getByRole("button", { name: "Next month" }).getAttribute("aria-disabled")).toBe("true");
    expectClean(watched, key);
  });
};
