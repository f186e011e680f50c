import { told } from "./testing/catalog-text";

describe("addresses", () => {
  test("can be called until they end", () => {
    expect(
      told(`public_url: "https://[p"
storage: { kind: s3, bucket: b, region: r, endpoint: "https://a b", public_url: "https://a:99999" }
fx: { source: url, url: "https://%zz", path: rate }
providers:
  p: { kind: fal, base_url: "https://[p", download_origins: [https://ok.test, "https://[p"] }`),
    ).toEqual([
      "1: public_url must be an http or https address",
      "2: storage.endpoint must be an http or https address",
      "2: storage.public_url must be an http or https address",
      "3: fx.url must be an http or https address",
      "5: providers.p.base_url must be an http or https address",
      "5: providers.p.download_origins[1] must be an origin such as https://files.example",
    ]);
  });

  test("to which paths are added have no query and no fragment", () => {
    const mistake = "must be without a query or fragment (? or #), since paths are added to it";
    expect(
      told(`public_url: https://a.test/?
storage: { kind: s3, bucket: b, region: r, endpoint: "https://a.test#b", public_url: https://a.test/?c=1 }
fx: { source: url, url: https://a.test/?key=1, path: rate }
providers: { p: { kind: fal, base_url: https://a.test/v1?api-version=1 } }`),
    ).toEqual([
      `1: public_url ${mistake}`,
      `2: storage.endpoint ${mistake}`,
      `2: storage.public_url ${mistake}`,
      `4: providers.p.base_url ${mistake}`,
    ]);
  });
});
