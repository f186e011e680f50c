import { readWebAddress } from "./web-address";

describe("an address a caller gives", () => {
  test.each(["https://app.test/done?a=b#c", "http://10.0.0.7:8000/hook"])("may be %s", (text) => {
    expect(readWebAddress("url", text).href).toBe(text);
  });

  test.each([
    "app.test/done",
    "ftp://app.test/",
    "javascript:alert(1)",
    "https://user@app.test/",
    "https://:secret@app.test/",
    `https://app.test/${"a".repeat(2048)}`,
  ])("is refused by the name of its field: %.40s", (text) => {
    expect(() => readWebAddress("url", text)).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param: "url" }) as Error,
    );
  });
});
