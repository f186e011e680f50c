import { UUID } from "@cenote/core";
import { extensionsOf, type MediaKind } from "./media-type";

/** The place of one file. */
export interface MediaPlace {
  readonly organizationId: string;
  /** Random UUID of the call: knowing one address reveals no other. */
  readonly mediaId: string;
  /** The file's number in its call, from 1. */
  readonly number: number;
}

export interface MediaFile {
  /** `<organization uuid>/<media uuid>/<number>.<extension>` */
  readonly key: string;
  readonly contentType: string;
  /** Read once. If it fails, nothing is stored. */
  readonly body: AsyncIterable<Buffer>;
}

/** Public files that stay until they are deleted. */
export interface MediaStorage {
  /** Stores a file whole or not at all; durable when it resolves. The same key again replaces the file. */
  put(file: MediaFile): Promise<void>;
  /** A file in pieces. The iteration throws CenoteError not_found if there is none. */
  read(key: string): AsyncIterable<Buffer>;
  /** Deletes one file, durably. Errors: CenoteError not_found if there is none. */
  remove(key: string): Promise<void>;
  /** Deletes every file of a call, durably; no effect if there is none. */
  removeAll(call: Pick<MediaPlace, "organizationId" | "mediaId">): Promise<void>;
  /** The public address of a file. */
  urlOf(key: string): string;
  close(): void;
}

/** The common prefix of all keys of a call, without a trailing slash. */
export const folderOf = ({ organizationId, mediaId }: Pick<MediaPlace, "organizationId" | "mediaId">): string =>
  `${organizationId}/${mediaId}`;

export const keyOf = (place: MediaPlace, extension: string): string =>
  `${folderOf(place)}/${place.number}.${extension}`;

const namesOf = (kind: MediaKind): RegExp => new RegExp(`^[1-9]\\d{0,2}\\.(${extensionsOf(kind).join("|")})$`);

const FILES: Readonly<Record<MediaKind, RegExp>> = { image: namesOf("image"), video: namesOf("video") };

/**
 * The key of an organization's file from its address, whatever its base: `public_url` may have changed since.
 * @returns Undefined if it is not such an address.
 */
export const ownKeyOf = (kind: MediaKind, url: string, organizationId: string): string | undefined => {
  const [organization = "", media = "", file = ""] = url.split("/").slice(-3);
  return organization === organizationId && UUID.test(organization) && UUID.test(media) && FILES[kind].test(file)
    ? `${organization}/${media}/${file}`
    : undefined;
};

/** A file never changes under its address. */
export const CACHE_CONTROL = "public, max-age=31536000, immutable";
