import { readFileSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";
import { findChromium } from "../harness/chromium";
import { PATIENCE_MS } from "../harness/limits";
import { inRoot } from "../harness/paths";
import { harness } from "./harness";

const PHONE = { width: 390, height: 844 } as const;

const get = async (path: string) => {
  const answer = await fetch(`${harness().system.baseUrl}${path}`);
  return { status: answer.status, type: answer.headers.get("content-type") ?? "", text: await answer.text() };
};

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

test("openapi.json is public, and identical to the file in the tree", async () => {
  const { status, type, text } = await get("/openapi.json");
  expect(status).toBe(200);
  expect(type).toMatch(/^application\/json/);
  const document = JSON.parse(text) as OpenApi;
  expect(document).toEqual(JSON.parse(readFileSync(inRoot("openapi.json"), "utf8")));
  expect(document.openapi).toMatch(/^3\.1/);
  for (const path of ["/v1/chat/completions", "/v1/embeddings"]) expect(document.paths[path]?.post).toBeDefined();
  expect(document.paths["/v1/models"]?.get).toBeDefined();
});

test("health and metrics are served for monitoring", async () => {
  const metrics = await get("/metrics");
  expect(metrics.status).toBe(200);
  expect(metrics.text).toMatch(/^# HELP /m);
});

test("schema.graphql is the schema that the server uses", async () => {
  const { client } = harness();
  const { body } = await client.postJson<{ data: { __schema: { queryType: { fields: { name: string }[] } } } }>(
    "/graphql",
    { query: "{ __schema { queryType { fields { name } } } }" },
  );
  const kept = readFileSync(inRoot("schema.graphql"), "utf8");
  for (const { name } of body.data.__schema.queryType.fields) expect(kept).toContain(`  ${name}`);
  expect((await get("/schema.graphql")).text).toBe(kept);
});

describe("the API reference in a browser", () => {
  const path = findChromium();
  const inBrowser = path === undefined ? test.skip : test;
  let browser: Browser | undefined;
  afterAll(async () => {
    await browser?.close();
  });

  inBrowser("shows every operation, loads nothing from other origins, and reports no error", async () => {
    browser = await chromium.launch({ executablePath: path ?? "", args: ["--no-sandbox"] });
    const page = await browser.newPage({ viewport: PHONE });
    page.setDefaultTimeout(PATIENCE_MS);
    const { baseUrl } = harness().system;
    const faults: string[] = [];
    const strangers: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(baseUrl) && !url.startsWith("data:")) strangers.push(url);
    });
    await page.goto(`${baseUrl}/docs`);
    for (const operation of ["/v1/chat/completions", "/v1/embeddings", "/v1/models"]) {
      await page.getByText(operation, { exact: true }).first().waitFor();
    }
    await page.getByText("Chat completion", { exact: true }).click();
    await page.getByRole("button", { name: "Try it out" }).waitFor();
    // Exactly as wide as the phone.
    expect(
      await page.evaluate(
        "[document.querySelector('meta[name=viewport]')?.content, document.documentElement.scrollWidth]",
      ),
    ).toEqual(["width=device-width, initial-scale=1", PHONE.width]);
    expect(faults).toEqual([]);
    expect(strangers).toEqual([]);
  });
});
