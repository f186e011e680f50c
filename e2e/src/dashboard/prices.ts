import { CHAT_MODEL } from "../harness/cenote-yaml";
import { digitsOf, nanoOf } from "../harness/exact";
import { settledBalance } from "../harness/ledger";
import { FAL_VIDEO, OPENAI_IMAGE } from "../harness/media-catalog";
import { newPayer } from "../harness/payer";
import { endOf, type VideoJob } from "../harness/videos";
import type { Harness } from "../harness/with-system";
import { type browserFor, PHONE } from "./browser";
import { askIn, goTo } from "./pages";

const VIDEOS = "/v1/videos/generations";
const TALLEST = "document.documentElement.scrollHeight";

/** Tests of the prices that pages show before a call. */
export const priceTests = (
  harness: () => Harness,
  { expectClean, inBrowser, openAs }: ReturnType<typeof browserFor>,
) => {
  inBrowser(
    "shows the price of a video before it is made, which is charged, and what the balance makes of it",
    async () => {
      const { system, client } = harness();
      const { org, key } = await newPayer(system);
      const watched = await openAs(key, "/dashboard/videos", PHONE);
      const { page } = watched;
      await page.getByLabel("Model").selectOption(FAL_VIDEO);
      await page.getByText(/^MXN\s[\d.]+ for 5 s$/).waitFor();
      await page.getByText("Charged once it is there.").waitFor();
      const height = await page.evaluate<number>(TALLEST);
      await page.getByLabel("Length").selectOption("10");
      const price = page.getByText(/^MXN\s[\d.]+ for 10 s$/);
      await price.waitFor();
      const amount = /[\d.]+/.exec(await price.innerText())?.[0] ?? "";

      // After as many calls as the free credit covers, less than the price of one is left.
      const count = Number(nanoOf("50") / nanoOf(amount));
      const costs = await Promise.all(
        Array.from({ length: count }, async () => {
          const body = { model: FAL_VIDEO, prompt: "a cenote [[sim polls=0]]", duration: 10 };
          const { body: job } = await client.postJson<VideoJob>(VIDEOS, body, { key });
          return digitsOf((await endOf(client, job.id, key)).text, "cost_mxn");
        }),
      );
      expect(costs).toEqual(costs.map(() => amount));
      await page.getByText("The balance available is below this").waitFor();
      // The price moves nothing on the page.
      expect(await page.evaluate<number>(TALLEST)).toBe(height);
      await page.getByLabel("Prompt").fill("one more [[sim polls=0]]");
      await page.getByRole("button", { name: "Make video" }).click();
      const card = page.getByRole("article", { name: /^one more/ });
      await card.getByText("Ready").waitFor();
      await card.getByText(new RegExp(`MXN\\s${amount.replace(".", "\\.")}$`)).waitFor();
      await page.getByText("No balance is available").waitFor();
      expect((await settledBalance(system, org)).balance_mxn).toMatch(/^-/);
      expectClean(watched, key);
    },
  );

  inBrowser("shows the price of images and of a question, and none of what can't be asked", async () => {
    const { system } = harness();
    const { key } = await newPayer(system);
    const watched = await openAs(key, "/dashboard/images");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(OPENAI_IMAGE);
    await page.getByLabel("How many").selectOption("2");
    const price = page.getByText(/^MXN\s[\d.]+ for 2 images$/);
    await price.waitFor();
    const amount = /MXN\s[\d.]+/.exec(await price.innerText())?.[0] ?? "";
    await page.getByLabel("Prompt").fill("a jaguar");
    await page.getByRole("button", { name: "Make images" }).click();
    await page.getByRole("article", { name: "a jaguar" }).getByText(amount).waitFor();

    await goTo(page, "Playground");
    await page.getByLabel("Model").selectOption(CHAT_MODEL);
    await page.getByLabel("Maximum tokens").fill("500");
    await page.getByLabel("Question").fill("hello");
    const estimate = page.getByText(/^about MXN\s[\d.]+, at most MXN\s[\d.]+$/);
    await estimate.waitFor();
    await page.getByLabel("Temperature").fill("7");
    await estimate.waitFor({ state: "detached" });
    await page.getByLabel("Temperature").fill("");
    await estimate.waitFor();
    const turn = await askIn(page, "hello [[sim words=5]]");
    await estimate.waitFor({ state: "detached" });
    await turn.getByText(/tokens, MXN/).waitFor();
    expectClean(watched, key);
  });
};
