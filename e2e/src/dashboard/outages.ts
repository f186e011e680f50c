import { newPayer } from "../harness/payer";
import type { Bench } from "../harness/with-system";
import type { browserFor } from "./browser";
import { bringBack, goTo, signIn, takeAway } from "./pages";

/** What is shown while a service or the database is away. */
export const outageTests = (bench: () => Bench, { expectClean, inBrowser, open }: ReturnType<typeof browserFor>) => {
  inBrowser("keeps the key of a sign-in that failed, and says of no page that it has nothing", async () => {
    const { key } = await newPayer(bench().system);
    const watched = await open("/dashboard/models");
    const { page } = watched;
    await takeAway(page);
    await signIn(page, key);
    await page.getByRole("alert").getByText("overloaded").waitFor();
    expect(await page.getByLabel("API key").inputValue()).toBe(key);
    await bringBack(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("table", { name: "Models" }).waitFor();

    await takeAway(page);
    for (const name of ["Images", "Videos", "Payments", "API keys", "Playground"]) {
      await goTo(page, name);
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.getByRole("alert").getByText("overloaded").first().waitFor();
      await page.getByRole("status").filter({ hasText: "Loading" }).first().waitFor({ state: "detached" });
      expect([name, await page.getByText(/^No |is no |^Nothing /).allInnerTexts()]).toEqual([name, []]);
    }
    await bringBack(page);
    await goTo(page, "Videos");
    await page.getByText("There is no video yet.").waitFor();
    expectClean(watched, key);
  });
};
