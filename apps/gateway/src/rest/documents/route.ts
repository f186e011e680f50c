import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyContextConfig, FastifyInstance, FastifyReply } from "fastify";
import { JSON_TYPE } from "../../server/answers/json-type";
import type { SlowReaders } from "../../server/readers/slow-readers";
import { SHARED_SCHEMAS, requestHeaders } from "../document-parts";
import { PAGE_POLICY, PAGE_SCRIPT, PAGE_STYLE } from "./page";
import { withPlainEnums, withoutDiscriminators } from "./plain-schema";

const MODEL_WILDCARD = "/v1/models/*";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Headers besides those of every POST, only for the document. */
    documentedHeaders?: Readonly<Record<string, object>>;
    /** Replaces the validated schema in the document, if the body has more than one format. */
    documentedBody?: Readonly<Record<string, unknown>>;
  }
}

interface Documented {
  readonly schema?: {
    readonly body?: Readonly<Record<string, unknown>>;
    readonly params?: { readonly properties?: Readonly<Record<string, unknown>> };
  };
  readonly url: string;
  readonly route: { readonly method: string | readonly string[]; readonly config?: FastifyContextConfig };
}

/** Gives the router's wildcard a name, because the document needs one. */
const nameWildcard = ({ schema, url }: Documented) => {
  if (url !== MODEL_WILDCARD) return { schema, url };
  const params = { type: "object", required: ["model"], properties: { model: schema?.params?.properties?.["*"] } };
  return { schema: { ...schema, params }, url: url.replace("*", ":model") };
};

/**
 * A route for the document. Its headers are added only here: in the schema, they would be validated at every request.
 */
const describeRoute = (documented: Documented) => {
  const { schema, url } = nameWildcard(documented);
  const { method, config } = documented.route;
  const headers = { ...requestHeaders, properties: { ...requestHeaders.properties, ...config?.documentedHeaders } };
  const described = config?.documentedBody ?? schema?.body;
  const body = described === undefined ? {} : { body: withPlainEnums(described) };
  return { schema: method === "POST" ? { ...schema, ...body, headers } : schema, url };
};

export interface DocumentParts {
  readonly readers: Pick<SlowReaders, "watch">;
}

/**
 * Call before the routes that the document describes. The document needs no key, so its text is created once, and
 * stalled readers are disconnected.
 */
export const addDocuments = async (server: FastifyInstance, { readers }: DocumentParts): Promise<void> => {
  for (const schema of SHARED_SCHEMAS) server.addSchema(schema);
  await server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Cenote",
        version: "1",
        description:
          "Chat, images, video and embeddings of many providers behind one API key and one prepaid balance in pesos.",
      },
      components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "The API key." } } },
      tags: [{ name: "Chat" }, { name: "Embeddings" }, { name: "Images" }, { name: "Videos" }, { name: "Models" }],
    },
    refResolver: {
      buildLocalReference: ({ $id: name }, _baseUri, _fragment, index) =>
        typeof name === "string" ? name : `schema-${index}`,
    },
    transform: describeRoute as never,
    transformObject: (document) =>
      ("openapiObject" in document
        ? withoutDiscriminators(document.openapiObject as never)
        : document.swaggerObject) as never,
    hideUntagged: true,
  });
  let text: Buffer | undefined;
  const sendDocument = (reply: FastifyReply): void => {
    text ??= Buffer.from(JSON.stringify(server.swagger()));
    reply.type(JSON_TYPE).send(text);
  };
  server.get("/openapi.json", { schema: { hide: true } }, (_request, reply) => {
    sendDocument(reply);
  });
  await server.register(async (page) => {
    page.addHook("onRequest", (request, reply, next) => {
      readers.watch(reply.raw);
      // The library's own route would serialize it each time.
      if (request.routeOptions.url === "/docs/json") sendDocument(reply);
      else next();
    });
    await page.register(swaggerUi, {
      routePrefix: "/docs",
      // The badge of the online validator would be loaded from another server.
      uiConfig: { validatorUrl: null as never, docExpansion: "list", deepLinking: true },
      theme: {
        title: "Cenote API",
        css: [{ filename: "page.css", content: PAGE_STYLE }],
        js: [{ filename: "page.js", content: PAGE_SCRIPT }],
      },
      staticCSP: PAGE_POLICY,
    });
  });
};
