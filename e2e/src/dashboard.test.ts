import { apiKeyTests } from "./dashboard/api-keys";
import { browserFor, PHONE } from "./dashboard/browser";
import { firstStepTests } from "./dashboard/first-steps";
import { keyRestrictionTests } from "./dashboard/key-restrictions";
import { outageTests } from "./dashboard/outages";
import { askIn, available, bringBack, goTo, signIn, takeAway } from "./dashboard/pages";
import { paymentTests } from "./dashboard/payments";
import { playgroundFileTests } from "./dashboard/playground-files";
import { priceTests } from "./dashboard/prices";
import { requestFilterTests } from "./dashboard/request-filters";
import { statementTests } from "./dashboard/statement";
import { CHAT_MODEL, EMBEDDING_MODEL } from "./harness/cenote-yaml";
import { ask } from "./harness/client";
import { eventually } from "./harness/eventually";
import { PATIENCE_MS } from "./harness/limits";
import { FAL_VIDEO, mediaCatalog, OPENAI_IMAGE } from "./harness/media-catalog";
import { newPayer } from "./harness/payer";
import { startSystem, type System } from "./harness/system";
import { withSystem } from "./harness/with-system";

const harness = withSystem({
  more: mediaCatalog,
  env: async (simulatorUrl) => ({ STRIPE_SECRET_KEY: "sk_test_simulated", STRIPE_API_URL: `${simulatorUrl}/stripe` }),
});
const browser = browserFor(harness);
const { expectClean, inBrowser, launched, open, openAs } = browser;

