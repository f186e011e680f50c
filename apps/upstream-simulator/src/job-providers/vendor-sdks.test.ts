/** Checks the simulator with the clients of Replicate, Luma and Runway. */
import RunwayML from "@runwayml/sdk";
import { LumaAI } from "lumaai";
import Replicate from "replicate";
import { withSimulator } from "../testing/with-simulator";
import { makeMp4 } from "../media/mp4";
import { makePng } from "../media/png";

const simulator = withSimulator();

const bytesAt = async (address: unknown): Promise<Buffer> =>
  Buffer.from(await (await fetch(String(address))).arrayBuffer());
const pngUrl = (seed: number): string => `data:image/png;base64,${makePng(640, 480, seed).toString("base64")}`;
const failure = async (promise: PromiseLike<unknown>): Promise<string> => {
  try {
    await promise;
  } catch (error) {
    return String(error);
  }
  throw new Error("it did not fail");
};

describe("Replicate", () => {
  const client = (auth = "r8_key") =>
    new Replicate({ auth, baseUrl: `${simulator.url}/replicate/v1`, useFileOutput: false });
  const create = (prompt: string) =>
    client().predictions.create({ model: "minimax/hailuo-02", input: { prompt, duration: 6 } });
  const states = async (id: string, polls: number) => {
    const seen: string[] = [];
    for (let poll = 0; poll < polls; poll++) seen.push((await client().predictions.get(id)).status);
    return seen;
  };

  it("leads from a prediction to its output", async () => {
    const { id, status } = await create("A cenote [[sim polls=2]]");
    expect(status).toBe("starting");
    expect(await states(id, 3)).toEqual(["starting", "processing", "succeeded"]);
    const { output } = await client().predictions.get(id);
    expect(await bytesAt(output)).toHaveLength(makeMp4({ aspectRatio: "16:9", durationS: 6, seed: 1 }).length);
  });

  it("begins a video with the image in the model's own field, which must be an address", async () => {
    const make = async (firstFrame: string) => {
      const { id } = await client().predictions.create({
        model: "minimax/hailuo-02",
        input: { prompt: "A cenote [[sim polls=0]]", first_frame_image: firstFrame },
      });
      return bytesAt((await client().predictions.get(id)).output);
    };
    expect(await make(pngUrl(1))).not.toEqual(await make(pngUrl(2)));
    expect(await failure(make("not an address"))).toContain("first_frame_image");
  });

  it("accepts a version, reports failures, and cancels", async () => {
    const { id } = await client().predictions.create({
      version: "5c7d5dc6",
      input: { prompt: "A cenote [[sim polls=0 outcome=failed message=Why]]" },
    });
    expect(await client().predictions.get(id)).toMatchObject({ status: "failed", error: "Why" });
    const running = await create("A cenote [[sim polls=9]]");
    expect((await client().predictions.cancel(running.id)).status).toBe("canceled");
    expect(await states(running.id, 1)).toEqual(["canceled"]);
  });

  it("rejects an invalid input, a wrong key, and another key's job", async () => {
    expect(
      await failure(client().predictions.create({ model: "a/b", input: { prompt: "x", duration: "6" } })),
    ).toContain("422");
    expect(await failure(client("invalid").predictions.create({ model: "a/b", input: { prompt: "x" } }))).toContain(
      "401",
    );
    const { id } = await create("A cenote");
    expect(await failure(client("r8_other").predictions.get(id))).toContain("404");
  });
});

describe("Luma", () => {
  const client = () =>
    new LumaAI({ authToken: "luma-key", baseURL: `${simulator.url}/luma/dream-machine/v1`, maxRetries: 0 });

  it("leads from a generation to its video", async () => {
    const { id = "", state } = await client().generations.video.create({
      model: "ray-2",
      prompt: "A cenote [[sim polls=1]]",
      duration: "9s",
      aspect_ratio: "1:1",
    });
    expect([state, (await client().generations.get(id)).state]).toEqual(["queued", "queued"]);
    const { state: end, assets } = await client().generations.get(id);
    expect(end).toBe("completed");
    expect(await bytesAt(assets?.video)).toHaveLength(makeMp4({ aspectRatio: "1:1", durationS: 9, seed: 1 }).length);
  });

  it("reports failures, rejects an unsupported length, and deletes", async () => {
    const { id = "" } = await client().generations.video.create({
      model: "ray-2",
      prompt: "A cenote [[sim polls=0 outcome=filtered]]",
    });
    expect(await client().generations.get(id)).toMatchObject({
      state: "failed",
      failure_reason: expect.stringContaining("moderation"),
    });
    expect(await failure(client().generations.video.create({ model: "ray-2", prompt: "x", duration: "7s" }))).toContain(
      "422",
    );
    const running = await client().generations.video.create({ model: "ray-2", prompt: "A cenote [[sim polls=9]]" });
    await client().generations.delete(running.id ?? "");
    expect((await client().generations.get(running.id ?? "")).state).toBe("failed");
  });
});

describe("Runway", () => {
  const client = () => new RunwayML({ apiKey: "key_x", baseURL: `${simulator.url}/runway`, maxRetries: 0 });
  const create = (promptText: string) =>
    client().textToVideo.create({ model: "gen4.5", promptText, ratio: "720:1280", duration: 4 });

  it("leads from a task to its output", async () => {
    const { id } = await create("A cenote [[sim polls=2]]");
    expect([(await client().tasks.retrieve(id)).status, (await client().tasks.retrieve(id)).status]).toEqual([
      "PENDING",
      "RUNNING",
    ]);
    const task = await client().tasks.retrieve(id);
    expect(task.status).toBe("SUCCEEDED");
    expect(await bytesAt(task.status === "SUCCEEDED" ? task.output[0] : "")).toHaveLength(
      makeMp4({ aspectRatio: "9:16", durationS: 4, seed: 1 }).length,
    );
  });

  it("begins a video with an image at another endpoint, which knows Gen-4 Turbo and more shapes", async () => {
    const begin = (promptImage: string, ratio: "1104:832" | "1280:720" = "1104:832") =>
      client().imageToVideo.create({
        model: "gen4_turbo",
        promptText: "A cenote [[sim polls=0]]",
        promptImage,
        ratio,
        duration: 5,
      });
    const make = async (seed: number) => {
      const task = await client().tasks.retrieve((await begin(pngUrl(seed))).id);
      return bytesAt(task.status === "SUCCEEDED" ? task.output[0] : "");
    };
    const made = await make(1);
    expect(made).toHaveLength(makeMp4({ aspectRatio: "4:3", durationS: 5, seed: 1 }).length);
    expect(made).not.toEqual(await make(2));
    expect(await failure(begin("data:image/png;base64,R0lGODlh"))).toContain("promptImage");
    expect(await failure(begin(`data:image/png;base64,${"A".repeat(5 * 1024 * 1024)}`))).toContain("5MB");
  });

  it("reports failures with their code, rejects what gen4.5 does not support, and cancels", async () => {
    const { id } = await create("A cenote [[sim polls=0 outcome=filtered]]");
    expect(await client().tasks.retrieve(id)).toMatchObject({ status: "FAILED", failureCode: "SAFETY.INPUT.TEXT" });
    expect(
      await failure(client().textToVideo.create({ model: "gen4.5", promptText: "x", ratio: "1280:720", duration: 11 })),
    ).toContain("422");
    const running = await create("A cenote [[sim polls=9]]");
    await client().tasks.delete(running.id);
    expect((await client().tasks.retrieve(running.id)).status).toBe("CANCELLED");
  });
});
