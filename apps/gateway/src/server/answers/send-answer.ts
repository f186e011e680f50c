import type { FastifyReply } from "fastify";
import type { HeaderList } from "./answer-headers";
import { JSON_TYPE } from "./json-type";

/** Sends JSON text past the framework's reply, which does work that the hottest route does not need. */
export const sendAnswer = (reply: FastifyReply, text: string, headers: HeaderList): void => {
  reply.hijack();
  if (reply.raw.destroyed) return;
  headers.push("content-type", JSON_TYPE, "content-length", `${Buffer.byteLength(text)}`);
  reply.raw.writeHead(200, headers);
  reply.raw.end(text);
};
