import { join } from "node:path";
import type { StorageConfig } from "@cenote/catalog";

/** Where stored media are read from. */
export type MediaFiles =
  /** A folder of this machine, or of a volume the services share. */
  | { readonly kind: "folder"; readonly path: string }
  /** A public bucket, to which callers are redirected. `baseUrl` has no slash at the end. */
  | { readonly kind: "bucket"; readonly baseUrl: string };

const withoutSlash = (url: string): string => url.replace(/\/+$/, "");

const bucketUrl = ({ bucket, region, endpoint, publicUrl }: StorageConfig & { readonly kind: "s3" }): string => {
  if (publicUrl !== undefined) return withoutSlash(publicUrl);
  return endpoint === undefined
    ? `https://${bucket}.s3.${region}.amazonaws.com`
    : `${withoutSlash(endpoint)}/${bucket}`;
};

/** Where the media service stores its files. */
export const mediaFiles = (storage: StorageConfig, dataDir: string): MediaFiles =>
  storage.kind === "files"
    ? { kind: "folder", path: join(dataDir, "media") }
    : { kind: "bucket", baseUrl: bucketUrl(storage) };
