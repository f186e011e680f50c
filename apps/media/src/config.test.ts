import { exportBucketCredentials } from "./config";

test("a bucket's credentials may stand in .env: its client is shown them, over nothing that is set, and no other secret", () => {
  const before = { ...process.env };
  try {
    delete process.env["AWS_ACCESS_KEY_ID"];
    process.env["AWS_PROFILE"] = "set";
    exportBucketCredentials({
      AWS_ACCESS_KEY_ID: "of the file",
      AWS_PROFILE: "of the file",
      CENOTE_TEST_KEY: "of the file",
    });
    expect(process.env).toMatchObject({ AWS_ACCESS_KEY_ID: "of the file", AWS_PROFILE: "set" });
    expect(process.env).not.toHaveProperty("CENOTE_TEST_KEY");
  } finally {
    process.env = before;
  }
});
