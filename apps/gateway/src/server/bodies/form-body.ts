import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { invalidField } from "@cenote/core";

export interface FormBounds {
  /** Most parts of a form. */
  readonly parts: number;
  /** Most bytes of a part's headers. */
  readonly headerBytes: number;
  /** Most bytes of a part that is not a file. */
  readonly textBytes: number;
}

const FORM_BOUNDS: FormBounds = { parts: 128, headerBytes: 16 * 1024, textBytes: 64 * 1024 };

/** One field of a form. Several parts may have the same name. */
export interface FormPart {
  readonly name: string;
  /** Whether its headers declare it as a file. */
  readonly isFile: boolean;
  readonly bytes: Buffer;
}

const malformed = (message: string) => invalidField("body", message);

/** A part as the parser emits it. The parser's own types don't say what may be undefined. */
type EmittedPart = readonly [
  name: string | undefined,
  content: Readable,
  fileName: string | undefined,
  encoding: string,
  type: string,
];

const UNUSABLE_HEADERS = "a part's headers are too long, or have no valid `Content-Disposition: form-data`.";

/** A part of these types is a file even without a file name. */
const FILE_TYPE = /^(?:image\/|application\/octet-stream$)/;

/** Bytes parsed at once. After a bound is exceeded, no further piece is parsed. */
const PIECE_BYTES = 64 * 1024;

function* inPieces(bytes: Buffer): Generator<Buffer, void, undefined> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}

const createParser = (contentType: string, { parts, headerBytes }: FormBounds) => {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      // Texts too: the parser would replace invalid UTF-8 in them.
      isPartAFile: () => true,
      limits: { parts, headerSize: headerBytes },
    });
  } catch {
    throw malformed("Content-Type has no usable boundary.");
  }
};

/** Errors: invalid_request_error. */
export const textOf = ({ bytes }: FormPart, { textBytes }: FormBounds = FORM_BOUNDS): string => {
  if (bytes.length > textBytes) throw malformed(`a text of more than ${textBytes} bytes.`);
  if (!isUtf8(bytes)) throw malformed("not valid UTF-8.");
  return bytes.toString("utf8");
};

interface Form {
  readonly contentType: string;
  readonly body: Buffer;
}

interface FormReader {
  /** If absent, the parts are only counted. */
  readonly onPart?: (part: EmittedPart, refuse: (message: string) => void) => void;
  /** Message for a form with more parts than the bound. */
  readonly tooMany: string;
}

/** Resolves at the end of the form. Errors: invalid_request_error. */
const readForm = async (
  { contentType, body }: Form,
  bounds: FormBounds,
  { onPart, tooMany }: FormReader,
): Promise<void> => {
  const parser = createParser(contentType, bounds);
  const pieces = Readable.from(inPieces(body));
  const end = Promise.withResolvers<undefined>();
  const refuse = (message: string): void => {
    pieces.destroy();
    end.reject(malformed(message));
  };
  if (onPart !== undefined)
    parser.on("file", (...part: EmittedPart) => {
      onPart(part, refuse);
    });
  parser.on("partsLimit", () => {
    refuse(tooMany);
  });
  parser.on("error", () => {
    refuse("not valid multipart/form-data, or cut off.");
  });
  parser.on("finish", () => {
    end.resolve(undefined);
  });
  pieces.pipe(parser);
  await end.promise;
};

/** Parses a body as `multipart/form-data`. @returns Its parts, in order. Errors: invalid_request_error. */
export const parseFormBody = async (
  contentType: string,
  body: Buffer,
  bounds: FormBounds = FORM_BOUNDS,
): Promise<FormPart[]> => {
  const form = { contentType, body };
  const begun: { readonly name: string; readonly isFile: boolean; readonly read: Buffer[] }[] = [];
  await readForm(form, bounds, {
    tooMany: `more than ${bounds.parts} parts.`,
    onPart([name, file, fileName, , type], refuse) {
      if (name === undefined || name === "") refuse("a part has no name.");
      const read: Buffer[] = [];
      begun.push({ name: name ?? "", isFile: fileName !== undefined || FILE_TYPE.test(type), read });
      file.on("data", (piece: Buffer) => {
        read.push(piece);
      });
      // The parser emits the same error, which is handled there.
      file.on("error", () => undefined);
    },
  });
  // The parser emits nothing for a part with unusable headers, but counts it: a second pass detects it by the count.
  await readForm(form, { ...bounds, parts: begun.length }, { tooMany: UNUSABLE_HEADERS });
  return begun.map(({ name, isFile, read }) => ({ name, isFile, bytes: Buffer.concat(read) }));
};
