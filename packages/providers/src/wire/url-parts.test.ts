import { createUrlReader } from "./url-parts";

test("a URL has the same parts however often and after however many others it is parsed", () => {
  const read = createUrlReader();
  const expected = { origin: "https://xn--mxico-bsa.example:8443", path: "/v1/chat%20completions?key=1" };
  const text = "HTTPS://México.example:8443/v1/chat completions?key=1#part";
  expect(read(text)).toEqual(expected);
  for (let index = 0; index < 2_500; index++) expect(read(`http://a.test/${index}`).path).toBe(`/${index}`);
  expect(read(text)).toEqual(expected);
  expect(() => read("nowhere")).toThrow("Invalid URL");
});
