export type MediaKind = "image" | "video";

interface MediaType {
  readonly contentType: string;
  /** Extension of the file's name. */
  readonly extension: string;
  /** Whether the first bytes prove this type. */
  readonly matches: (head: Buffer) => boolean;
  /** Whether the first bytes are possible for a file declared as this type; absent if only `matches` counts. */
  readonly mayMatch?: (head: Buffer) => boolean;
}

const bytesAt =
  (offset: number, bytes: string) =>
  (head: Buffer): boolean =>
    head.subarray(offset, offset + bytes.length).toString("latin1") === bytes;

/** Boxes that an MP4 or QuickTime file without `ftyp` may begin with: older files, and parts of a stream. */
const BOXES: ReadonlySet<string> = new Set(["styp", "moov", "moof", "mdat", "sidx", "free", "skip", "wide", "pnot"]);
const beginsWithBox = (head: Buffer): boolean => BOXES.has(head.subarray(4, 8).toString("latin1"));

/** Nothing that a browser would execute, least of all SVG: the files are public and are served from our own address. */
const MEDIA_TYPES: Readonly<Record<MediaKind, readonly MediaType[]>> = {
  image: [
    { contentType: "image/png", extension: "png", matches: bytesAt(0, "\x89PNG") },
    { contentType: "image/jpeg", extension: "jpg", matches: bytesAt(0, "\xFF\xD8\xFF") },
    {
      contentType: "image/webp",
      extension: "webp",
      matches: (head) => bytesAt(0, "RIFF")(head) && bytesAt(8, "WEBP")(head),
    },
    { contentType: "image/gif", extension: "gif", matches: bytesAt(0, "GIF8") },
  ],
  video: [
    { contentType: "video/quicktime", extension: "mov", matches: bytesAt(4, "ftypqt"), mayMatch: beginsWithBox },
    { contentType: "video/mp4", extension: "mp4", matches: bytesAt(4, "ftyp"), mayMatch: beginsWithBox },
    { contentType: "video/webm", extension: "webm", matches: bytesAt(0, "\x1A\x45\xDF\xA3") },
  ],
};

/** File name extensions of this kind. */
export const extensionsOf = (kind: MediaKind): readonly string[] => MEDIA_TYPES[kind].map(({ extension }) => extension);

/** The type that some stores declare for every file; the first bytes decide. */
const UNNAMED_TYPES = ["application/octet-stream", "binary/octet-stream"];

/** Bytes needed to decide a file's type. */
export const HEAD_BYTES = 16;

/** Content types that a provider may declare for a file of this kind. */
export const acceptedTypes = (kind: MediaKind): readonly string[] => [
  ...MEDIA_TYPES[kind].map(({ contentType }) => contentType),
  ...UNNAMED_TYPES,
];

/**
 * The type of a file, from its first bytes. A video may begin with unusual boxes: then the declared type counts as
 * well. The declared type alone is not enough, because an error page may carry it.
 * @param contentType As the provider declared it. @param head First bytes of the file.
 * @returns Undefined if the file is not of this kind.
 */
export const findMediaType = (
  kind: MediaKind,
  contentType: string,
  head: Buffer,
): Pick<MediaType, "contentType" | "extension"> | undefined =>
  MEDIA_TYPES[kind].find(({ matches }) => matches(head)) ??
  MEDIA_TYPES[kind].find((type) => type.contentType === contentType && type.mayMatch?.(head));
