import type { CreateChatCompletionRequest } from "@cenote/contracts";
import { CenoteError, silentLog } from "@cenote/core";
import { askGraphql } from "../testing/ask-graphql";
import { createFakeMedia, SAMPLE_JOB_ID } from "../testing/fake-media";
import { sampleEmbeddings, sampleInfo, sampleModels } from "../testing/samples";
import { type RunningGateway, startGateway } from "../testing/start-gateway";

describe("queries and mutations", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  const ask = (query: string, variables?: object) => askGraphql(running, query, variables);

  it("return a complete chat answer with its exact cost", async () => {
    const query =
      'mutation ($input: ChatInput!) { createChatCompletion(input: $input, idempotencyKey: "k1") { id model created finishReason replayed message { content toolCalls { id } } usage { totalTokens costUsd costMxn } } }';
    const { data } = await ask(query, {
      input: {
        model: "openai/gpt-4o-mini",
        messages: [
          {
            role: "USER",
            parts: [
              { text: "what" },
              { imageUrl: "https://x.test/a.png", detail: "low" },
              { file: { fileData: "data:application/pdf;base64,JVBERi0=", filename: "a.pdf" } },
            ],
          },
        ],
      },
    });
    expect(data?.["createChatCompletion"]).toEqual({
      id: expect.stringMatching(/^req_/),
      model: "openai/gpt-4o-mini",
      created: "2026-09-21T14:13:20.000Z",
      finishReason: "STOP",
      replayed: false,
      message: { content: '¡Hola! \u2028 "quoted"', toolCalls: [] },
      usage: { totalTokens: 12, costUsd: "0.00000315", costMxn: "0.000063" },
    });
    const call = running.inference.calls.at(-1) as CreateChatCompletionRequest;
    expect(call.context).toMatchObject({ idempotencyKey: "k1", zdr: false });
    expect(call.chat?.messages[0]?.content).toEqual([
      { part: { $case: "text", value: "what" } },
      { part: { $case: "image", value: { url: "https://x.test/a.png", detail: "low" } } },
      { part: { $case: "file", value: { url: "data:application/pdf;base64,JVBERi0=", name: "a.pdf" } } },
    ]);
  });

  const twoImages =
    'mutation { a: createImages(input: { model: "m/m", prompt: "a" }) { id } b: createImages(input: { model: "m/m", prompt: "b" }) { id } }';
  const withOneFailure = async (failure: Error = new CenoteError("overloaded"), log = silentLog) => {
    const ids: string[] = [];
    const gateway = await startGateway({
      log,
      media: {
        createImages(call) {
          ids.push(call.context?.requestId ?? "");
          return ids.length === 2 ? Promise.reject(failure) : createFakeMedia().createImages(call);
        },
      },
    });
    return { gateway, ids };
  };

  it("name the call that failed among those of one document", async () => {
    const { gateway, ids } = await withOneFailure();
    const { data, errors } = await askGraphql(gateway, twoImages);
    expect(data).toEqual({ a: { id: ids[0] }, b: null });
    expect(errors).toMatchObject([{ path: ["b"], extensions: { code: "overloaded", request_id: ids[1] } }]);
    await gateway.gateway.close(0);
  });

  it("are found in the log by the id that their caller was told", async () => {
    const logged: object[] = [];
    const log = { ...silentLog, error: (fields: object) => logged.push(fields) };
    const { gateway, ids } = await withOneFailure(new TypeError("a bug"), log);
    await askGraphql(gateway, twoImages);
    expect(logged).toMatchObject([{ callId: ids[1] }]);
    await gateway.gateway.close(0);
  });

  it("name the call that failed over server-sent events, too", async () => {
    const { gateway, ids } = await withOneFailure();
    const streamed = await gateway.post("/graphql/stream", { query: twoImages });
    expect(await streamed.text()).toContain(`"request_id":"${ids[1]}"`);
    await gateway.gateway.close(0);
  });

  it("offer a model only the tools that it may call", async () => {
    await ask(
      `mutation { createChatCompletion(input: { model: "m/m", messages: [{ role: USER, content: "hi" }], tools: [{ name: "mail" }, { name: "weather" }], toolChoice: { mode: REQUIRED, allowedTools: ["weather"] } }) { id } }`,
    );
    expect(running.inference.calls.at(-1)).toMatchObject({
      chat: { tools: [{ name: "weather" }], toolChoice: { mode: "required", name: "" } },
    });
  });

  it("charge two calls of one document separately", async () => {
    const chat = `createChatCompletion(input: { model: "m/m", messages: [{ role: USER, content: "hi" }] }) { id }`;
    const before = running.inference.calls.length;
    const { data } = await ask(`mutation { a: ${chat} b: ${chat} }`);
    const ids = running.inference.calls.slice(before).map(({ context }) => context?.requestId);
    expect(new Set(ids).size).toBe(2);
    expect(Object.values(data ?? {})).toEqual(ids.map((id) => ({ id })));
  });

  it("refuse a document with more than ten calls before the first is made", async () => {
    const chat = `createChatCompletion(input: { model: "m/m", messages: [{ role: USER, content: "hi" }] }) { id }`;
    const before = running.inference.calls.length;
    const response = await ask(
      `mutation { ${Array.from({ length: 11 }, (_unused, index) => `a${index}: ${chat}`).join(" ")} }`,
    );
    expect(response.errors?.[0]?.message).toContain("may cost");
    expect(running.inference.calls).toHaveLength(before);
  });

  it("make embeddings, images and videos as REST does", async () => {
    const { data } = await ask(`mutation {
      createEmbeddings(input: { model: "e/e", input: ["a", "b"] }) { data { index embedding } usage { promptTokens costMxn } }
      createImages(input: { model: "i/i", prompt: "a cenote", n: 2 }) { images { url costMxn } failed costUsd }
      createVideo(input: { model: "v/v", prompt: "a cenote", duration: 8 }) { job { id status duration } }
      cancelVideo(id: "${SAMPLE_JOB_ID}") { job { status error } }
      deleteVideo(id: "${SAMPLE_JOB_ID}") { deletedId }
      deleteImage(url: "https://media.test/1.png") { deletedUrl }
    }`);
    expect(data).toEqual({
      createEmbeddings: {
        data: [
          { index: 0, embedding: [0.5, -0.25, 1] },
          { index: 1, embedding: [0.125, 0, -2] },
        ],
        usage: { promptTokens: 5, costMxn: "0.0000021" },
      },
      createImages: {
        images: [
          { url: "https://media.test/1.png", costMxn: "0.84" },
          { url: "https://media.test/2.png", costMxn: "0.84" },
        ],
        failed: 0,
        costUsd: "0.084",
      },
      createVideo: { job: { id: SAMPLE_JOB_ID, status: "PROCESSING", duration: 8 } },
      cancelVideo: { job: { status: "FAILED", error: "The job was cancelled." } },
      deleteVideo: { deletedId: SAMPLE_JOB_ID },
      deleteImage: { deletedUrl: "https://media.test/1.png" },
    });
  });

  it("pass on what their callers wish: no retention, and to be made once", async () => {
    await ask(`mutation {
      createEmbeddings(input: { model: "e/e", input: ["a"], zdr: true }, idempotencyKey: "k1") { replayed }
      createImages(input: { model: "i/i", prompt: "a cenote", zdr: true }, idempotencyKey: "k2") { failed }
      createVideo(input: { model: "v/v", prompt: "a cenote", zdr: true }, idempotencyKey: "k3") { job { id } }
    }`);
    const wished = (idempotencyKey: string) => ({ context: { zdr: true, idempotencyKey } });
    expect(running.inference.calls.at(-1)).toMatchObject(wished("k1"));
    expect(running.media.calls.slice(-2)).toMatchObject([wished("k2"), wished("k3")]);
  });

  it("edit the images they are given, as quotes of them do", async () => {
    const input = `{ model: "i/i", prompt: "add a ladder", images: ["data:image/png;base64,aGk=", "data:image/webp;base64,aG8="], mask: "data:image/png;base64,aGE=" }`;
    const { data } = await ask(`mutation { createImages(input: ${input}) { failed } }`);
    expect(data).toEqual({ createImages: { failed: 0 } });
    await ask(`{ imagesQuote(input: ${input}) { model } }`);
    const images = {
      model: "i/i",
      prompt: "add a ladder",
      inputs: [Buffer.from("hi"), Buffer.from("ho")],
      mask: Buffer.from("ha"),
    };
    expect(running.media.calls.slice(-2)).toMatchObject([{ images }, { images }]);
  });

  it("begin a video with the image they are given, as its quote does", async () => {
    const input = `{ model: "v/v", prompt: "it comes alive", firstFrame: "data:image/png;base64,aGk=" }`;
    const { data } = await ask(`mutation { createVideo(input: ${input}) { job { status } } }`);
    expect(data).toEqual({ createVideo: { job: { status: "PROCESSING" } } });
    await ask(`{ videoQuote(input: ${input}) { model } }`);
    await ask(`{ videoQuote(input: { model: "v/v", prompt: "it comes alive", firstFrame: null }) { model } }`);
    const video = { model: "v/v", prompt: "it comes alive" };
    const framed = { ...video, firstFrame: Buffer.from("hi") };
    expect(running.media.calls.slice(-3)).toEqual([
      { context: expect.anything(), video: framed },
      { context: expect.anything(), video: framed },
      { context: expect.anything(), video },
    ]);
  });

  it("tell a stored answer to an earlier call, whatever it was for", async () => {
    const info = { ...sampleInfo, replayed: true };
    const fields = `createEmbeddings(input: { model: "e/e", input: ["a"] }) { replayed }
      createImages(input: { model: "i/i", prompt: "x" }) { replayed }
      createVideo(input: { model: "v/v", prompt: "x" }) { replayed }`;
    const media = createFakeMedia();
    const replaying = await startGateway({
      inference: { createEmbeddings: () => Promise.resolve({ ...sampleEmbeddings, info }) },
      media: {
        createImages: async (request) => ({ ...(await media.createImages(request)), info }),
        createVideo: async (request) => ({ ...(await media.createVideo(request)), info }),
      },
    });
    const answers = (replayed: boolean) => ({
      createEmbeddings: { replayed },
      createImages: { replayed },
      createVideo: { replayed },
    });
    expect((await askGraphql(replaying, `mutation { ${fields} }`)).data).toEqual(answers(true));
    expect((await ask(`mutation { ${fields} }`)).data).toEqual(answers(false));
    await replaying.gateway.close(0);
  });

  it.each([
    [`createImages(input: { model: "m", prompt: "x", n: 9 }) { id }`, "n"],
    [`createImages(input: { model: "m", prompt: "x", images: ["https://a.example/b.png"] }) { id }`, "images[0]"],
    [`createImages(input: { model: "m", prompt: "x", images: [] }) { id }`, "images"],
    [`createImages(input: { model: "m", prompt: "x", mask: "data:image/png;base64,aGk=" }) { id }`, "images"],
    [
      `createImages(input: { model: "m", prompt: "x", images: ["data:image/png;base64,aGk="], mask: "x" }) { id }`,
      "mask",
    ],
    [`createVideo(input: { model: "m", prompt: "" }) { job { id } }`, "prompt"],
    [
      `createVideo(input: { model: "m", prompt: "x", firstFrame: "https://a.example/b.png" }) { job { id } }`,
      "firstFrame",
    ],
    [`createVideo(input: { model: "m", prompt: "x", firstFrame: "data:;base64,!" }) { job { id } }`, "firstFrame"],
    [`createEmbeddings(input: { model: "m" }) { id }`, "input"],
    [`createEmbeddings(input: { model: "m", input: [""] }) { id }`, "input[0]"],
    [`createEmbeddings(input: { model: "m", tokens: [[]] }) { id }`, "tokens[0]"],
    [`createChatCompletion(input: { model: "m", messages: [{ role: USER, parts: [] }] }) { id }`, "messages[0].parts"],
    [
      `createChatCompletion(input: { model: "m", messages: [{ role: USER, parts: [{ imageUrl: "x" }] }] }) { id }`,
      "messages[0].parts[0].imageUrl",
    ],
    [
      `createChatCompletion(input: { model: "m", messages: [{ role: USER, content: "x" }], tools: [{ name: "a" }], toolChoice: { mode: AUTO, allowedTools: ["a", "b"] } }) { id }`,
      "toolChoice.allowedTools[1]",
    ],
    [
      `createChatCompletion(input: { model: "m", messages: [{ role: USER, content: "x" }], tools: [{ name: "a" }], toolChoice: { mode: AUTO, allowedTools: [] } }) { id }`,
      "toolChoice.allowedTools",
    ],
    [
      `createChatCompletion(input: { model: "m", messages: [{ role: USER, content: "x" }], tools: [{ name: "a" }], toolChoice: { mode: FUNCTION, allowedTools: ["a"] } }) { id }`,
      "toolChoice.allowedTools",
    ],
    [
      `createChatCompletion(input: { model: "m", messages: [{ role: USER, content: "x" }] }, idempotencyKey: "") { id }`,
      "idempotencyKey",
    ],
    [
      `createChatCompletion(input: { model: "m", messages: [{ role: USER, content: "x" }], maxTokens: 0 }) { id }`,
      "maxTokens",
    ],
  ])("refuse %s with REST's checks", async (field, param) => {
    expect((await ask(`mutation { ${field} }`)).errors?.[0]?.extensions).toMatchObject({
      code: "invalid_request_error",
      param,
    });
  });

  it("refuse embeddings with too many numbers for one answer, before they are charged", async () => {
    const texts = (count: number) => JSON.stringify(Array.from({ length: count }, () => "a"));
    const embeddings = (count: number, more = "") =>
      ask(`mutation { createEmbeddings(input: { model: "m/m", input: ${texts(count)} ${more} }) { id } }`);
    const before = running.inference.calls.length;
    const { errors } = await embeddings(300);
    expect(errors?.[0]?.extensions).toMatchObject({ code: "invalid_request_error", param: "input" });
    expect(errors?.[0]?.message).toContain("POST /v1/embeddings");
    expect(running.inference.calls).toHaveLength(before);
    expect((await embeddings(300, "dimensions: 256")).errors).toBeUndefined();
    expect((await embeddings(64)).errors).toBeUndefined();
  });

  it("refuse few texts as well, of a model whose vectors are that long", async () => {
    const long = { ...sampleModels[1]!, dimensions: 12_288 };
    const other = await startGateway({
      inference: { listModels: () => Promise.resolve({ models: [long], simulated: false }) },
    });
    const embeddings = async (count: number) => {
      const input = { model: long.id, input: Array.from({ length: count }, () => "a") };
      return askGraphql(other, "mutation ($input: EmbeddingsInput!) { createEmbeddings(input: $input) { id } }", {
        input,
      });
    };
    expect((await embeddings(21)).errors).toBeUndefined();
    expect((await embeddings(22)).errors?.[0]).toMatchObject({
      message: expect.stringMatching("^input: 22 vectors of 12288 numbers "),
      extensions: { code: "invalid_request_error", param: "input" },
    });
    await other.gateway.close(0);
  });

  it("say of an unknown job what REST says of it, and of an unknown model null", async () => {
    const other = await startGateway({ media: { getVideo: () => Promise.reject(new CenoteError("job_not_found")) } });
    const response = await other.post("/graphql", {
      query: `{ videoJob(id: "${SAMPLE_JOB_ID}") { id } model(id: "no/no") { id } }`,
    });
    expect(await response.json()).toEqual({
      data: { videoJob: null, model: null },
      errors: [
        expect.objectContaining({
          path: ["videoJob"],
          extensions: expect.objectContaining({ code: "job_not_found", request_id: expect.stringMatching(/^req_/) }),
        }),
      ],
    });
    await other.gateway.close(0);
  });
});
