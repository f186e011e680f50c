import { ownAddress } from "./own-address";

describe("the address of a stored file", () => {
  it("is the gateway's own, whichever name the file was stored under", () => {
    expect(ownAddress("http://127.0.0.1:8080/media/org/request/1.mp4")).toBe("/media/org/request/1.mp4");
  });

  it.each(["https://bucket.example/org/request/1.mp4", "https://provider.example/media/1.mp4"])(
    "stays where it is elsewhere: %s",
    (url) => {
      expect(ownAddress(url)).toBe(url);
    },
  );
});