describe("the dashboard in Chromium", () => {
  inBrowser("signs in only with a valid key, keeps it in its tab, and deletes it when signing out", async () => {
    const { system } = harness();
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

  inBrowser("has a conversation of several turns, and shows its cost on every page", async () => {
    const { system } = harness();
    const { key } = await newPayer(system);
    const watched = await openAs(key, "/dashboard/playground");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(CHAT_MODEL);
    await page.getByText(/available/).waitFor();
    const before = await available(page);

    await page.getByText(/^At most [\d,]+\. Empty: /).waitFor();
    await page.getByLabel("System prompt").fill("Be brief.");
    const first = await askIn(page, "marker-first hello");
    await first.getByText(/tokens, MXN/).waitFor();
    await first.getByText(/^first token after/).waitFor();
    const second = await askIn(page, "marker-second [[sim words=30]]");
    await second.getByText(/tokens, MXN/).waitFor();
    const [call] = await harness().simulator.calls("marker-second");
    const { messages } = JSON.parse(call?.body ?? "") as {
      readonly messages: readonly { readonly role: string; readonly content: string }[];
    };
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages[2]?.content).toBe((await first.getByTestId("answer").innerText()).trim());
    await eventually("the balance to fall", async () => (await available(page)) < before);

    await second.getByRole("link", { name: /^req_/ }).click();
    await page.getByRole("heading", { name: "Tries at providers" }).waitFor();
    await page.getByText("openai/gpt-4o-mini").first().waitFor();
    await page.getByText(/markup included, at MXN/).waitFor();
    // Earlier messages are shown again, even if the models could not be loaded.
    await takeAway(page);
    await goTo(page, "Playground");
    await page.getByRole("alert").getByText("overloaded").waitFor();
    await page
      .getByRole("article", { name: "Turn 2" })
      .getByText(/tokens, MXN/)
      .waitFor();
    expect(await page.getByLabel("System prompt").inputValue()).toBe("Be brief.");
    await bringBack(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });

    await goTo(page, "Overview");
    await page
      .getByRole("table", { name: "Usage by model" })
      .getByRole("row", { name: new RegExp(`^${CHAT_MODEL} 2 0 `) })
      .waitFor();
    await page
      .getByRole("figure", { name: /^Cost by day and model/ })
      .locator("svg path.recharts-rectangle")
      .first()
      .waitFor();
    await eventually(
      "both requests",
      async () => (await page.getByRole("table", { name: "Latest requests" }).getByRole("row").count()) === 3,
    );
    expectClean(watched, key);
  });

  inBrowser("updates balance and usage after calls made elsewhere", async () => {
    const { system, client } = harness();
    const { key } = await newPayer(system);
    const watched = await openAs(key);
    const { page } = watched;
    await page.getByText("No call was charged yet.").waitFor();
    await page.getByText(/^Nothing was used in the last 30 days/).waitFor();
    await client.post("/v1/chat/completions", ask("hello"), { key });
    const usage = page.getByRole("table", { name: "Usage by model" });
    await usage.getByRole("row", { name: new RegExp(`^${CHAT_MODEL} 1 0 `) }).waitFor();
    await page
      .getByRole("table", { name: "Latest requests" })
      .getByRole("row", { name: new RegExp(CHAT_MODEL) })
      .waitFor();
    await page.getByRole("radio", { name: "7 days" }).check();
    await page.getByRole("radio", { name: "Tokens" }).check();
    await page.getByRole("figure", { name: /^Tokens by day and model, the last 7 days/ }).waitFor();
    expectClean(watched, key);
  });

  inBrowser("stops an answer and its provider call, and shows failures with code and request id", async () => {
    const { system, simulator } = harness();
    const watched = await openAs(system.key, "/dashboard/playground");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(CHAT_MODEL);
    const stopped = await askIn(page, "marker-stop [[sim words=300 hold=dashboard-stop after=5]]");
    await stopped
      .getByTestId("answer")
      .filter({ hasText: /\w+ \w+/ })
      .waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await stopped.getByText(/^Stopped/).waitFor();
    expect((await simulator.calls("marker-stop")).map(({ outcome }) => outcome)).toEqual(["aborted"]);

    const failed = await askIn(page, '[[sim fault=status status=400 message="Refused by policy 7."]]');
    await failed.getByRole("alert").getByText("Refused by policy 7.").waitFor();
    await failed
      .getByRole("alert")
      .getByText(/^provider_unavailable · req_[0-9a-f]{24}$/)
      .waitFor();
    const cut = await askIn(page, '[[sim words=20 fault=error_event after=5 message="Out of ink."]]');
    await cut.getByRole("alert").getByText("Out of ink.").waitFor();
    expect(await cut.getByTestId("answer").innerText()).toMatch(/\w+ \w+/);

    await page.getByLabel("Temperature").fill("7");
    const refused = await askIn(page, "hi");
    await refused
      .getByRole("alert")
      .getByText(/^invalid_request_error · req_/)
      .waitFor();
    expectClean(watched, system.key);
  });

  apiKeyTests(harness, browser);
  keyRestrictionTests(harness, browser);
  firstStepTests(harness, browser);
  outageTests(harness, browser);
  playgroundFileTests(harness, browser);
  priceTests(harness, browser);
  paymentTests(harness, browser);
  requestFilterTests(harness, browser);
  statementTests(harness, browser);

  inBrowser("shows the command of a first call without calls, and refuses a malformed key", async () => {
    const { system } = harness();
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

  inBrowser("shows the sign-in page when its key is revoked elsewhere", async () => {
    const { system } = harness();
    const { key, keyId } = await newPayer(system);
    const { page, faults } = await openAs(key);
    await page.getByText("Live").waitFor();
    await system.cenote("key", "revoke", keyId);
    await page.getByRole("alert").getByText("key_revoked").waitFor();
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect(faults).toEqual([]);
  });

  inBrowser("follows a video to its end and plays it, and shows one that fails", async () => {
    const { system, simulator } = harness();
    const watched = await openAs(system.key, "/dashboard/videos");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(FAL_VIDEO);
    await page.getByText(/^MXN\s[\d.]+ for 5 s$/).waitFor();
    await page.getByLabel("Prompt").fill("a cenote [[sim polls=0 render_hold=dashboard-film]]");
    await page.getByRole("button", { name: "Make video" }).click();
    const card = page.getByRole("article", { name: /^a cenote/ });
    await card.getByText("Being made").waitFor();
    await simulator.release("dashboard-film");
    await card.getByText("Ready").waitFor();
    await card.getByText(/MXN\s\d+\.\d+/).waitFor();
    await eventually("the player to ask for its video", async () =>
      watched.addresses.some((address) => address.endsWith(".mp4")),
    );

    await page.getByLabel("Prompt").fill('too dark [[sim polls=0 outcome=failed message="Too dark."]]');
    await page.getByRole("button", { name: "Make video" }).click();
    await page
      .getByRole("article", { name: /^too dark/ })
      .getByText("Failed")
      .waitFor();
    await page.reload();
    await page
      .getByRole("article", { name: /^a cenote/ })
      .getByText("Ready")
      .waitFor();
    expectClean(watched, system.key);
  });

  inBrowser("makes images and shows them", async () => {
    const { system } = harness();
    const watched = await openAs(system.key, "/dashboard/images");
    const { page } = watched;
    await page.getByLabel("Model").selectOption(OPENAI_IMAGE);
    await page.getByLabel("How many").selectOption("2");
    await page.getByLabel("Prompt").fill("a jaguar");
    await page.getByRole("button", { name: "Make images" }).click();
    await page.getByRole("img", { name: "a jaguar, 2 of 2" }).waitFor();
    await eventually("the image to be drawn", () =>
      page
        .getByRole("img", { name: "a jaguar, 1 of 2" })
        .evaluate((image) => (image as unknown as { readonly naturalWidth: number }).naturalWidth > 0),
    );
    expectClean(watched, system.key);
  });

  inBrowser("finds models by word, type and capability", async () => {
    const watched = await openAs(harness().system.key, "/dashboard/models");
    const { page } = watched;
    const table = page.getByRole("table", { name: "Models" });
    await table.getByRole("row", { name: new RegExp(`^${CHAT_MODEL}`) }).waitFor();
    await page.getByLabel("Type").selectOption("EMBEDDING");
    await table
      .getByRole("row", { name: new RegExp(`^${EMBEDDING_MODEL} Embedding 1,536 dimensions`) })
      .getByText("USD 0.021")
      .waitFor();
    const shows = (count: number) =>
      eventually(`${count} rows`, async () => (await table.getByRole("row").count()) === count);
    await shows(3);
    await page.getByLabel("Search").fill("large");
    await shows(2);
    await page.getByLabel("Search").fill("no such model");
    await page.getByText("No model matches.").waitFor();
    expectClean(watched, harness().system.key);
  });

  inBrowser("pages through the ledger", async () => {
    const { system, client } = harness();
    const { key } = await newPayer(system);
    // So that the oldest page has a charge: charges of concurrent calls may come in any order.
    await client.post("/v1/chat/completions", ask("hello"), { key });
    for (let batch = 0; batch < 3; batch += 1) {
      await Promise.all(Array.from({ length: 10 }, () => client.post("/v1/chat/completions", ask("hello"), { key })));
    }
    const watched = await openAs(key, "/dashboard/requests");
    const { page } = watched;
    const rows = page.getByRole("table", { name: "Movements of the balance" }).getByRole("row");
    await page.getByLabel("Show holds").check();
    await eventually("a page of movements", async () => (await rows.count()) === 51);
    await page.getByRole("link", { name: "Older movements" }).click();
    await page.getByRole("cell", { name: "Credit", exact: true }).waitFor();
    // The credit, and a hold and a charge for each call.
    await eventually("the rest of the movements", async () => (await rows.count()) === 14);
    await page.getByLabel("Show holds").uncheck();
    // While it is loading there are no rows.
    const shown = await eventually("the holds to go", async () => {
      const count = await rows.count();
      return count > 0 && count < 14 ? count : undefined;
    });
    const address = page.url();
    // The page of the list is kept after visiting a request, and after a reload.
    await rows.getByRole("link", { name: /^req_/ }).first().click();
    await page.getByRole("heading", { name: "Tries at providers" }).waitFor();
    await page.goBack();
    await page.getByRole("cell", { name: "Credit", exact: true }).waitFor();
    await page.reload();
    await page.getByRole("cell", { name: "Credit", exact: true }).waitFor();
    await eventually("the same movements", async () => (await rows.count()) === shown);
    expect(page.url()).toBe(address);
    await page.goto(`${system.baseUrl}/dashboard/requests?after=made-up`);
    await page.getByRole("alert").getByText("invalid_request_error").waitFor();
    expect(await page.getByText("No money has moved yet.").count()).toBe(0);
    await page.getByRole("link", { name: "Newest movements" }).click();
    // Without holds all movements fit on one page: 31 charges and the credit.
    await eventually("all movements", async () => (await rows.count()) === 33);
    expectClean(watched, key);
  });

  inBrowser(
    "fits on a phone: no page and no table is wider than the screen, and the menu opens every page",
    async () => {
      const { system } = harness();
      const watched = await openAs(system.key, "/dashboard", PHONE);
      const { page } = watched;
      for (const name of [
        "Playground",
        "Models",
        "Requests",
        "Statement",
        "API keys",
        "Images",
        "Videos",
        "Overview",
      ]) {
        await page.getByRole("button", { name: "Menu" }).click();
        await goTo(page, name);
        await page.getByRole("heading", { level: 1, name }).waitFor();
        await page.getByRole("status").filter({ hasText: "Loading" }).first().waitFor({ state: "detached" });
        expect([name, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([name, PHONE.width]);
        // Amounts are in the last columns of most tables.
        const outOfSight =
          '[...document.querySelectorAll("td")].filter((it) => it.getBoundingClientRect().right > innerWidth).length';
        expect([name, await page.evaluate(outOfSight)]).toEqual([name, 0]);
      }
      // Rows that are laid out as lists are still a table to screen readers.
      await page.getByRole("button", { name: "Menu" }).click();
      await goTo(page, "Models");
      await page.getByRole("table", { name: "Models" }).getByRole("rowheader", { name: CHAT_MODEL }).waitFor();
      // These providers have keys.
      expect(await page.getByRole("note").count()).toBe(0);
      expectClean(watched, system.key);
    },
  );
});

describe("the dashboard in Chromium, when its server goes away", () => {
  const other = withSystem();

  inBrowser("reconnects to the live balance when the server is back", async () => {
    const { system, client } = other();
    const page = await launched().newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${system.baseUrl}/dashboard`);
    await signIn(page, system.key);
    await page.getByText("Live").waitFor();
    await system.stop();
    await page.getByText("Reconnecting", { exact: true }).waitFor();
    await system.restart();
    await page.getByText("Live").waitFor();
    const before = await available(page);
    await client.post("/v1/chat/completions", ask("hello"));
    await eventually("the balance to fall", async () => (await available(page)) < before);
  });

  inBrowser("shows an error only for a page that can't be loaded, and works again with the server", async () => {
    const { system } = other();
    const page = await launched().newPage();
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
  beforeAll(async () => {
    system = await startSystem();
  });
  afterAll(() => system?.dispose());

  inBrowser("says that the providers are simulated, and works", async () => {
    if (system === undefined) throw new Error("nothing runs");
    expect(system.stdout()).toContain(`dashboard  ${system.baseUrl}/dashboard`);
    const page = await launched().newPage();
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
    const {
      system: { baseUrl },
    } = harness();
    const page = await fetch(`${baseUrl}/dashboard/some/page`);
    const html = await page.text();
    expect([page.status, page.headers.get("cache-control"), page.headers.get("x-content-type-options")]).toEqual([
      200,
      "no-store",
      "nosniff",
    ]);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'; style-src 'self'; ");
    const scripts = [...html.matchAll(/src="(\/dashboard\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
    expect(scripts).toHaveLength(1);
    const script = await fetch(`${baseUrl}${scripts[0] ?? ""}`);
    expect([script.status, script.headers.get("content-type"), script.headers.get("content-encoding")]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "gzip",
    ]);
    expect(script.headers.get("cache-control")).toContain("immutable");
  });
});
