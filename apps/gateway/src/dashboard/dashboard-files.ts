import { readdir, readFile } from "node:fs/promises";
import { dirname, extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export interface DashboardFile {
  readonly contentType: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
}

/** The built dashboard. It has about a megabyte, so all of its files are kept in memory. */
export interface DashboardFiles {
  readonly page: DashboardFile;
  /** By path below `/dashboard/`. Each name contains a digest of the file's content. */
  readonly assets: ReadonlyMap<string, DashboardFile>;
}

const PAGE = "index.html";

/** @param folder Output of `vite build`. Throws if it is missing or contains an unknown kind of file. */
export const readDashboard = async (folder: string): Promise<DashboardFiles> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map(
    await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const contentType = CONTENT_TYPES[extname(path)];
          if (contentType === undefined) throw new Error(`the dashboard holds a file of an unknown type: ${path}`);
          const body = await readFile(path);
          return [
            relative(folder, path).split(sep).join("/"),
            { contentType, body, gzipped: await compress(body) },
          ] as const;
        }),
    ),
  );
  const page = files.get(PAGE);
  if (page === undefined) throw new Error(`there is no ${PAGE} in ${folder}`);
  files.delete(PAGE);
  return { page, assets: files };
};

/** Reads the dashboard of this installation. */
export const readBuiltDashboard = (): Promise<DashboardFiles> =>
  readDashboard(dirname(require.resolve("@cenote/dashboard/page")));
