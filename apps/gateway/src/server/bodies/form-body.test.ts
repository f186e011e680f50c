import { CenoteError } from "@cenote/core";
import { type FormBounds, parseFormBody, textOf } from "./form-body";

const BOUNDARY = "x-Y";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const BOUNDS: FormBounds = { parts: 8, headerBytes: 1024, textBytes: 64 };

const part = (headers: string, content: string | Buffer = "hi") =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`), Buffer.from(content), Buffer.from("\r\n")]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const form = (...parts: readonly Buffer[]) => Buffer.concat([...parts, END]);
const named = (parameters: string, content?: string | Buffer) =>
  part(`Content-Disposition: form-data; ${parameters}`, content);

const parse = async (body: Buffer, contentType = TYPE) =>
  (await parseFormBody(contentType, body, BOUNDS)).map((each) => ({
    name: each.name,
    value: each.isFile ? each.bytes : textOf(each, BOUNDS),
  }));
const refusalOf = (body: Buffer, contentType?: string): Promise<CenoteError> =>
  parse(body, contentType).then(
    () => Promise.reject(new Error("it was accepted")),
    (thrown: unknown) => thrown as CenoteError,
  );

describe("parseFormBody", () => {
  it("reads texts and files in their order, to the last byte", async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 31) % 256));
    const body = form(
      named('name="prompt"', "un cenote, ñ 🌊 \uFFFD"),
      part('Content-Disposition: form-data; name="image[]"; filename="a.png"\r\nContent-Type: image/png', bytes),
      part(
        'content-disposition: form-data; name="image[]"\r\ncontent-type: application/octet-stream',
        `\r\n--${BOUNDARY.slice(0, 2)}`,
      ),
      named('name="mask"; filename=""', ""),
    );
    expect(await parse(body)).toEqual([
      { name: "prompt", value: "un cenote, ñ 🌊 \uFFFD" },
      { name: "image[]", value: bytes },
      { name: "image[]", value: Buffer.from("\r\n--x-") },
      { name: "mask", value: Buffer.alloc(0) },
    ]);
  });

  it.each([
    ["names without quotes, as .NET writes them", "name=image; filename=a.png; filename*=utf-8''a.png"],
    ["quotes inside of a file's name", String.raw`name="image"; filename="a\"b.png"`],
    ["a space before a semicolon", 'name="image" ; filename="a.png"'],
  ])("reads %s", async (_what, parameters) => {
    expect(await parse(form(named(parameters)))).toMatchObject([{ name: "image", value: Buffer.from("hi") }]);
  });

  it("reads a quoted boundary, and what stands around the parts", async () => {
    const body = Buffer.concat([Buffer.from("before\r\n"), form(named("name=n", "2")), Buffer.from("after")]);
    expect(await parse(body, `Multipart/Form-Data; charset=utf-8; boundary="${BOUNDARY}"`)).toEqual([
      { name: "n", value: "2" },
    ]);
  });

  const whole = form(named('name="prompt"'), named('name="image"; filename="a.png"', "png"));
  const CUT = "body: not valid multipart/form-data, or cut off.";

  const UNUSABLE = "body: a part's headers are too long, or have no valid `Content-Disposition: form-data`.";

  it("refuses a form that is cut off, wherever", async () => {
    for (let length = 0; length < whole.length - 2; length += 1)
      expect([length, (await refusalOf(whole.subarray(0, length))).message]).toEqual([length, CUT]);
  });

  it.each<[string, Buffer, string | undefined, string]>([
    ["no boundary", whole, "multipart/form-data", "body: Content-Type has no usable boundary."],
    ["an endless boundary", whole, `${TYPE}${"x".repeat(300)}`, "body: Content-Type has no usable boundary."],
    ["another boundary", whole, `${TYPE}z`, CUT],
    ["JSON", Buffer.from('{"model":"m"}'), undefined, CUT],
    ["lines that end in LF alone", Buffer.from(whole.toString().replaceAll("\r\n", "\n")), undefined, CUT],
    ["a part without a name", form(named('filename="a.png"')), undefined, "body: a part has no name."],
    ["an empty name", form(named('name=""')), undefined, "body: a part has no name."],
    ["text that is not UTF-8", form(named("name=n", Buffer.from([0xc3, 0x28]))), undefined, "body: not valid UTF-8."],
    ["a long text", form(named("name=n", "x".repeat(65))), undefined, "body: a text of more than 64 bytes."],
    ["a part without headers", form(named("name=n"), part("")), undefined, UNUSABLE],
    ["a part without a disposition", form(part("Content-Type: image/png"), named("name=n")), undefined, UNUSABLE],
    ["another disposition", form(part('Content-Disposition: attachment; name="mask"')), undefined, UNUSABLE],
    [
      "headers above the limit before the disposition",
      form(part(`X: ${"x".repeat(1024)}\r\nContent-Disposition: form-data; name="mask"`), named("name=n")),
      undefined,
      UNUSABLE,
    ],
    [
      "headers that do not end",
      Buffer.concat([Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name=mask\r\n`), whole]),
      undefined,
      UNUSABLE,
    ],
    ["nine parts", form(...Array.from({ length: 9 }, () => named("name=n"))), undefined, "body: more than 8 parts."],
  ])("refuses %s", async (_what, body, contentType, message) => {
    const error = await refusalOf(body, contentType);
    expect(error).toBeInstanceOf(CenoteError);
    expect(error).toMatchObject({ code: "invalid_request_error", param: "body" });
    expect(error.message.startsWith(message)).toBe(true);
  });

  it("reads a file that contains parts of another form, and its own boundary within a line", async () => {
    const bytes = Buffer.from(`--x-Z\r\nX: y\r\n\r\nhi\r\n--x-Z--\r\n and --${BOUNDARY} in a line`);
    expect(await parse(form(named('name="image"; filename="a.png"', bytes), named("name=n", "2")))).toEqual([
      { name: "image", value: bytes },
      { name: "n", value: "2" },
    ]);
  });

  it("does not look at what comes after too many parts", async () => {
    const many = Buffer.concat(Array.from({ length: 10_000 }, () => named("name=n")));
    expect((await refusalOf(Buffer.concat([many, Buffer.from("cut off")]))).message).toBe("body: more than 8 parts.");
  });
});
