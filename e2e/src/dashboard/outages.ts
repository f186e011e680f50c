import { CHAT_MODEL } from "../harness/cenote-yaml";
import { ask } from "../harness/client";
import { FAL_VIDEO } from "../harness/media-catalog";
import { newPayer } from "../harness/payer";
import type { Harness } from "../harness/with-system";
import type { browserFor } from "./browser";
import { bringBack, goTo, signIn, takeAway } from "./pages";

/** Tests of the pages while a service or the database can't be reached. */
export const outageTests = (
  harness: () => Harness,
  { expectClean, inBrowser, open, openAs }: ReturnType<typeof browserFor>,
) => {
  inBrowser("keeps the key of a sign-in that failed, and says of no page that it has nothing", async () => {
    const { key } = await newPayer(harness().system);
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

  inBrowser("keeps what it shows beside a reload that failed, but not for another question", async () => {
    const { system, client } = harness();
    const { key } = await newPayer(system);
    await client.post("/v1/chat/completions", ask("hello"), { key });
    const watched = await openAs(key);
    const { page } = watched;
    const usage = page.getByRole("table", { name: "Usage by model" });
    const ofCalls = (count: number) => usage.getByRole("row", { name: new RegExp(`^${CHAT_MODEL} ${count} 0 `) });
    const latest = page.getByRole("table", { name: "Latest requests" }).getByRole("row");
    await ofCalls(1).waitFor();
    await latest.nth(1).waitFor();

    await takeAway(page);
    await client.post("/v1/chat/completions", ask("hello"), { key });
    // The details of the balance, the usage and the latest requests.
    await page.getByRole("alert").nth(2).waitFor();
    expect([await ofCalls(1).count(), await latest.count()]).toEqual([1, 2]);
    await page.getByRole("radio", { name: "7 days" }).check();
    await usage.waitFor({ state: "detached" });

    await bringBack(page);
    for (let left = 3; left > 0; left -= 1) {
      await page.getByRole("button", { name: "Try again" }).first().click();
      await page
        .getByRole("alert")
        .nth(left - 1)
        .waitFor({ state: "detached" });
    }
    await ofCalls(2).waitFor();
    await latest.nth(2).waitFor();
    expectClean(watched, key);
  });

  inBrowser("follows a video again after an outage, and ends one that is cancelled meanwhile", async () => {
    const { system, simulator } = harness();
    const { key } = await newPayer(system);
    const watched = await open("/");
    const { page } = watched;
    let isAway = true;
    await page.routeWebSocket("**/graphql", (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const { id, payload } = JSON.parse(String(text)) as {
          readonly id?: string;
          readonly payload?: { readonly query?: string };
        };
        if (!isAway || payload?.query?.includes("subscription VideoStatus") !== true) {
          server.send(text);
          return;
        }
        const errors = [{ message: "Away.", extensions: { code: "overloaded", retryable: true } }];
        socket.send(JSON.stringify({ id, type: "next", payload: { data: null, errors } }));
        socket.send(JSON.stringify({ id, type: "complete" }));
      });
    });
    await page.goto(`${system.baseUrl}/dashboard/videos`);
    await signIn(page, key);
    await page.getByLabel("Model").selectOption(FAL_VIDEO);
    const make = async (prompt: string) => {
      await page.getByLabel("Prompt").fill(`${prompt} [[sim polls=0 render_hold=dashboard-outage]]`);
      await page.getByRole("button", { name: "Make video" }).click();
      const card = page.getByRole("article", { name: new RegExp(`^${prompt}`) });
      await card.getByRole("alert").getByText("overloaded").waitFor();
      return card;
    };
    const unwanted = await make("unwanted");
    await unwanted.getByRole("button", { name: "Cancel" }).click();
    await unwanted.getByText("The job was cancelled.").waitFor();
    await unwanted.getByRole("alert").waitFor({ state: "detached" });

    const followed = await make("a cenote");
    isAway = false;
    await followed.getByRole("alert").waitFor({ state: "detached" });
    await simulator.release("dashboard-outage");
    await followed.getByText("Ready").waitFor();
    expectClean(watched, key);
  });
};
