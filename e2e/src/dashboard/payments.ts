import { newPayer } from "../harness/payer";
import type { Harness } from "../harness/with-system";
import { type browserFor, PHONE } from "./browser";
import { available, goTo } from "./pages";

/** Tests of adding money, paid at the payment processor's simulated page. */
export const paymentTests = (harness: () => Harness, { inBrowser, openAs }: ReturnType<typeof browserFor>) => {
  inBrowser("adds money to the balance: to the payment page, back, and into the balance", async () => {
    const { key } = await newPayer(harness().system);
    const { page, faults, addresses } = await openAs(key);
    await page.getByRole("link", { name: "Add money" }).click();
    await page.getByText("Nothing was paid in yet.").waitFor();
    await page.getByText(/You pay by card, or cash at OXXO|You pay by card or cash at OXXO/).waitFor();
    await page.getByText("no real money moves").waitFor();
    await page.getByLabel("Amount in pesos").fill("20");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await page.getByRole("alert").getByText("An amount from 50 to 10000 pesos").waitFor();
    await page.getByRole("button", { name: /^MXN\s200\.00$/ }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Continue to payment" }).click();

    await page.getByText("$200.00 MXN").waitFor();
    await page.getByRole("button", { name: "Pay by card", exact: true }).click();
    await page.getByText(/^MXN\s200\.00 are paid, and in the balance\.$/).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard/payments");
    const row = page.getByRole("table", { name: "Payments" }).getByRole("row", { name: /Paid/ });
    await row.getByText(/^MXN\s200\.00$/).waitFor();
    await page.waitForFunction('document.querySelector("[data-testid=available]")?.textContent.includes("250.00")');
    expect(await available(page)).toBe(250);
    expect(faults).toEqual([]);
    expect(addresses.join("\n")).not.toContain(key);
    // The added amount appears in the statement too.
    await goTo(page, "Statement");
    await page.getByText("top-up", { exact: true }).first().waitFor();
  });

  inBrowser("shows what was not paid yet, with the way back, and what is awaited", async () => {
    const { key } = await newPayer(harness().system);
    const { page } = await openAs(key, "/dashboard/payments", PHONE);
    const pay = async (choice: string) => {
      await page.getByRole("button", { name: "Continue to payment" }).click();
      await page.getByRole("button", { name: choice }).click();
    };
    await pay("Back, without paying");
    await page.getByText(/^MXN\s100\.00 are not paid yet/).waitFor();
    await page.getByRole("link", { name: "Back to the payment page" }).click();
    await page.getByRole("button", { name: "Get an OXXO voucher" }).click();
    await page.getByText(/will be in the balance as soon as the payment arrives/).waitFor();
    await page.getByRole("table", { name: "Payments" }).getByText("Payment awaited").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  });
};
