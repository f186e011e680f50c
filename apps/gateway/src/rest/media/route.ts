import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { CenoteError, UUID } from "@cenote/core";
import send from "@fastify/send";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SlowReaders } from "../../server/readers/slow-readers";
import type { MediaFiles } from "../../media-files";

const FILE = /^[1-9]\d{0,2}\.([a-z0-9]+)$/;

/** By the extensions that stored files have. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["webp", "image/webp"],
  ["gif", "image/gif"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
  ["mov", "video/quicktime"],
]);

/** Statuses that the library uses for a path without a file. */
const MISSING: ReadonlySet<number> = new Set([400, 403, 404]);

const YEAR_MS = 31_536_000_000;

const SAFE_HEADERS = {
  "x-content-type-options": "nosniff",
  // If a browser ever renders a file as a page, the page can do nothing.
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
};

interface KeyParams {
  readonly Params: { readonly organization: string; readonly media: string; readonly file: string };
}

export interface MediaRouteParts {
  readonly files: MediaFiles;
  readonly readers: SlowReaders;
}

/** Serves stored media to anybody who knows the address. They never change or expire, but may be deleted. */
export const addMediaRoute = (server: FastifyInstance, { files, readers }: MediaRouteParts): void => {
  const options = { schema: { hide: true } };
  server.get<KeyParams>("/media/:organization/:media/:file", options, async (request, reply) => {
    const { organization, media, file } = request.params;
    const contentType = CONTENT_TYPES.get(FILE.exec(file)?.[1] ?? "");
    // The only valid form of an address. Any other is not looked up.
    if (!UUID.test(organization) || !UUID.test(media) || contentType === undefined) throw new CenoteError("not_found");
    const key = `${organization}/${media}/${file}`;
    // Browsers check CORS headers of the redirect as well as of its target.
    if (files.kind === "bucket") return reply.headers(SAFE_HEADERS).redirect(`${files.baseUrl}/${key}`);
    // The file stays open until its reader has taken all of it.
    readers.watch(reply.raw);
    return sendFile({ request, reply }, { folder: files.path, key, contentType });
  });
};

const sendFile = async (
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { folder, key, contentType }: { readonly folder: string; readonly key: string; readonly contentType: string },
): Promise<FastifyReply> => {
  await requireNoLink(folder, key);
  const { statusCode, headers, stream, type } = await send(request.raw, `/${key}`, {
    root: folder,
    index: false,
    dotfiles: "deny",
    immutable: true,
    maxAge: YEAR_MS,
    contentType: false,
  });
  reply.code(statusCode).headers({ ...headers, ...SAFE_HEADERS });
  if (type === "file") return reply.type(contentType).send(stream);
  stream.destroy();
  if (type === "directory" || MISSING.has(statusCode)) throw new CenoteError("not_found");
  // For an unsatisfiable range or a failed condition, the answer has only headers.
  return reply.removeHeader("content-type").removeHeader("content-length").send();
};

/** Refuses symbolic links, which could lead out of the folder. Errors: not_found. */
const requireNoLink = async (folder: string, key: string): Promise<void> => {
  try {
    const root = await realpath(folder);
    if ((await realpath(join(root, key))) === join(root, key)) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
  }
  throw new CenoteError("not_found");
};
