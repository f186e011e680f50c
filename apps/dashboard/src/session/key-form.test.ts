import { refuseNoKey } from "./key-form";

describe("what is typed as a key", () => {
  it.each(["cen_sk_live_q08DB7Dc3r9VuuQkeiSVgntpwB2o5mIQ", "wrong"])("may be one: %p", (key) => {
    expect(refuseNoKey(key)).toBeUndefined();
  });

  it.each(["cen_sk_live_1 cen_sk_live_2", "cen_sk_live_\u200B1", "contraseña", "a\nb", ""])(
    "can't be one: %p",
    (key) => {
      expect(refuseNoKey(key)?.code).toBe("invalid_api_key");
    },
  );
});
