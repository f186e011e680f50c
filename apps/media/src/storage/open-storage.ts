import { join } from "node:path";
import type { CatalogSource } from "@cenote/catalog";
import type { Clock, Ids } from "@cenote/core";
import type { ProxySettings } from "@cenote/proxies";
import { createFileStorage } from "./file-storage";
import { publicUrlOf } from "./public-url";
import type { MediaStorage } from "./storage";

export interface OpenStorageOptions {
  readonly catalog: CatalogSource;
  readonly dataDir: string;
  /** Port of this machine's gateway. */
  readonly gatewayPort: number;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Proxies for calls to a bucket. Undefined: the bucket is called directly. */
  readonly proxies?: ProxySettings | undefined;
}

/**
 * The configured storage. There is one: files are not looked for in a storage that was configured before. Throws, with
 * the variable to set, if the data folder can't hold files.
 */
export const openStorage = async ({
  catalog,
  dataDir,
  gatewayPort,
  clock,
  ids,
  proxies,
}: OpenStorageOptions): Promise<MediaStorage> => {
  const gatewayUrl = () => publicUrlOf(catalog.current(), gatewayPort);
  const { storage } = catalog.current();
  switch (storage.kind) {
    case "files": {
      const folder = join(dataDir, "media");
      try {
        return await createFileStorage({ folder, publicUrl: gatewayUrl, clock, ids });
      } catch (error) {
        throw new Error(
          `images and videos can't be kept in ${folder}; set CENOTE_DATA_DIR to a folder that can be written, or storage in cenote.yaml to a bucket: ${(error as Error).message}`,
          { cause: error },
        );
      }
    }
    case "s3": {
      // The S3 client takes long to load, and few configurations have a bucket.
      const { createS3Storage } = await import("./s3-storage.ts");
      return createS3Storage({ ...storage, gatewayUrl, proxies });
    }
  }
};
