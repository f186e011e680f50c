import { callContext, openInference, openMedia } from "../harness/grpc";
import { balanceOf } from "../harness/ledger";
import { harness } from "./harness";

interface Told {
  readonly code?: string;
  readonly param?: string;
  readonly message?: string;
}

const overRest = async (path: string, body: object): Promise<Told> =>
  (await harness().client.postJson<{ readonly error: Told }>(path, body)).body.error;

const overGraphql = async (query: string, input: object): Promise<Told> => {
  const { body } = await harness().client.postJson<{
    readonly errors: readonly { readonly message: string; readonly extensions: Told }[];
  }>("/graphql", { query, variables: { input } });
  const [error] = body.errors;
  return { ...error?.extensions, ...(error === undefined ? {} : { message: error.message }) };
};

const demoContext = async () => callContext((await balanceOf(harness().system, "demo")).org);

const toldBy = async (call: Promise<unknown>): Promise<Told> => {
  const error = await call.then(
    () => undefined,
    (failure: unknown) => failure as Told,
  );
  return { code: error?.code, param: error?.param, message: error?.message };
};

const embedOverGrpc = async (model: string, dimensions: number): Promise<Told> => {
  const inference = openInference(harness().system);
  const input = [{ input: { $case: "text" as const, value: "Hola" } }];
  const embeddings = { model, input, dimensions };
  return toldBy(inference.client.createEmbeddings({ context: await demoContext(), embeddings })).finally(() => {
    inference.close();
  });
};

const drawOverGrpc = async (model: string, size: string): Promise<Told> => {
  const media = openMedia(harness().system);
  return toldBy(
    media.client.createImages({
      context: await demoContext(),
      images: { model, prompt: "a cenote", size, inputs: [] },
    }),
  ).finally(() => {
    media.close();
  });
};

const EMBED = "mutation ($input: EmbeddingsInput!) { createEmbeddings(input: $input) { model } }";
const DRAW = "mutation ($input: ImagesInput!) { createImages(input: $input) { model } }";

test.each([
  ["openai/embed", /^dimensions: Invalid value for 'dimensions' = 9999/],
  ["google/embed", /^dimensions: \* BatchEmbedContentsRequest\.requests\[0\]\.output_dimensionality/],
])("dimensions that %s refuses are a 400 that names them, over each API", async (model, words) => {
  const told = { code: "invalid_request_error", param: "dimensions", message: expect.stringMatching(words) };
  const dimensions = 9_999;
  expect(await overRest("/v1/embeddings", { model, input: "Hola", dimensions })).toMatchObject(told);
  expect(await overGraphql(EMBED, { model, input: ["Hola"], dimensions })).toMatchObject(told);
  expect(await embedOverGrpc(model, dimensions)).toMatchObject(told);
});

test.each([
  ["openai/draw", "777x777", /^size: Invalid value: '777x777'/],
  ["fal/draw", "99999x99999", /^size: body\.image_size: Input should be a valid image size/],
])("a size that %s refuses is a 400 that names it, over each API", async (model, size, words) => {
  const told = { code: "invalid_request_error", param: "size", message: expect.stringMatching(words) };
  const prompt = "a cenote";
  expect(await overRest("/v1/images/generations", { model, prompt, size })).toMatchObject(told);
  expect(await overGraphql(DRAW, { model, prompt, size })).toMatchObject(told);
  expect(await drawOverGrpc(model, size)).toMatchObject(told);
});

test("a prompt that the provider refuses stays a 502", async () => {
  expect(
    await overRest("/v1/images/generations", { model: "openai/draw", prompt: "[[sim refuse]]", size: "1024x1024" }),
  ).toMatchObject({ code: "provider_unavailable" });
});
