/** Where one file goes. */
export interface MediaPlace {
  readonly organizationId: string;
  /** Random UUID of the call: whoever knows one address knows no other. */
  readonly mediaId: string;
  /** Counts the files of the call from 1. */
  readonly number: number;
}

export interface MediaFile {
  /** `<organization uuid>/<media uuid>/<number>.<extension>` */
  readonly key: string;
  readonly contentType: string;
  /** Read once. Where it fails, nothing is stored. */
  readonly body: AsyncIterable<Buffer>;
}

/** Public files that stay. */
export interface MediaStorage {
  /** Stores a file whole or not at all; durable when it resolves. The same key again replaces it. */
  put(file: MediaFile): Promise<void>;
  /** Takes away every file of a call; nothing happens where there is none. */
  removeAll(call: Pick<MediaPlace, "organizationId" | "mediaId">): Promise<void>;
  /** Where anybody can read a file. */
  urlOf(key: string): string;
  close(): void;
}

/** What all keys of a call begin with, the slash at its end left out. */
export const folderOf = ({ organizationId, mediaId }: Pick<MediaPlace, "organizationId" | "mediaId">): string => `${organizationId}/${mediaId}`;

export const keyOf = (place: MediaPlace, extension: string): string => `${folderOf(place)}/${place.number}.${extension}`;

/** Every file is immutable under its address. */
export const CACHE_CONTROL = "public, max-age=31536000, immutable";
