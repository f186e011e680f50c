import { type Browser, chromium, type Page } from "playwright-core";
import { CHAT_MODEL, EMBEDDING_MODEL } from "./harness/cenote-yaml";
import { findChromium } from "./harness/chromium";
import { ask } from "./harness/client";
import { eventually } from "./harness/eventually";
import { PATIENCE_MS } from "./harness/limits";
import { FAL_VIDEO, mediaCatalog, OPENAI_IMAGE } from "./harness/media-catalog";
import { newPayer } from "./harness/payer";
import { startSystem, type System } from "./harness/system";
import { withSystem } from "./harness/with-system";

const bench = withSystem({ more: mediaCatalog });

const chromiumPath = findChromium();
const inBrowser = chromiumPath === undefined ? test.skip : test;

const DESKTOP = { width: 1280, height: 900 } as const;
const PHONE = { width: 380, height: 800 } as const;

/** A page, and everything that must not happen on it. */
interface Watched {
  readonly page: Page;
  /** Errors the browser reported, and violations of the Content-Security-Policy. */
  readonly faults: string[];
  readonly addresses: string[];
  readonly origins: Set<string>;
}

let browser: Browser | undefined;
beforeAll(async () => {
  if (chromiumPath !== undefined) browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
});
afterAll(() => browser?.close());
afterEach(async () => {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
});

/** How a browser logs a 401 response, which a wrong key is expected to get. */
const REFUSED = /status of 401/;

