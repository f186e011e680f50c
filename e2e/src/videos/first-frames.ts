import type { MediaService } from "@cenote/contracts";
import OpenAI from "openai";
import { callContext, openMedia } from "../harness/grpc";
import { digitsOf, nanoOf } from "../harness/exact";
import { allEntries, balanceOf, settledBalance } from "../harness/ledger";
import {
  FAL_VIDEO,
  GOOGLE_VIDEO,
  KEYLESS_FRAME_VIDEO,
  KLING_VIDEO,
  LUMA_VIDEO,
  MINIMAX_VIDEO,
  OPENAI_IMAGE,
  REPLICATE_VIDEO,
  RUNWAY_VIDEO,
} from "../harness/media-catalog";
import { keyFor, type Payer } from "../harness/payer";
import { endOf, type VideoJob } from "../harness/videos";
import { costOf, FREE_CREDIT, PATH, QUICK, type videoHarness } from "./video-harness";

const PROMPT = `it comes alive ${QUICK}`;
const CREATE_VIDEO = "mutation ($input: VideoInput!) { createVideo(input: $input) { job { id } } }";
const VIDEO_QUOTE = "query ($input: VideoInput!) { videoQuote(input: $input) { maximum { costMxn } } }";

const dataUrl = (image: Buffer) => `data:image/png;base64,${image.toString("base64")}`;

