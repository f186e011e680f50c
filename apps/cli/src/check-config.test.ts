import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkConfig } from "./check-config";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "check-config-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const check = (text: string, environment: Readonly<Record<string, string>> = {}) => {
  const configPath = join(folder, "cenote.yaml");
  writeFileSync(configPath, text);
  return checkConfig({ configPath, configIsNamed: true, environment });
};

test("promises of images that no route keeps are mistakes, each with its line", async () => {
  const { mistakes } = await check(`
providers:
  openai: { kind: openai-compatible, base_url: "http://p.test/v1" }
  luma: { kind: luma, base_url: "http://luma.test" }
models:
  - id: p/maker
    type: image
    edits: { max_input_images: 2 }
    price_usd: { per_image: "0.04", per_input_image: "0.01" }
    routes: [{ provider: openai, model: dall-e-3 }]
  - id: p/masked
    type: image
    edits: { max_input_images: 2, mask: true }
    price_usd: { per_image: "0.04", per_input_image: "0.01" }
    routes: [{ provider: openai, model: grok-imagine-image }]
  - id: p/film
    type: video
    default_duration_s: 5
    max_duration_s: 10
    first_frame: {}
    price_usd: { per_second: "0.04" }
    routes: [{ provider: luma, model: ray-2 }]
`);
  expect(mistakes).toEqual([
    "line 8: models[0].edits needs a route that edits images",
    "line 13: models[1].edits.mask needs a route that takes a mask",
    "line 20: models[2].first_frame needs a route that takes an image",
  ]);
});

test("shipped rows are no mistake of an operator whose own provider edits no images", async () => {
  const verdict = await check(`
extends: default
providers:
  openai: { base_url: "http://own.test/v1", quirks: { image_edits: false } }
`);
  expect(verdict.mistakes).toEqual([]);
});

test("a variable of a shipped row with a wrong value is named, and so is the file whose line it is", async () => {
  const { path, mistakes } = await check("extends: default\n", { OPENAI_API_KEY: "sk–1" });
  expect(path).toMatch(/default\.yaml$/);
  expect(mistakes).toEqual([
    expect.stringMatching(/^line \d+: providers\.openai\.api_key .*\(from OPENAI_API_KEY in the environment\)$/),
  ]);
});
