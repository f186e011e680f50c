import type { ChatUsage } from "@cenote/providers";
import { usageToCharge } from "./usage-to-charge";

const told = (changes: Partial<ChatUsage> = {}): ChatUsage => ({
  promptTokens: 100,
  completionTokens: 20,
  cachedTokens: 60,
  cacheWriteTokens: 0,
  reasoningTokens: 5,
  ...changes,
});
const counted: ChatUsage = {
  promptTokens: 7,
  completionTokens: 3,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
const MODEL = { contextTokens: 1_000, maxOutputTokens: 100 };
const own = (completion = 3) => ({ mostPrompt: () => 7, prompt: () => 7, completion: () => completion });

describe("the usage charged", () => {
  test("is what the provider reports", async () => {
    expect(await usageToCharge(told(), own(), MODEL)).toEqual(told());
  });

  test("is our own count if the provider reports none", async () => {
    expect(await usageToCharge(undefined, own(), MODEL)).toEqual(counted);
  });

  test("is our own count if the reported one is impossible", async () => {
    expect(await usageToCharge(told({ completionTokens: 1e15 }), own(), MODEL)).toEqual(counted);
    expect(await usageToCharge(told({ promptTokens: 1e15, cachedTokens: 1e15 }), own(), MODEL)).toEqual(counted);
  });

  test("is our own count if the reported one is many times what the model can read or generate", async () => {
    expect(await usageToCharge(told({ completionTokens: 400 }), own(), MODEL)).toEqual(told({ completionTokens: 400 }));
    expect(await usageToCharge(told({ completionTokens: 401 }), own(), MODEL)).toEqual(counted);
    expect(await usageToCharge(told({ promptTokens: 4_001 }), own(), MODEL)).toEqual(counted);
    expect(
      await usageToCharge(told({ completionTokens: 4_001 }), own(), {
        contextTokens: 1_000,
        maxOutputTokens: undefined,
      }),
    ).toEqual(counted);
    const unknown = { contextTokens: undefined, maxOutputTokens: undefined };
    expect(await usageToCharge(told({ completionTokens: 4_001 }), own(), unknown)).toEqual(
      told({ completionTokens: 4_001 }),
    );
  });

  test("is the reported count for a prompt of images that we count as high, even beyond the model's context", async () => {
    const images = { ...own(), mostPrompt: () => 9_000, prompt: () => 9_000 };
    expect(await usageToCharge(told({ promptTokens: 9_000 }), images, MODEL)).toEqual(told({ promptTokens: 9_000 }));
    expect((await usageToCharge(told({ promptTokens: 9_001 }), images, MODEL)).promptTokens).toBe(9_000);
    expect(
      (await usageToCharge(told({ promptTokens: 1e15 }), { ...images, mostPrompt: () => 1e15 }, MODEL))
        .completionTokens,
    ).toBe(3);
  });

  test("is the reported count for a prompt with a file, up to what the provider takes", async () => {
    const wide = { ...MODEL, windowTokens: 5_000 };
    expect(await usageToCharge(told({ promptTokens: 5_000 }), own(), wide)).toEqual(told({ promptTokens: 5_000 }));
    expect(await usageToCharge(told({ promptTokens: 5_001 }), own(), wide)).toEqual(counted);
  });

  test("includes the delivered words even if the provider reports none", async () => {
    expect(await usageToCharge(told({ completionTokens: 0 }), own(), MODEL)).toEqual(told({ completionTokens: 3 }));
    expect(await usageToCharge(told({ completionTokens: 0 }), own(0), MODEL)).toEqual(told({ completionTokens: 0 }));
  });
});
