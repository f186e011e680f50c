import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ERROR_TABLE } from "@cenote/core";
import { buildSchema } from "graphql";
import { startGateway } from "../testing/start-gateway";
import { runDocumentsCommand } from "./command";
import { type Documents, createDocuments } from "./documents";
import { findDrift } from "./document-files";

const ROOT = resolve(__dirname, "../../../..");

describe("generated documents", () => {
  let documents: Documents;
  beforeAll(async () => {
    documents = await createDocuments();
  });

  it("match those in the tree", async () => {
    expect(await findDrift(ROOT, documents)).toEqual([]);
  });

  it("are written by one command, and checked by it with --check", async () => {
    const root = await mkdtemp(join(tmpdir(), "documents-"));
    const told: string[] = [];
    const run = (...args: string[]) =>
      runDocumentsCommand({
        args,
        root,
        tell: (line) => {
          told.push(line);
        },
      });
    try {
      expect(await run("--check")).toBe(1);
      expect(await run()).toBe(0);
      expect(await run("--check")).toBe(0);
      expect(await run("--chekc")).toBe(2);
      await appendFile(join(root, "schema.graphql"), "\n");
      expect(await run("--check")).toBe(1);
      expect(told.at(-1)).toBe(
        "not what the code says: schema.graphql; run this without --check and commit what it writes",
      );
    } finally {
      await rm(root, { recursive: true });
    }
  });

  it("match what the running server serves", async () => {
    const { gateway, request } = await startGateway();
    expect(await (await request("/openapi.json")).json()).toEqual(JSON.parse(documents.get("openapi.json") ?? ""));
    await gateway.close(0);
  });

  it("list every error", () => {
    const text = documents.get("docs/errors.md") ?? "";
    for (const [code, { http, condition }] of Object.entries(ERROR_TABLE)) {
      expect(text).toContain(`| \`${code}\` | ${http} |`);
      expect(text).toContain(condition);
    }
  });

  it("include a schema that parses as GraphQL", () => {
    expect(
      Object.keys(
        buildSchema(documents.get("schema.graphql") ?? "")
          .getQueryType()
          ?.getFields() ?? {},
      ),
    ).toEqual([
      "apiKeys",
      "callbackSecret",
      "chatQuote",
      "clientTokens",
      "embeddingsQuote",
      "imagesQuote",
      "ledger",
      "model",
      "models",
      "request",
      "statement",
      "topUp",
      "topUpTerms",
      "topUps",
      "usage",
      "videoJob",
      "videoJobs",
      "videoQuote",
      "viewer",
    ]);
  });

  describe("openapi.json", () => {
    interface Operation {
      readonly operationId?: string;
      readonly security?: readonly object[];
      readonly parameters?: readonly { readonly name: string }[];
      readonly requestBody?: object;
      readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
    }
    const paths = () =>
      (JSON.parse(documents.get("openapi.json") ?? "") as { paths: Record<string, Record<string, Operation>> }).paths;

    it("describe each public route once, with its key and errors", () => {
      expect(Object.keys(paths()).sort()).toEqual([
        "/media/{organization}/{media}/{file}",
        "/v1/callbacks/secret",
        "/v1/chat/completions",
        "/v1/chat/completions/quote",
        "/v1/embeddings",
        "/v1/embeddings/quote",
        "/v1/images/edits",
        "/v1/images/edits/quote",
        "/v1/images/generations",
        "/v1/images/generations/quote",
        "/v1/messages",
        "/v1/messages/count_tokens",
        "/v1/models",
        "/v1/models/{model}",
        "/v1/responses",
        "/v1/responses/input_tokens",
        "/v1/videos",
        "/v1/videos/generations",
        "/v1/videos/generations/quote",
        "/v1/videos/{job_id}",
        "/v1/videos/{job_id}/cancel",
      ]);
      for (const operations of Object.values(paths())) {
        for (const operation of Object.values(operations)) {
          expect(operation).toMatchObject({
            operationId: expect.stringMatching(/^[a-zA-Z]+$/),
            security: [{ apiKey: [] }],
          });
          const success = operation.operationId === "deleteImage" ? "204" : "200";
          expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([success, "401", "500", "503"]));
        }
      }
    });

    it.each(["/v1/chat/completions", "/v1/messages"])("describe the stream of %s next to the plain answer", (path) => {
      expect(Object.keys(paths()[path]?.["post"]?.responses["200"]?.content ?? {})).toEqual([
        "application/json",
        "text/event-stream",
      ]);
    });

    it.each(["/v1/images/edits", "/v1/images/edits/quote"])("describe both bodies of %s, with examples", (path) => {
      expect(paths()[path]?.["post"]?.requestBody).toMatchObject({
        content: {
          "multipart/form-data": {
            schema: { required: ["model", "prompt", "image"], properties: { mask: { format: "binary" } } },
            example: { image: [expect.any(String)] },
          },
          "application/json": {
            schema: { required: ["model", "prompt", "images"] },
            example: { images: [{ image_url: expect.stringMatching(/^data:image\/png;base64,/) }] },
          },
        },
      });
    });

    it("promise no content of what is deleted", () => {
      expect(paths()["/media/{organization}/{media}/{file}"]?.["delete"]?.responses["204"]).toEqual({
        description: "The image is gone.",
      });
    });

    it("name the model in the path", () => {
      expect(paths()["/v1/models/{model}"]?.["get"]?.parameters).toMatchObject([{ name: "model" }]);
    });

    it.each(["/v1/chat/completions", "/v1/messages", "/v1/responses"])(
      "let the free-form objects that %s accepts, such as JSON Schemas, have members",
      (path) => {
        const free: unknown[] = [];
        JSON.stringify(paths()[path]?.["post"]?.requestBody, (_key, value: unknown) => {
          if (
            typeof value === "object" &&
            value !== null &&
            "type" in value &&
            [value.type].flat().includes("object") &&
            !("properties" in value || "oneOf" in value)
          )
            free.push(value);
          return value;
        });
        expect(free.length).toBeGreaterThan(0);
        expect(free.filter((schema) => !Object.hasOwn(schema as object, "additionalProperties"))).toEqual([]);
      },
    );

    it("have no dangling references", () => {
      const text = documents.get("openapi.json") ?? "";
      const document = JSON.parse(text) as Record<string, never>;
      for (const [, pointer = ""] of text.matchAll(/"\$ref": "#\/([^"]+)"/g)) {
        const target = pointer
          .split("/")
          .reduce<Record<string, never> | undefined>((node, step) => node?.[step], document);
        expect([pointer, target]).toEqual([pointer, expect.anything()]);
      }
    });
  });
});