/** Tests of videos that begin with an image, on the caller's system. */
export const firstFrameTests = ({
  harness,
  payer,
  start,
}: Pick<ReturnType<typeof videoHarness>, "harness" | "payer" | "start">) => {
  /** A generated image. */
  const picture = async (prompt: string): Promise<Buffer> => {
    const { body } = await harness().client.postJson<{ readonly data: readonly { readonly b64_json: string }[] }>(
      "/v1/images/generations",
      { model: OPENAI_IMAGE, prompt, response_format: "b64_json" },
    );
    return Buffer.from(body.data[0]?.b64_json ?? "", "base64");
  };
  const reference = (image: Buffer) => ({ input_reference: { image_url: dataUrl(image) } });

  const filmOf = async (id: string, { key }: Payer): Promise<string> => {
    const { job } = await endOf(harness().client, id, key);
    expect(job).toMatchObject({ status: "completed", error: null });
    return Buffer.from(await (await fetch(job.video_url ?? "")).arrayBuffer()).toString("base64");
  };

  const withGrpc = async <T>(call: (media: MediaService) => Promise<T>): Promise<T> => {
    const { system } = harness();
    const media = openMedia(system);
    return call(media.client).finally(() => {
      media.close();
    });
  };
  const contextOf = ({ org }: Payer) => callContext(org);

  test.concurrent.each([FAL_VIDEO, GOOGLE_VIDEO, REPLICATE_VIDEO, RUNWAY_VIDEO, MINIMAX_VIDEO, KLING_VIDEO])(
    "a video of %s that begins with an image is another one with another image, and costs what its quote says",
    async (model) => {
      const { system, client } = harness();
      const paying = await payer();
      const body = { model, prompt: PROMPT, duration: 6 };
      const [one, other] = await Promise.all(["a cenote", "a jungle"].map(picture));
      if (one === undefined || other === undefined) throw new Error("no picture");
      const { text: quote } = await client.postJson(`${PATH}/quote`, { ...body, ...reference(one) }, paying);
      const jobs = await Promise.all([one, other].map((image) => start({ ...body, ...reference(image) }, paying)));
      const films = await Promise.all(jobs.map(({ id }) => filmOf(id, paying)));
      expect(new Set(films).size).toBe(2);
      const [, maximum = ""] = quote.split('"maximum":');
      const paid = FREE_CREDIT - nanoOf((await settledBalance(system, paying.org)).balance_mxn);
      expect(paid).toBe(2n * nanoOf(digitsOf(maximum, "cost_mxn")));
      expect(paid).toBe(2n * costOf(jobs[0]?.duration ?? 0).nanoMxn);
    },
  );

  test.concurrent("REST with OpenAI's package, GraphQL and gRPC make the same video of the same image, at the same price", async () => {
    const { system, client } = harness();
    const paying = await payer();
    const image = await picture("a cenote");
    const openai = new OpenAI({ apiKey: paying.key, baseURL: `${system.baseUrl}/v1`, maxRetries: 0 });
    const overRest = await openai.post<VideoJob>("/videos/generations", {
      body: { model: FAL_VIDEO, prompt: PROMPT, ...reference(image) },
    });
    const variables = { input: { model: FAL_VIDEO, prompt: PROMPT, firstFrame: dataUrl(image) } };
    const graphql = async <T>(query: string) =>
      (await client.postJson<{ readonly data: T }>("/graphql", { query, variables }, paying)).body.data;
    const overGraphql = await graphql<{ readonly createVideo: { readonly job: { readonly id: string } } }>(
      CREATE_VIDEO,
    );
    const video = { model: FAL_VIDEO, prompt: PROMPT, firstFrame: image };
    const overGrpc = await withGrpc((media) => media.createVideo({ context: contextOf(paying), video }));

    const ids = [overRest.id, overGraphql.createVideo.job.id, overGrpc.job?.id ?? ""];
    const films = await Promise.all(ids.map((id) => filmOf(id, paying)));
    expect([new Set(ids).size, new Set(films).size]).toEqual([3, 1]);
    const { videoQuote } = await graphql<{ readonly videoQuote: { readonly maximum: { readonly costMxn: string } } }>(
      VIDEO_QUOTE,
    );
    const price = costOf(5).nanoMxn;
    expect(nanoOf(videoQuote.maximum.costMxn)).toBe(price);
    expect(nanoOf((await settledBalance(system, paying.org)).balance_mxn)).toBe(FREE_CREDIT - 3n * price);
  });

  test.concurrent("a retry with its key gets the same job, and with another image, or none, a conflict", async () => {
    const { client } = harness();
    const paying = await payer();
    const headers = { "idempotency-key": "film-with-image" };
    const [image, other] = await Promise.all(["a cenote", "a jungle"].map(picture));
    if (image === undefined || other === undefined) throw new Error("no picture");
    const { id } = await start(reference(image), paying, headers);
    expect((await start(reference(image), paying, headers)).id).toBe(id);
    for (const more of [reference(other), {}])
      expect(
        await client.postJson(
          PATH,
          { model: FAL_VIDEO, prompt: `a cenote ${QUICK}`, ...more },
          { key: paying.key, headers },
        ),
      ).toMatchObject({ status: 409, body: { error: { code: "idempotency_conflict" } } });
    await filmOf(id, paying);
    expect((await allEntries(harness().system, paying.org)).filter(({ type }) => type === "settle")).toHaveLength(1);
  });

  test.concurrent("what can't be made with an image is refused before anything is held, and makes no job", async () => {
    const { system, client } = harness();
    const paying = await payer();
    const image = await picture("a cenote");
    const gif = { input_reference: { image_url: dataUrl(Buffer.from("GIF89a and more")) } };
    const cases: readonly [object, string, string][] = [
      [{ ...reference(image), model: LUMA_VIDEO }, "input_reference", FAL_VIDEO],
      [{ ...reference(image), model: KLING_VIDEO, aspect_ratio: "16:9" }, "aspect_ratio", "the image's shape"],
      [gif, "input_reference", "PNG, JPEG or WebP"],
      [{ input_reference: { image_url: "https://a.example/b.png" } }, "input_reference.image_url", "as a data URL"],
      [{ input_reference: { file_id: "file-1" } }, "input_reference.image_url", "no files with an id"],
      [{ image_url: dataUrl(image) }, "image_url", "use `input_reference`"],
      [{ ...reference(image), last_frame: dataUrl(image) }, "last_frame", "only the first frame"],
    ];
    for (const path of [PATH, `${PATH}/quote`])
      for (const [more, param, message] of cases)
        expect(await client.postJson(path, { model: FAL_VIDEO, prompt: PROMPT, ...more }, paying)).toMatchObject({
          status: 400,
          body: { error: { code: "invalid_request_error", param, message: expect.stringContaining(message) } },
        });
    const large = Buffer.concat([image], 20 * 1024 * 1024 + 1);
    await expect(
      withGrpc((media) =>
        media.createVideo({
          context: contextOf(paying),
          video: { model: FAL_VIDEO, prompt: PROMPT, firstFrame: large },
        }),
      ),
    ).rejects.toMatchObject({ code: "invalid_request_error", param: "input_reference" });
    expect(
      (await client.postJson(PATH, { model: FAL_VIDEO, prompt: PROMPT, ...reference(large) }, paying)).status,
    ).toBe(413);
    expect(await balanceOf(system, paying.org)).toMatchObject({ balance_mxn: "50", held_mxn: "0" });
    expect((await client.getJson<{ data: VideoJob[] }>("/v1/videos", paying)).body.data).toEqual([]);
  });

  test.concurrent("a restricted key is told of no other model than its own, over REST, GraphQL and in a quote", async () => {
    const { system, client } = harness();
    const paying = await payer();
    const image = await picture("a cenote");
    const refusals = async (model: string, ...others: string[]): Promise<readonly string[]> => {
      const key = await keyFor(system, paying, [model, ...others]);
      const overRest = await Promise.all(
        [PATH, `${PATH}/quote`].map((path) =>
          client.postJson(path, { model, prompt: PROMPT, ...reference(image) }, { key }),
        ),
      );
      const { body } = await client.postJson<{ readonly errors: readonly { readonly message: string }[] }>(
        "/graphql",
        { query: CREATE_VIDEO, variables: { input: { model, prompt: PROMPT, firstFrame: dataUrl(image) } } },
        { key },
      );
      const messages = [...overRest.map(({ body: { error } }) => error.message), body.errors[0]?.message ?? ""];
      return messages.map((message) => message.replace(/^\w+: /, ""));
    };
    const thrice = (text: string) => [text, text, text];
    for (const model of [LUMA_VIDEO, KEYLESS_FRAME_VIDEO]) {
      const refusal = `${model} makes no videos from an image.`;
      expect(await refusals(model)).toEqual(thrice(`${refusal} No model that you may use does.`));
      expect(await refusals(model, KLING_VIDEO)).toEqual(thrice(`${refusal} ${KLING_VIDEO} does.`));
    }
    expect(await balanceOf(system, paying.org)).toMatchObject({ balance_mxn: "50", held_mxn: "0" });
  });

  test.concurrent("models say whether their videos may begin with an image", async () => {
    const { system, client } = harness();
    const { body } = await client.getJson<{ data: { id: string; takes_first_frame?: boolean }[] }>("/v1/models");
    const { models } = await system.cenote<{ models: { id: string; takes_first_frame: boolean | null }[] }>("models");
    for (const [id, told] of [
      [FAL_VIDEO, true],
      [LUMA_VIDEO, false],
      [KEYLESS_FRAME_VIDEO, false],
    ] as const) {
      expect(body.data.find((model) => model.id === id)?.takes_first_frame).toBe(told);
      expect(models.find((model) => model.id === id)?.takes_first_frame).toBe(told);
    }
  });
};
