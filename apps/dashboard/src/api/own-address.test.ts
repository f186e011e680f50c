import { ownAddress } from "./own-address";

describe("ownAddress", () => {
  it("makes the address of a file of the gateway relative to its origin", () => {
    expect(ownAddress("http://127.0.0.1:8080/media/org/request/1.mp4")).toBe("/media/org/request/1.mp4");
  });

  it.each(["https://bucket.example/org/request/1.mp4", "https://provider.example/media/1.mp4"])(
    "leaves the address of another server as it is: %s",
    (url) => {
      expect(ownAddress(url)).toBe(url);
    },
  );
});