const open = async (path: string, viewport: { readonly width: number; readonly height: number } = DESKTOP): Promise<Watched> => {
  if (browser === undefined) throw new Error("no browser");
  const context = await browser.newContext({ viewport, locale: "en-US", permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const watched: Watched = { page, faults: [], addresses: [], origins: new Set() };
  const went = (address: string) => {
    watched.addresses.push(address);
    watched.origins.add(new URL(address).host);
  };
  page.on("pageerror", (error) => watched.faults.push(error.message));
  page.on("console", (message) => { if (["error", "warning"].includes(message.type()) && !REFUSED.test(message.text())) watched.faults.push(message.text()); });
  page.on("request", (request) => { went(request.url()); });
  page.on("websocket", (socket) => { went(socket.url()); });
  page.on("framenavigated", (frame) => { watched.addresses.push(frame.url()); });
  await page.goto(`${bench().system.baseUrl}${path}`);
  return watched;
};

const signIn = async (page: Page, key: string) => {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
};

const openAs = async (key: string, path = "/dashboard", viewport: { readonly width: number; readonly height: number } = DESKTOP): Promise<Watched> => {
  const watched = await open(path, viewport);
  await signIn(watched.page, key);
  await watched.page.getByRole("button", { name: "Sign out" }).waitFor();
  return watched;
};

/** No errors, no requests to other origins, and the key in no URL. */
const expectClean = ({ faults, addresses, origins }: Watched, key: string) => {
  expect(faults).toEqual([]);
  expect([...origins]).toEqual([new URL(bench().system.baseUrl).host]);
  expect(addresses.length).toBeGreaterThan(3);
  expect(addresses.join("\n")).not.toContain(key);
};

const goTo = (page: Page, name: string) => page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click();

/** The amount in pesos, without the text around it. */
const available = async (page: Page): Promise<number> => Number((await page.getByTestId("available").innerText()).replaceAll(/[^\d.]/g, ""));

const askIn = async (page: Page, question: string) => {
  await page.getByLabel("Question").fill(question);
  const turns = page.getByRole("article", { name: /^Turn / });
  const turn = turns.nth(await turns.count());
  await page.getByRole("button", { name: "Ask" }).click();
  return turn;
};

describe("the dashboard in Chromium", () => {
  inBrowser("lets in with a key that works alone, keeps it in its tab, and forgets it", async () => {
    const { system } = bench();
    const watched = await open("/");
    const { page } = watched;
    expect(new URL(page.url()).pathname).toBe("/dashboard");
    await signIn(page, `${system.key.slice(0, -1)}${system.key.endsWith("A") ? "B" : "A"}`);
    await page.getByRole("alert").getByText("invalid_api_key").waitFor();
    await signIn(page, system.key);
    await page.getByText("MXN 50.00", { exact: true }).first().waitFor();
    expect(await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]")).toEqual([0, 1, ""]);

    await page.reload();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await page.title()).toBe("Overview · Cenote");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("API key").waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    await page.reload();
    await page.getByLabel("API key").waitFor();
    expectClean(watched, system.key);
  });

  inBrowser("talks with a model over several turns, and sees what it costs everywhere", async () => {
    const { system } = bench();
    const { key } = await newPayer(system);
    const watched = await openAs(key, "/dashboard/playground");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(CHAT_MODEL);
    await page.getByText(/available/).waitFor();
    const before = await available(page);

    await page.getByLabel("System prompt").fill("Be brief.");
    const first = await askIn(page, "marker-first hello");
    await first.getByText(/tokens, MXN/).waitFor();
    await first.getByText(/^first token after/).waitFor();
    const second = await askIn(page, "marker-second [[sim words=30]]");
    await second.getByText(/tokens, MXN/).waitFor();
    const [call] = await bench().simulator.calls("marker-second");
    const { messages } = JSON.parse(call?.body ?? "") as { readonly messages: readonly { readonly role: string; readonly content: string }[] };
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages[2]?.content).toBe((await first.getByTestId("answer").innerText()).trim());
    await eventually("the balance to fall", async () => ((await available(page)) < before ? true : undefined));

    await second.getByRole("link", { name: /^req_/ }).click();
    await page.getByRole("heading", { name: "Tries at providers" }).waitFor();
    await page.getByText("openai/gpt-4o-mini").first().waitFor();
    await page.getByText(/markup included, at MXN/).waitFor();
    // Earlier messages are shown again, even if the models could not be loaded.
    await page.route("**/graphql", (route) => route.fulfill({ json: { errors: [{ message: "Away.", extensions: { code: "overloaded" } }] } }));
    await goTo(page, "Playground");
    await page.getByRole("alert").getByText("overloaded").waitFor();
    await page.getByRole("article", { name: "Turn 2" }).getByText(/tokens, MXN/).waitFor();
    expect(await page.getByLabel("System prompt").inputValue()).toBe("Be brief.");
    await page.unroute("**/graphql");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });

    await goTo(page, "Overview");
    await page.getByRole("table", { name: "Usage by model" }).getByRole("row", { name: new RegExp(`^${CHAT_MODEL} 2 0 `) }).waitFor();
    await page.getByRole("figure", { name: /^Cost by day and model/ }).locator("svg path.recharts-rectangle").first().waitFor();
    expect(await page.getByRole("table", { name: "Latest requests" }).getByRole("row").count()).toBe(3);
    expectClean(watched, key);
  });

  inBrowser("hears of calls that are made elsewhere, and adds them up", async () => {
    const { system, client } = bench();
    const { key } = await newPayer(system);
    const watched = await openAs(key);
    const { page } = watched;
    await page.getByText("No call was charged yet.").waitFor();
    await page.getByText(/^Nothing was used in the last 30 days/).waitFor();
    await client.post("/v1/chat/completions", ask("hello"), { key });
    const usage = page.getByRole("table", { name: "Usage by model" });
    await usage.getByRole("row", { name: new RegExp(`^${CHAT_MODEL} 1 0 `) }).waitFor();
    await page.getByRole("table", { name: "Latest requests" }).getByRole("row", { name: new RegExp(CHAT_MODEL) }).waitFor();
    await page.getByRole("radio", { name: "7 days" }).check();
    await page.getByRole("radio", { name: "Tokens" }).check();
    await page.getByRole("figure", { name: /^Tokens by day and model, the last 7 days/ }).waitFor();
    expectClean(watched, key);
  });

  inBrowser("stops an answer and with it the provider, and tells what fails with its code and request id", async () => {
    const { system, simulator } = bench();
    const watched = await openAs(system.key, "/dashboard/playground");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(CHAT_MODEL);
    const stopped = await askIn(page, "marker-stop [[sim words=300 hold=dashboard-stop after=5]]");
    await stopped.getByTestId("answer").filter({ hasText: /\w+ \w+/ }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await stopped.getByText(/^Stopped/).waitFor();
    expect((await simulator.calls("marker-stop")).map(({ outcome }) => outcome)).toEqual(["aborted"]);

    const failed = await askIn(page, '[[sim fault=status status=400 message="Refused by policy 7."]]');
    await failed.getByRole("alert").getByText("Refused by policy 7.").waitFor();
    await failed.getByRole("alert").getByText(/^provider_unavailable · req_[0-9a-f]{24}$/).waitFor();
    const cut = await askIn(page, '[[sim words=20 fault=error_event after=5 message="Out of ink."]]');
    await cut.getByRole("alert").getByText("Out of ink.").waitFor();
    expect(await cut.getByTestId("answer").innerText()).toMatch(/\w+ \w+/);

    await page.getByLabel("Temperature").fill("7");
    const refused = await askIn(page, "hi");
    await refused.getByRole("alert").getByText(/^invalid_request_error · req_/).waitFor();
    expectClean(watched, system.key);
  });

  inBrowser("makes a key that works, with limits of its own, shows it once, and revokes it after asking", async () => {
    const { system, client } = bench();
    const { key } = await newPayer(system);
    const watched = await openAs(key, "/dashboard/keys");
    const { page } = watched;
    await page.getByLabel("Name").fill("laptop");
    await page.getByLabel("Calls a minute").fill("2");
    await page.getByRole("button", { name: "Make key" }).click();
    const secret = await page.getByTestId("secret").innerText();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret);
    await page.getByRole("button", { name: "I have it" }).click();
    expect(await page.content()).not.toContain(secret);
    expect((await client.postJson("/v1/chat/completions", ask("hello"), { key: secret })).status).toBe(200);

    await page.getByRole("row", { name: /^laptop/ }).getByText(/^2 calls, [\d,]+ tokens a minute; [\d,]+ at once$/).waitFor();
    await page.getByRole("button", { name: "Change laptop" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("old laptop");
    await dialog.getByLabel("Calls a minute").fill("3");
    await page.keyboard.press("Enter");
    const row = page.getByRole("row", { name: /^old laptop/ });
    await row.getByText(/^3 calls, /).waitFor();
    await dialog.waitFor({ state: "detached" });
    await row.getByRole("button", { name: "Revoke old laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).click();
    await row.getByText("Works").waitFor();
    await row.getByRole("button", { name: "Revoke old laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await row.getByText("Revoked").waitFor();
    const { status, body } = await client.postJson("/v1/chat/completions", ask("hello"), { key: secret });
    expect([status, body.error.code]).toEqual([401, "key_revoked"]);
    expectClean(watched, key);
    expect(watched.addresses.join("\n")).not.toContain(secret);
  });

  inBrowser("shows which client tokens work, and ends one", async () => {
    const { system, client } = bench();
    const { key } = await newPayer(system);
    const mint = "mutation ($input: ClientTokenInput!) { createClientToken(input: $input) { secret clientToken { id } } }";
    const input = { operations: ["CHAT", "VIDEO", "BALANCE"], models: [CHAT_MODEL], budget: "0.5", ttlSeconds: 600 };
    const { body } = await client.postJson<{ data: { createClientToken: { secret: string; clientToken: { id: string } } } }>("/graphql", { query: mint, variables: { input } }, { key });
    const { secret, clientToken: { id } } = body.data.createClientToken;
    const watched = await openAs(key, "/dashboard/keys");
    const row = watched.page.getByRole("row", { name: id.slice(0, 8) });
    for (const text of ["chat, video, balance", CHAT_MODEL, "anywhere", "MXN 0.00", "MXN 0.50"]) await row.getByText(text, { exact: true }).waitFor();
    const button = row.getByRole("button", { name: "Revoke token" });
    const box = await button.boundingBox();
    expect((box?.x ?? DESKTOP.width) + (box?.width ?? 0)).toBeLessThan(DESKTOP.width);
    await button.click();
    await row.getByText("Revoked").waitFor();
    expect((await client.postJson("/v1/chat/completions", ask("hello"), { key: secret })).body.error.code).toBe("key_revoked");
    await watched.page.reload();
    await watched.page.getByText("No page has one.").waitFor();
    expectClean(watched, key);
  });

  inBrowser("leads who has made no call to the first one, and tells of a key that can be none", async () => {
    const { system } = bench();
    const { key } = await newPayer(system);
    const watched = await open("/dashboard");
    const { page } = watched;
    await signIn(page, `${key} ${key}`);
    await page.getByRole("alert").getByText("invalid_api_key").waitFor();
    await page.getByLabel("API key").fill(key);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copy the command" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const command = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(command).toContain(`curl ${system.baseUrl}/v1/chat/completions `);
    expect(command).not.toContain(key);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "API reference" }).click();
    await page.getByText("/v1/chat/completions").first().waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expectClean(watched, key);
  });

  inBrowser("keeps many keys within reach, whatever they are called", async () => {
    const { system, client } = bench();
    const { key } = await newPayer(system);
    const query = "mutation ($name: String!) { createApiKey(name: $name) { apiKey { id } } }";
    for (const name of ["<img src=x onerror=alert(1)>", `long-${"x".repeat(95)}`, ...Array.from({ length: 10 }, (_, index) => `ci-${index}`)]) await client.postJson("/graphql", { query, variables: { name } }, { key });
    const watched = await openAs(key, "/dashboard/keys");
    const { page } = watched;
    await page.getByText("13 of 13").waitFor();
    await page.getByRole("rowheader", { name: "<img src=x onerror=alert(1)>", exact: true }).waitFor();
    const revoke = page.getByRole("button", { name: "Revoke long-" });
    await revoke.waitFor();
    const box = await revoke.boundingBox();
    expect((box?.x ?? DESKTOP.width) + (box?.width ?? 0)).toBeLessThan(DESKTOP.width);
    await page.getByLabel("Find a key").fill("CI-7");
    await page.getByText("1 of 13").waitFor();
    await page.getByRole("button", { name: "Revoke ci-7" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).waitFor();
    await page.keyboard.press("Escape");
    await eventually("the keyboard to be back where it was", async () => ((await page.evaluate("document.activeElement.ariaLabel")) === "Revoke ci-7" ? true : undefined));
    expectClean(watched, key);
  });

  inBrowser("shows the way in again when its own key is revoked elsewhere", async () => {
    const { system } = bench();
    const { key, keyId } = await newPayer(system);
    const { page, faults } = await openAs(key);
    await page.getByText("Live").waitFor();
    await system.cenote("key", "revoke", keyId);
    await page.getByRole("alert").getByText("key_revoked").waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect(faults).toEqual([]);
  });

  inBrowser("follows a video to its end and plays it, and one that fails", async () => {
    const { system, simulator } = bench();
    const watched = await openAs(system.key, "/dashboard/videos");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(FAL_VIDEO);
    await page.getByText(/about MXN\s.*, charged once it is there/).waitFor();
    await page.getByLabel("Prompt").fill("a cenote [[sim polls=0 render_hold=dashboard-film]]");
    await page.getByRole("button", { name: "Make video" }).click();
    const card = page.getByRole("article", { name: /^a cenote/ });
    await card.getByText("Being made").waitFor();
    await simulator.release("dashboard-film");
    await card.getByText("Ready").waitFor();
    await card.getByText(/MXN\s\d+\.\d+/).waitFor();
    await eventually("the player to ask for its video", async () => (watched.addresses.some((address) => address.endsWith(".mp4")) ? true : undefined));

    await page.getByLabel("Prompt").fill('too dark [[sim polls=0 outcome=failed message="Too dark."]]');
    await page.getByRole("button", { name: "Make video" }).click();
    await page.getByRole("article", { name: /^too dark/ }).getByText("Failed").waitFor();
    await page.reload();
    await page.getByRole("article", { name: /^a cenote/ }).getByText("Ready").waitFor();
    expectClean(watched, system.key);
  });

  inBrowser("makes images and shows them", async () => {
    const { system } = bench();
    const watched = await openAs(system.key, "/dashboard/images");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(OPENAI_IMAGE);
    await page.getByLabel("How many").selectOption("2");
    await page.getByLabel("Prompt").fill("a jaguar");
    await page.getByRole("button", { name: "Make images" }).click();
    await page.getByRole("img", { name: "a jaguar, 2 of 2" }).waitFor();
    await eventually("the image to be drawn", () => page.getByRole("img", { name: "a jaguar, 1 of 2" }).evaluate((image) => ((image as unknown as { readonly naturalWidth: number }).naturalWidth > 0 ? true : undefined)));
    expectClean(watched, system.key);
  });

  inBrowser("finds models by word, type and capability", async () => {
    const watched = await openAs(bench().system.key, "/dashboard/models");
    const { page } = watched;
    const table = page.getByRole("table", { name: "Models" });
    await table.getByRole("row", { name: new RegExp(`^${CHAT_MODEL}`) }).waitFor();
    await page.getByLabel("Type").selectOption("EMBEDDING");
    await table.getByRole("row", { name: new RegExp(`^${EMBEDDING_MODEL} Embedding 1,536 dimensions`) }).getByText("USD 0.021").waitFor();
    expect(await table.getByRole("row").count()).toBe(3);
    await page.getByLabel("Search").fill("large");
    expect(await table.getByRole("row").count()).toBe(2);
    await page.getByLabel("Search").fill("no such model");
    await page.getByText("No model is like that.").waitFor();
    expectClean(watched, bench().system.key);
  });

  inBrowser("pages through the ledger", async () => {
    const { system, client } = bench();
    const { key } = await newPayer(system);
    // So that the oldest page has a charge, in whatever order those side by side are charged.
    await client.post("/v1/chat/completions", ask("hello"), { key });
    for (let batch = 0; batch < 3; batch += 1) {
      await Promise.all(Array.from({ length: 10 }, () => client.post("/v1/chat/completions", ask("hello"), { key })));
    }
    const watched = await openAs(key, "/dashboard/requests");
    const { page } = watched;
    const rows = page.getByRole("table", { name: "Movements of the balance" }).getByRole("row");
    await page.getByLabel("Show holds").check();
    await rows.nth(50).waitFor();
    expect(await rows.count()).toBe(51);
    await page.getByRole("link", { name: "Older movements" }).click();
    await page.getByRole("cell", { name: "Credit", exact: true }).waitFor();
    // The credit, and a hold and a charge for each call.
    expect(await rows.count()).toBe(14);
    await page.getByLabel("Show holds").uncheck();
    await eventually("the holds to go", async () => ((await rows.count()) < 14 ? true : undefined));
    const [address, shown] = [page.url(), await rows.count()];
    // Its place is there again after a look at one request, and after a reload.
    await rows.getByRole("link", { name: /^req_/ }).first().click();
    await page.getByRole("heading", { name: "Tries at providers" }).waitFor();
    await page.goBack();
    await page.getByRole("cell", { name: "Credit", exact: true }).waitFor();
    await page.reload();
    await page.getByRole("cell", { name: "Credit", exact: true }).waitFor();
    expect([page.url(), await rows.count()]).toEqual([address, shown]);
    await page.goto(`${system.baseUrl}/dashboard/requests?after=made-up`);
    await page.getByRole("alert").getByText("invalid_request_error").waitFor();
    expect(await page.getByText("No money has moved yet.").count()).toBe(0);
    await page.getByRole("link", { name: "Newest movements" }).click();
    await page.getByRole("link", { name: "Older movements" }).waitFor();
    expectClean(watched, key);
  });

  inBrowser("fits on a phone: nothing is wider than the screen, and the menu leads everywhere", async () => {
    const { system } = bench();
    const watched = await openAs(system.key, "/dashboard", PHONE);
    const { page } = watched;
    for (const name of ["Playground", "Models", "Requests", "API keys", "Images", "Videos", "Overview"]) {
      await page.getByRole("button", { name: "Menu" }).click();
      await goTo(page, name);
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await page.getByRole("status").filter({ hasText: "Loading" }).first().waitFor({ state: "detached" });
      expect([name, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([name, PHONE.width]);
    }
    // These providers have keys.
    expect(await page.getByRole("note").count()).toBe(0);
    expectClean(watched, system.key);
  });
});

describe("the dashboard in Chromium, when its server goes away", () => {
  const other = withSystem();

  inBrowser("comes back to the live balance with it", async () => {
    if (browser === undefined) throw new Error("no browser");
    const { system, client } = other();
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${system.baseUrl}/dashboard`);
    await signIn(page, system.key);
    await page.getByText("Live").waitFor();
    await system.stop();
    await page.getByText("Connecting again", { exact: true }).waitFor();
    await system.restart();
    await page.getByText("Live").waitFor();
    const before = await available(page);
    await client.post("/v1/chat/completions", ask("hello"));
    await eventually("the balance to fall", async () => ((await available(page)) < before ? true : undefined));
  });

  inBrowser("shows a page that can't be fetched as failed, and no other, and goes on with the server", async () => {
    if (browser === undefined) throw new Error("no browser");
    const { system } = other();
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${system.baseUrl}/dashboard/playground`);
    await signIn(page, system.key);
    await page.getByLabel("Question").waitFor();
    await system.stop();
    try {
      await goTo(page, "Models");
      await page.getByRole("alert").getByText("page_failed").waitFor();
      await goTo(page, "Playground");
      await page.getByRole("heading", { level: 1, name: "Playground" }).waitFor();
      await page.getByRole("alert").getByText("connection_lost").waitFor();
    } finally {
      await system.restart();
    }
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Question").waitFor();
  });
});

describe("the dashboard in Chromium, with no provider key", () => {
  let system: System | undefined;
  beforeAll(async () => { system = await startSystem(); });
  afterAll(() => system?.dispose());

  inBrowser("says plainly that nothing is real, and works", async () => {
    if (browser === undefined || system === undefined) throw new Error("nothing runs");
    expect(system.stdout()).toContain(`dashboard  ${system.baseUrl}/dashboard`);
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${system.baseUrl}/dashboard/playground`);
    await signIn(page, system.key);
    await page.getByRole("note").getByText("The providers are simulated.").waitFor();
    const turn = await askIn(page, "hello");
    await turn.getByText(/tokens, MXN/).waitFor();
  });
});

describe("the dashboard's files", () => {
  test("are cached indefinitely if their name contains their hash, unlike the page", async () => {
    const { system: { baseUrl } } = bench();
    const page = await fetch(`${baseUrl}/dashboard/some/page`);
    const html = await page.text();
    expect([page.status, page.headers.get("cache-control"), page.headers.get("x-content-type-options")]).toEqual([200, "no-store", "nosniff"]);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'; style-src 'self'; ");
    const scripts = [...html.matchAll(/src="(\/dashboard\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
    expect(scripts).toHaveLength(1);
    const script = await fetch(`${baseUrl}${scripts[0] ?? ""}`);
    expect([script.status, script.headers.get("content-type"), script.headers.get("content-encoding")]).toEqual([200, "text/javascript; charset=utf-8", "gzip"]);
    expect(script.headers.get("cache-control")).toContain("immutable");
  });
});
