import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { invalidField } from "@cenote/core";

export interface FormBounds {
  /** Most parts of a form. */
  readonly parts: number;
  /** Most bytes of a part's headers. */
  readonly headerBytes: number;
  /** Most bytes of a part that is no file. */
  readonly textBytes: number;
}

const FORM_BOUNDS: FormBounds = { parts: 128, headerBytes: 16 * 1024, textBytes: 64 * 1024 };

/** One field of a form, or one of several with its name. */
export interface FormPart {
  readonly name: string;
  /** Whether its headers say that it is a file. */
  readonly isFile: boolean;
  readonly bytes: Buffer;
}

const malformed = (message: string) => invalidField("body", message);

/** As the parser emits it; its own types leave out what may be missing. */
type EmittedPart = readonly [
  name: string | undefined,
  content: Readable,
  fileName: string | undefined,
  encoding: string,
  type: string,
];

const UNUSABLE_HEADERS = "a part's headers are too long, or have no valid `Content-Disposition: form-data`.";

/** Files need not have a name. */
const FILE_TYPE = /^(?:image\/|application\/octet-stream$)/;

/** What is parsed at once: nothing after a passed bound is looked at. */
const PIECE_BYTES = 64 * 1024;

function* inPieces(bytes: Buffer): Generator<Buffer, void, undefined> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}

const createParser = (contentType: string, { parts, headerBytes }: FormBounds) => {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      // Texts too: the parser would replace what is not UTF-8 in them.
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
  /** Without one the parts are counted alone. */
  readonly onPart?: (part: EmittedPart, refuse: (message: string) => void) => void;
  /** What is wrong with a form that has more parts than its bound. */
  readonly tooMany: string;
}

/** @returns At the end of the form. Errors: invalid_request_error. */
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

/** Reads a request body as `multipart/form-data`. @returns Its parts, in their order. Errors: invalid_request_error. */
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
      // The parser tells the same.
      file.on("error", () => undefined);
    },
  });
  // The parser says nothing of a part whose headers it can't use, but its bound counts that one too.
  await readForm(form, { ...bounds, parts: begun.length }, { tooMany: UNUSABLE_HEADERS });
  return begun.map(({ name, isFile, read }) => ({ name, isFile, bytes: Buffer.concat(read) }));
};
