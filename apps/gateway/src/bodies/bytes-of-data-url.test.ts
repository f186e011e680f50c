import { bytesOfDataUrl } from "./bytes-of-data-url";

test.each([
  ["data:image/png;base64,aGk=", "hi"],
  ["data:;base64,aGk", "hi"],
  ["DATA:image/webp;name=a;BASE64,aGVsbG8h", "hello!"],
  ["data:;base64,", ""],
])("%s has its bytes", (url, text) => {
  expect(bytesOfDataUrl(url, "image_url").toString()).toBe(text);
});

test.each(["iVBOR=w0KGgo", "iVBORw0K%%Ggo=", "!!!!", "iVBORw0Kx", "!", "iVBORw0K\nGgo=", "iVBORw0K\u0147go="])(
  "base64 that is none, %j, is refused instead of cut",
  (base64) => {
    expect(() => bytesOfDataUrl(`data:image/png;base64,${base64}`, "mask.image_url")).toThrow(
      expect.objectContaining({
        code: "invalid_request_error",
        param: "mask.image_url",
        message: "mask.image_url: its base64 is not valid.",
      }) as Error,
    );
  },
);
