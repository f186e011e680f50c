import { refuseMalformedKey } from "./key-form";

describe("refuseMalformedKey", () => {
  it.each(["cen_sk_live_q08DB7Dc3r9VuuQkeiSVgntpwB2o5mIQ", "wrong"])("accepts %p", (key) => {
    expect(refuseMalformedKey(key)).toBeUndefined();
  });

  it.each(["cen_sk_live_1 cen_sk_live_2", "cen_sk_live_\u200B1", "contraseña", "a\nb", ""])("refuses %p", (key) => {
    expect(refuseMalformedKey(key)?.code).toBe("invalid_api_key");
  });
});
