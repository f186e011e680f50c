import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { CHAT_MODEL } from "./harness/cenote-yaml";
import { type Child, startChild } from "./harness/child";
import { findChromium } from "./harness/chromium";
import { FAL_VIDEO, mediaCatalog } from "./harness/media-catalog";
import { inRoot } from "./harness/paths";
import { withSystem } from "./harness/with-system";

const run = promisify(execFile);
const bench = withSystem({ more: mediaCatalog });
const GUIDE = readFileSync(inRoot("docs/graphql.md"), "utf8");
const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 10_000;

/** The fenced block of a language that holds a part, at the address of the system under test. */
const blockWith = (language: string, part: string): string => {
  const blocks = [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, text]) => text ?? "");
  const found = blocks.find((text) => text.includes(part));
  if (found === undefined) throw new Error(`the guide has no ${language} block with ${part}`);
  // Long enough for a connection to be lost in its middle.
  const told = found.replace("a long story.", "a long story. [[sim words=40 chunk_ms=20]]");
  return told.replaceAll("127.0.0.1:8080", `127.0.0.1:${bench().system.port}`);
};

const shell = async (part: string): Promise<unknown> =>
  JSON.parse((await run("bash", ["-c", blockWith("sh", part).replace("curl ", "curl --silent ")], { env: { ...process.env, CENOTE_API_KEY: bench().system.key } })).stdout);

const mint = async (): Promise<string> => {
  const { data } = (await shell("createClientToken")) as { data: { createClientToken: { secret: string } } };
  return data.createClientToken.secret;
};

const program = async (part: string): Promise<string> =>
  (await run(process.execPath, ["--input-type=module", "--eval", blockWith("js", part)], { env: { ...process.env, CENOTE_TOKEN: await mint() }, cwd: join(__dirname, ".."), timeout: START_LIMIT_MS })).stdout;

test("the first query answers", async () => {
  expect(await shell("viewer")).toMatchObject({ data: { viewer: { organization: { name: "demo" } }, models: expect.arrayContaining([expect.objectContaining({ id: CHAT_MODEL })]) } });
});

test.each([
  ["graphql-ws alone", "client.dispose()"], ["urql", "@urql/core"], ["Apollo Client", "@apollo/client"], ["a connection that is lost", "resumeChat"], ["graphql-sse", "graphql-sse"],
])("the program with %s types an answer out and tells its price", async (_library, part) => {
  expect(await program(part)).toMatch(/\w+ \w+[^]*\d\.\d+ MXN\n$/);
});

describe("the example page in a browser", () => {
  const path = findChromium();
  const inBrowser = path === undefined ? test.skip : test;
  let browser: Browser | undefined;
  let server: Child | undefined;
  afterAll(async () => {
    await browser?.close();
    await server?.terminate(STOP_LIMIT_MS);
  });

  inBrowser("chats, stops an answer, and follows a video to its end, with a token alone", async () => {
    const { system, simulator } = bench();
    server = startChild({
      command: process.execPath, args: [inRoot("examples/graphql-page/server.js")], cwd: inRoot(),
      env: { PATH: process.env.PATH ?? "", PORT: "0", CENOTE_API_KEY: system.key, CENOTE_URL: system.baseUrl },
    });
    const [url = ""] = await server.line(/^http:\S+$/, START_LIMIT_MS);
    browser = await chromium.launch({ executablePath: path ?? "", args: ["--no-sandbox"] });
    const page = await browser.newPage();
    const faults: string[] = [];
    const sent: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("websocket", (socket) => { socket.on("framesent", ({ payload }) => { sent.push(String(payload)); }); });
    await page.goto(`${url}/?chat=${CHAT_MODEL}&video=${FAL_VIDEO}`);

    await page.getByLabel("Question").fill("hello [[sim words=12]]");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.getByText(/^\d+ tokens, \d\.\d+ MXN$/).waitFor();
    expect((await page.locator("#answer").innerText()).split(" ").length).toBeGreaterThan(8);

    await page.getByLabel("Question").fill("marker-page [[sim words=300 chunk_ms=50]]");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.locator("#answer", { hasText: /\w+ \w+/ }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    expect((await simulator.calls("marker-page"))[0]?.outcome).toBe("aborted");

    await page.getByLabel("Prompt").fill("a cenote [[sim polls=1]]");
    await page.getByRole("button", { name: "Make" }).click();
    await page.getByText(/PROCESSING|PENDING/).waitFor();
    await page.getByText(/COMPLETED · http.* MXN/).waitFor();

    expect(faults).toEqual([]);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.join("\n")).not.toContain(system.key);
    expect(await page.content()).not.toContain(system.key);
  });
});
