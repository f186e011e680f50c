import type { ClientToken, KeyScope } from "@cenote/contracts";
import { askGraphql } from "../../testing/ask-graphql";
import { SAMPLE_ORGANIZATION_ID } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const token = (changes: Partial<ClientToken>): ClientToken => ({
  id: "44444444-4444-4444-8444-444444444444",
  organizationId: SAMPLE_ORGANIZATION_ID,
  keyId: "key_1",
  operations: ["chat"],
  models: [],
  origins: [],
  budgetNanoMxn: 1n,
  created: new Date(0),
  expires: new Date(1),
  revoked: undefined,
  ...changes,
});

const chat = { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: "hi" }] };

describe("the scope of a caller on REST", () => {
  let running: RunningGateway;
  let clientToken: ClientToken | undefined = token({});
  let keyScope: KeyScope | undefined;
  beforeEach(() => {
    keyScope = undefined;
  });
  beforeAll(async () => {
    running = await startGateway({
      billing: {
        authenticate: () =>
          Promise.resolve({
            organizationId: SAMPLE_ORGANIZATION_ID,
            keyId: "key_1",
            zdr: false,
            clientToken,
            keyScope,
          }),
      },
    });
  });
  afterAll(() => running.gateway.close(0));

  const use = (changes: Partial<ClientToken>) => {
    clientToken = token(changes);
  };
  const listed = async () => {
    const { data } = (await (await running.request("/v1/models")).json()) as { data: { id: string }[] };
    return data.map(({ id }) => id);
  };
  const denied = async (response: Response) => {
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: "permission_denied" } });
  };

  it("lets a client token make the calls it was created for, which carry its id so that its budget pays", async () => {
    use({});
    expect((await running.post("/v1/chat/completions", chat)).status).toBe(200);
    expect(running.inference.calls.at(-1)?.context).toMatchObject({ keyId: "key_1", clientTokenId: token({}).id });
  });

  const job = "/v1/videos/55555555-5555-4555-8555-555555555555";
  it.each([
    ["POST", "/v1/chat/completions", "chat"],
    ["POST", "/v1/embeddings", "embeddings"],
    ["POST", "/v1/images/generations", "images"],
    ["POST", "/v1/images/edits", "images"],
    ["POST", "/v1/images/edits/quote", "images"],
    ["POST", "/v1/videos/generations", "video"],
    ["GET", job, "video"],
    ["POST", `${job}/cancel`, "video"],
    ["DELETE", job, "video"],
    ["DELETE", "/media/a/b/1.png", "none"],
    ["GET", "/v1/videos", "video"],
    ["GET", "/v1/callbacks/secret", "none"],
    ["GET", "/v1/models", "any"],
    ["GET", "/v1/models/openai/gpt-4o-mini", "any"],
    ["POST", "/graphql", "any"],
    ["POST", "/graphql/stream", "any"],
  ])("can't make any others (%s %s is for %s)", async (method, path, wanted) => {
    for (const operation of ["chat", "embeddings", "images", "video", "balance"]) {
      use({ operations: [operation] });
      const response = await running.request(path, { method });
      if (wanted === "any" || wanted === operation) expect(response.status).not.toBe(403);
      else await denied(response);
    }
  });

  it("may list videos, of which media shows the client token its own", async () => {
    const query = "{ videoJobs { edges { node { id } } } }";
    use({ operations: ["video"] });
    expect(await (await running.request("/v1/videos")).json()).toMatchObject({ data: [{}, {}] });
    expect(await askGraphql(running, query)).toMatchObject({ data: { videoJobs: { edges: [{}, {}] } } });
    const { id: clientTokenId } = token({});
    const asked = running.media.calls.slice(-2);
    expect(asked).toMatchObject([{ context: { clientTokenId } }, { context: { clientTokenId } }]);
    use({ operations: ["chat"] });
    expect((await askGraphql(running, query)).errors).toMatchObject([{ extensions: { code: "permission_denied" } }]);
  });

  it("may not read the secret of callbacks, which an API key reads over GraphQL as over REST", async () => {
    use({ operations: ["video"] });
    const refused = await askGraphql(running, "{ callbackSecret }");
    expect(refused).toMatchObject({
      data: { callbackSecret: null },
      errors: [{ extensions: { code: "permission_denied" } }],
    });
    clientToken = undefined;
    const { secret } = (await (await running.request("/v1/callbacks/secret")).json()) as { readonly secret: string };
    expect(await askGraphql(running, "{ callbackSecret }")).toEqual({ data: { callbackSecret: secret } });
  });

  it("may not delete an image, whose address anybody may have been shown", async () => {
    use({ operations: ["images"] });
    const mutation = 'mutation { deleteImage(url: "https://media.test/1.png") { deletedUrl } }';
    expect(await askGraphql(running, mutation)).toMatchObject({
      data: { deleteImage: null },
      errors: [{ extensions: { code: "permission_denied" } }],
    });
  });

  it("may always list models", async () => {
    use({ operations: ["video"] });
    expect((await running.request("/v1/models")).status).toBe(200);
  });

  it("may use only its models, also as fallbacks", async () => {
    use({ models: [chat.model] });
    expect((await running.post("/v1/chat/completions", chat)).status).toBe(200);
    const before = running.inference.calls.length;
    await denied(await running.post("/v1/chat/completions", { ...chat, model: "openai/gpt-4o" }));
    await denied(await running.post("/v1/chat/completions", { ...chat, models: [chat.model, "openai/gpt-4o"] }));
    const mutation = "mutation ($input: ChatInput!) { createChatCompletion(input: $input) { id } }";
    const messages = [{ role: "USER", content: "hi" }];
    for (const models of [["openai/gpt-4o"], [chat.model, "openai/gpt-4o"]]) {
      const { errors } = await askGraphql(running, mutation, { input: { model: chat.model, models, messages } });
      expect(errors?.[0]?.extensions["code"]).toBe("permission_denied");
    }
    expect(running.inference.calls).toHaveLength(before);
  });

  it("may use models by their provider, and lists those that it may use", async () => {
    use({ models: ["openai/*"] });
    expect((await running.post("/v1/chat/completions", chat)).status).toBe(200);
    await denied(await running.post("/v1/chat/completions", { ...chat, model: "openai-like/gpt-4o" }));
    expect(await listed()).toEqual(["openai/gpt-4o-mini", "openai/text-embedding-3-small"]);
  });

  it("may not use a model whose name only begins like that of an allowed one", async () => {
    use({ models: ["openai/gpt-4o"] });
    const response = await running.post("/v1/chat/completions", chat);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      error: { param: "model", message: 'The client token does not allow the model "openai/gpt-4o-mini".' },
    });
  });

  it("may use no model that its API key may not", async () => {
    use({ models: ["openai/*"] });
    keyScope = { models: ["google/veo", chat.model], budgeted: false, networks: [] };
    expect(await listed()).toEqual([chat.model]);
    expect((await running.post("/v1/chat/completions", chat)).status).toBe(200);
    await denied(await running.post("/v1/chat/completions", { ...chat, model: "openai/gpt-4o" }));
  });

  it("works only from its origins", async () => {
    use({ origins: ["https://app.example"] });
    const from = (headers: Record<string, string>) => running.post("/v1/chat/completions", chat, { headers });
    expect((await from({ origin: "https://app.example" })).status).toBe(200);
    await denied(await from({ origin: "https://evil.example" }));
    await denied(await from({}));
  });

  describe("an API key with a list of networks", () => {
    const HERE = ["127.0.0.0/8", "::1"];
    const ELSEWHERE = ["203.0.113.0/24"];
    const bound = (networks: string[]): KeyScope => ({ models: [], budgeted: false, networks });
    beforeEach(() => {
      clientToken = undefined;
    });

    it("works from there, and is permission_denied from everywhere else, whatever the caller says", async () => {
      keyScope = bound(HERE);
      expect((await running.post("/v1/chat/completions", chat)).status).toBe(200);
      keyScope = bound(ELSEWHERE);
      const headers = { "x-forwarded-for": "203.0.113.7" };
      const response = await running.post("/v1/chat/completions", chat, { headers });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        error: {
          code: "permission_denied",
          message: expect.stringMatching(/^The API key may not be used from the address .*127\.0\.0\.1\.$/),
        },
      });
      await denied(await running.request("/v1/models"));
      expect((await running.post("/graphql", { query: "{ viewer { balance } }" })).status).toBe(403);
    });

    it("has client tokens that work everywhere", async () => {
      keyScope = bound(ELSEWHERE);
      use({});
      expect((await running.post("/v1/chat/completions", chat)).status).toBe(200);
    });
  });

  describe("an API key with a list of models", () => {
    beforeEach(() => {
      clientToken = undefined;
      keyScope = { models: [chat.model, "google/*"], budgeted: false, networks: [] };
    });

    it("lists only those models, and any other is permission_denied", async () => {
      expect(await listed()).toEqual([chat.model, "google/veo"]);
      expect((await running.request(`/v1/models/${chat.model}`)).status).toBe(200);
      await denied(await running.request("/v1/models/openai/text-embedding-3-small"));
      await denied(await running.request("/v1/models/openai/none"));
      expect((await running.request("/v1/models/google/none")).status).toBe(404);
    });

    it("is told of no model outside of it, where an id is close to one", async () => {
      const messageOf = async (path: string) => (await running.request(`/v1/models/${path}`)).text();
      keyScope = { models: ["google/*", "opnai/*"], budgeted: false, networks: [] };
      expect(await messageOf("google/vo")).toContain("Did you mean `google/veo`?");
      expect(await messageOf(chat.model.replace("openai", "opnai"))).not.toContain("Did you mean");
    });

    it("sends the services what it may use with a call, and with a client token's what both may", async () => {
      const sent = async (call: object = chat) => {
        expect((await running.post("/v1/chat/completions", call)).status).toBe(200);
        const overRest = running.inference.calls.at(-1)?.context?.allowedModels;
        const query = "mutation ($input: ChatInput!) { createChatCompletion(input: $input) { id } }";
        const input = { model: chat.model, messages: [{ role: "USER", content: "hi" }] };
        expect((await running.post("/graphql", { query, variables: { input } })).status).toBe(200);
        expect(running.inference.calls.at(-1)?.context?.allowedModels).toEqual(overRest);
        return overRest;
      };
      expect(await sent()).toEqual({ models: [chat.model, "google/*"] });
      use({ models: ["openai/*", "google/veo"] });
      expect(await sent()).toEqual({ models: [chat.model, "google/veo"] });
      keyScope = undefined;
      expect(await sent()).toEqual({ models: ["openai/*", "google/veo"] });
      use({});
      expect(await sent()).toBeUndefined();
    });

    it.each([
      ["/v1/chat/completions", { ...chat, model: "openai/gpt-4o" }],
      ["/v1/chat/completions", { ...chat, models: ["openai/gpt-4o"] }],
      ["/v1/responses", { model: "openai/gpt-4o", input: "hi" }],
      ["/v1/messages", { ...chat, model: "openai/gpt-4o", max_tokens: 5 }],
      ["/v1/messages/count_tokens", { ...chat, model: "openai/gpt-4o" }],
      ["/v1/embeddings", { model: "openai/text-embedding-3-small", input: "hi" }],
      ["/v1/images/generations", { model: "openai/dall-e-3", prompt: "hi" }],
      ["/v1/images/edits", { model: "openai/dall-e-3", prompt: "hi", images: [{ image_url: "data:;base64,aGk=" }] }],
      ["/v1/videos/generations", { model: "runway/gen4", prompt: "hi" }],
      ["/v1/chat/completions/quote", { ...chat, models: ["openai/gpt-4o"] }],
      ["/v1/embeddings/quote", { model: "openai/text-embedding-3-small", input: "hi" }],
      ["/v1/images/generations/quote", { model: "openai/dall-e-3", prompt: "hi" }],
      ["/v1/videos/generations/quote", { model: "runway/gen4", prompt: "hi" }],
    ])("can't call others: %s", async (path, body) => {
      const response = await running.post(path, body);
      expect(response.status).toBe(403);
      expect(await response.text()).toContain("The API key does not allow the model");
    });

    it("says with a call whether it has a budget", async () => {
      expect((await running.post("/v1/chat/completions", chat)).status).toBe(200);
      expect(running.inference.calls.at(-1)?.context).toMatchObject({ budgeted: false });
      keyScope = { models: [], budgeted: true, networks: [] };
      expect((await running.post("/v1/chat/completions", chat)).status).toBe(200);
      expect(running.inference.calls.at(-1)?.context).toMatchObject({ budgeted: true });
    });
  });
});
