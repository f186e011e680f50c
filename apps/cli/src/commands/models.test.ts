import { UsageUnit, type Model } from "@cenote/contracts";
import { runTool } from "../testing/run-tool";

const chat: Model = {
  id: "openai/gpt-4o-mini",
  type: "chat",
  created: 1_700_000_000n,
  contextTokens: 128_000,
  maxOutputTokens: 16_384,
  capabilities: ["tools", "vision"],
  zdr: false,
  durationsS: [],
  sizes: [],
};
const embedding: Model = {
  id: "openai/text-embedding-3-small",
  type: "embedding",
  created: 1_700_000_000n,
  dimensions: 1536,
  capabilities: [],
  zdr: true,
  durationsS: [],
  sizes: [],
};
const video: Model = {
  id: "google/veo",
  type: "video",
  created: 1_700_000_000n,
  capabilities: [],
  zdr: false,
  durationsS: [],
  sizes: [],
  takesFirstFrame: true,
};
const prices = [
  {
    model: chat.id,
    lines: [
      { unit: UsageUnit.USAGE_UNIT_INPUT_TOKEN, variant: "", per: 1_000_000n, usd: "0.1575", mxn: "3.15" },
      { unit: UsageUnit.USAGE_UNIT_OUTPUT_TOKEN, variant: "", per: 1_000_000n, usd: "0.63", mxn: "12.6" },
    ],
  },
];
const around = (simulated: boolean) => ({
  billing: { listPrices: () => Promise.resolve({ prices }) },
  inference: { listModels: () => Promise.resolve({ models: [chat, embedding, video], simulated }) },
});

test("lists models with their limits, capabilities and prices", async () => {
  const { json } = await runTool("models --json", around(false));
  expect(json()).toMatchObject({
    simulated: false,
    models: [
      {
        id: chat.id,
        type: "chat",
        created: "2023-11-14T22:13:20.000Z",
        context_tokens: 128_000,
        max_output_tokens: 16_384,
        capabilities: ["tools", "vision"],
        zdr: false,
        prices: [
          { unit: "input_token", variant: "", per: 1_000_000, usd: "0.1575", mxn: "3.15" },
          { unit: "output_token", usd: "0.63" },
        ],
      },
      { id: embedding.id, dimensions: 1536, context_tokens: null, zdr: true, takes_first_frame: null, prices: [] },
      { id: video.id, takes_first_frame: true },
    ],
  });
});

test("says if the system is simulated", async () => {
  expect((await runTool("models", around(true))).out).toContain("Simulated:");
  expect((await runTool("models", around(false))).out).not.toContain("Simulated");
});

test("shows the shutdown date of a model", async () => {
  const services = {
    ...around(false),
    inference: {
      listModels: () => Promise.resolve({ models: [{ ...chat, shutdownDate: "2027-01-14" }], simulated: false }),
    },
  };
  expect((await runTool("models --json", services)).json()).toMatchObject({
    models: [{ shutdown_date: "2027-01-14" }],
  });
  expect((await runTool("models", services)).out).toMatch(/UNTIL.*\n.*2027-01-14/);
});

test("the text output shows prices with their unit", async () => {
  expect((await runTool("models", around(false))).out).toContain("0.1575/1M input_tokens, 0.63/1M output_tokens");
});

test("a long list of prices widens no other model's line", async () => {
  const { out } = await runTool("models", around(false));
  expect(out.split("\n")[0]).toMatch(/PRICE USD$/);
});

test("lists no price of images to edit for a model that can't be asked to edit any now", async () => {
  const image = { ...chat, type: "image", capabilities: [] };
  const line = (unit: UsageUnit) => ({ unit, variant: "", per: 1n, usd: "0.01", mxn: "0.2" });
  const lines = [line(UsageUnit.USAGE_UNIT_IMAGE), line(UsageUnit.USAGE_UNIT_INPUT_IMAGE)];
  const models = [
    { ...image, id: "a/editor", maxInputImages: 16 },
    { ...image, id: "a/maker" },
  ];
  const { json } = await runTool("models --json", {
    billing: { listPrices: () => Promise.resolve({ prices: models.map(({ id }) => ({ model: id, lines })) }) },
    inference: { listModels: () => Promise.resolve({ models, simulated: false }) },
  });
  expect(json()).toMatchObject({
    models: [{ prices: [{ unit: "image" }, { unit: "input_image" }] }, { prices: [{ unit: "image" }] }],
  });
});
