import { crc32, deflateSync } from "node:zlib";
import { CHAT_MODEL, PLAIN_MODEL } from "../harness/cenote-yaml";
import { newPayer } from "../harness/payer";
import type { Harness } from "../harness/with-system";
import type { browserFor } from "./browser";
import { askIn } from "./pages";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
};

/** A PNG image that is not compressed. */
const largePng = ({ width, height }: { readonly width: number; readonly height: number }): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits each for red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((1 + 3 * width) * height);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

/** Tests of the playground beyond text. */
export const playgroundFileTests = (
  harness: () => Harness,
  { expectClean, inBrowser, openAs }: ReturnType<typeof browserFor>,
) => {
  inBrowser("sends an image with a question, and with the next one again", async () => {
    const { simulator, system } = harness();
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

  inBrowser("asks without a file that could not be read, after saying so", async () => {
    const { system } = harness();
    const { key } = await newPayer(system);
    const watched = await openAs(key, "/dashboard/playground");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(CHAT_MODEL);
    // As if the file was deleted after it was chosen.
    await page.evaluate(`FileReader.prototype.readAsDataURL = function () { this.dispatchEvent(new Event("error")); }`);
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "gone.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-") });
    const alert = page.getByRole("alert").getByText("“gone.pdf” could not be read.");
    await alert.waitFor();
    await page.getByLabel("Question").fill("x");
    expect(await page.getByRole("button", { name: "Ask" }).isEnabled()).toBe(true);
    const turn = await askIn(page, "what else?");
    await turn.getByText(/tokens, MXN/).waitFor();
    await alert.waitFor({ state: "detached" });
    expectClean(watched, key);
  });

  inBrowser("scales a large photo down before it is sent", async () => {
    const { simulator, system } = harness();
    const { key } = await newPayer(system);
    const watched = await openAs(key, "/dashboard/playground");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(CHAT_MODEL);
    const buffer = largePng({ width: 4096, height: 512 });
    expect(buffer.length).toBeGreaterThan(5_000_000);
    await page.locator("input[type=file]").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
    await page.getByRole("button", { name: "Remove photo.png" }).waitFor();
    const turn = await askIn(page, "marker-photo what is it?");
    await turn.getByText(/tokens, MXN/).waitFor();
    const [call] = await simulator.calls("marker-photo");
    const [, base64 = ""] = /data:image\/jpeg;base64,([^"]*)/.exec(call?.body ?? "") ?? [];
    const photo = Buffer.from(base64, "base64");
    // The header of a JPEG frame: marker, length, bits per sample, height, width.
    const frame = photo.indexOf(Buffer.from([0xff, 0xc0]));
    expect([photo.readUInt16BE(frame + 7), photo.readUInt16BE(frame + 5)]).toEqual([2048, 256]);
    expectClean(watched, key);
  });

  inBrowser("shows the model's reasoning and its calls of tools, and takes their results", async () => {
    const { simulator, system } = harness();
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
    await page.getByLabel("Result of get_weather").fill("marker-result 31 °C");
    await page.getByRole("button", { name: "Ask" }).click();
    const next = page.getByRole("article", { name: "Turn 2" });
    await next.getByText(/tokens, MXN/).waitFor();
    await next.getByText("Result: marker-result 31 °C").waitFor();
    const [call] = await simulator.calls("marker-result");
    const { messages } = JSON.parse(call?.body ?? "{}") as { messages: readonly { role: string }[] };
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expectClean(watched, key);
  });
};
