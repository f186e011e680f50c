import type { Page } from "playwright-core";

export const signIn = async (page: Page, key: string) => {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
};

export const goTo = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click();

/** The amount in pesos, without the text around it. */
export const available = async (page: Page): Promise<number> =>
  Number((await page.getByTestId("available").innerText()).replaceAll(/[^\d.]/g, ""));

export const askIn = async (page: Page, question: string) => {
  await page.getByLabel("Question").fill(question);
  const turns = page.getByRole("article", { name: /^Turn / });
  const turn = turns.nth(await turns.count());
  await page.getByRole("button", { name: "Ask" }).click();
  return turn;
};

/** Answers every query as the server does while a service or the database can't be reached, until `bringBack`. */
export const takeAway = (page: Page) =>
  page.route("**/graphql", (route) =>
    route.fulfill({ json: { errors: [{ message: "Away.", extensions: { code: "overloaded" } }], data: null } }),
  );

export const bringBack = (page: Page) => page.unroute("**/graphql");
