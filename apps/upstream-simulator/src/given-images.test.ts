/** Checks what our own clients send to be edited: what the vendors' clients send is checked beside each format. */
import { silentLog, systemClock } from "@cenote/core";
import { createHttp, createMediaClient, FAMILIES, type ImageCall } from "@cenote/providers";
import { withSimulator } from "./testing/with-simulator";
import { makePng } from "./media/png";

const http = createHttp();
const simulator = withSimulator();

afterAll(async () => {
  await http.close();
});

const OPTIONS = {
  limits: { connectMs: 5_000, firstContentMs: 5_000, idleMs: 5_000, totalMs: 10_000 },
  signal: new AbortController().signal,
};
const png = (seed: number) => ({ bytes: makePng(640, 480, seed), contentType: "image/png" });

test.each([
  { model: "gpt-image-2", kind: "openai-compatible", at: "/openai/v1", mask: png(1), side: 1024 },
  { model: "grok-imagine-image", kind: "openai-compatible", at: "/xai/v1", mask: undefined, side: 640 },
  { model: "gemini-3.1-flash-image", kind: "google", at: "/google", mask: undefined, side: 640 },
])("$model makes another image of each that it is given", async ({ model, kind, at, mask, side }) => {
  const client = createMediaClient(FAMILIES.get(kind)!, { http, clock: systemClock, log: silentLog });
  const target = { provider: "p", baseUrl: `${simulator.url}${at}`, apiKey: "key", model };
  const make = async (given: Partial<ImageCall>) => {
    const [image] = (await client.makeImages({ prompt: "x", count: 1, ...given }, target, OPTIONS)).images;
    return image?.kind === "bytes" ? image.bytes : Buffer.alloc(0);
  };
  const masked = mask === undefined ? {} : { mask };
  const made = await Promise.all([
    make({}),
    make({ inputs: [png(1)], ...masked }),
    make({ inputs: [png(2)] }),
    make({ inputs: [png(1), png(2)] }),
    make({ inputs: [png(2), png(1)] }),
  ]);
  expect(new Set(made.map((bytes) => bytes.toString("base64"))).size).toBe(5);
  expect(made[1]?.readUInt32BE(16)).toBe(side);
});
