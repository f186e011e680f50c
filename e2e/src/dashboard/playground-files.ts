import { CHAT_MODEL, PLAIN_MODEL } from "../harness/cenote-yaml";
import { newPayer } from "../harness/payer";
import type { Bench } from "../harness/with-system";
import type { browserFor } from "./browser";
import { askIn } from "./pages";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** What the playground can do beside text. */
export const playgroundFileTests = (
  bench: () => Bench,
  { expectClean, inBrowser, openAs }: ReturnType<typeof browserFor>,
) => {
  inBrowser("sends an image with a question, and with the next one again", async () => {
    const { simulator, system } = bench();
    const { key } = await newPayer(system);
    const watched = await openAs(key, "/dashboard/playground");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(PLAIN_MODEL);
    await page.getByLabel("Question").fill("x");
    expect(await page.getByRole("button", { name: /^Add / }).count()).toBe(0);
    await page.getByLabel("Model").selectOption(CHAT_MODEL);
    await page.getByRole("button", { name: "Add images, PDF files" }).waitFor();
    const files = page.locator("input[type=file]");
    await files.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") });
    await page.getByRole("alert").getByText("notes.txt").waitFor();
    expect(await page.getByRole("button", { name: "Ask" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Remove notes.txt" }).click();
    await files.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: PNG });
    await page.getByRole("button", { name: "Remove photo.png" }).waitFor();
    const turn = await askIn(page, "marker-image what is it?");
    await turn.getByText(/tokens, MXN/).waitFor();
    await turn.getByText("photo.png", { exact: true }).waitFor();
    const next = await askIn(page, "marker-again and now?");
    await next.getByText(/tokens, MXN/).waitFor();
    for (const marker of ["marker-image", "marker-again"]) {
      const [call] = await simulator.calls(marker);
      expect(call?.body).toContain(`data:image/png;base64,${PNG.toString("base64")}`);
    }

    await turn.getByText("This call as code").click();
    await turn.getByText("Python", { exact: true }).click();
    const code = turn.getByRole("group", { name: "Turn 1 as code" });
    await code.getByText('"url": "data:image/png;base64,...",').waitFor();
    await turn.getByText("Node", { exact: true }).click();
    await code.getByText('import OpenAI from "openai";').waitFor();
    await turn.getByRole("button", { name: "Copy the code" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await code.innerText());
    expectClean(watched, key);
  });

  inBrowser("shows the model's reasoning and its calls of tools", async () => {
    const { system } = bench();
    const { key } = await newPayer(system);
    const watched = await openAs(key, "/dashboard/playground");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(CHAT_MODEL);
    await page.getByLabel("Tools").fill("[{");
    await page.getByText("Not a JSON list of functions with names: not sent.").waitFor();
    await page
      .getByLabel("Tools")
      .fill('[{"type":"function","function":{"name":"get_weather","parameters":{"type":"object","properties":{}}}}]');
    const turn = await askIn(page, "use get_weather please");
    await turn.getByText(/ended by tool_calls/).waitFor();
    await turn
      .getByRole("group", { name: "Call of get_weather" })
      .getByText(/^get_weather\(\{.*\}\)$/)
      .waitFor();
    expectClean(watched, key);
  });
};
