import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../harness/chromium";
import { PATIENCE_MS } from "../harness/limits";
import type { Harness } from "../harness/with-system";
import { signIn } from "./pages";

export const DESKTOP = { width: 1280, height: 900 } as const;
export const PHONE = { width: 380, height: 800 } as const;

/** A page, and the events that must not happen on it. */
interface Watched {
  readonly page: Page;
  /** Errors the browser reported, and violations of the Content-Security-Policy. */
  readonly faults: string[];
  readonly addresses: string[];
  readonly origins: Set<string>;
}

/** How a browser logs the 401 response that a wrong key gets. */
const REFUSED = /status of 401/;

/** The browser of a suite, if there is one, with its pages closed after each test. Call it at the top of the file. */
export const browserFor = (harness: () => Harness) => {
  const chromiumPath = findChromium();
  const inBrowser = chromiumPath === undefined ? test.skip : test;

  let browser: Browser | undefined;
  beforeAll(async () => {
    if (chromiumPath !== undefined)
      browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
  });

  const launched = (): Browser => {
    if (browser === undefined) throw new Error("no browser");
    return browser;
  };

  const open = async (
    path: string,
    viewport: { readonly width: number; readonly height: number } = DESKTOP,
  ): Promise<Watched> => {
    const context = await launched().newContext({
      viewport,
      locale: "en-US",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const watched: Watched = { page, faults: [], addresses: [], origins: new Set() };
    const went = (address: string) => {
      watched.addresses.push(address);
      watched.origins.add(new URL(address).host);
    };
    page.on("pageerror", (error) => watched.faults.push(error.message));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !REFUSED.test(message.text()))
        watched.faults.push(message.text());
    });
    page.on("request", (request) => {
      went(request.url());
    });
    page.on("websocket", (socket) => {
      went(socket.url());
    });
    page.on("framenavigated", (frame) => {
      watched.addresses.push(frame.url());
    });
    await page.goto(`${harness().system.baseUrl}${path}`);
    return watched;
  };

  const openAs = async (
    key: string,
    path = "/dashboard",
    viewport: { readonly width: number; readonly height: number } = DESKTOP,
  ): Promise<Watched> => {
    const watched = await open(path, viewport);
    await signIn(watched.page, key);
    await watched.page.getByRole("button", { name: "Sign out" }).waitFor();
    return watched;
  };

  /** Expects no errors, no requests to other origins, and no URL with the key. */
  const expectClean = ({ faults, addresses, origins }: Watched, key: string) => {
    expect(faults).toEqual([]);
    expect([...origins]).toEqual([new URL(harness().system.baseUrl).host]);
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.join("\n")).not.toContain(key);
  };

  return { expectClean, inBrowser, launched, open, openAs };
};
