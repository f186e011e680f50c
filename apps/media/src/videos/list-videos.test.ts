import { VideoStatus } from "@cenote/contracts";
import { type Harness, context, createHarness, OTHER_ORG, videoRequest } from "../testing/harness";
import { createVideo } from "./create-video";
import { listVideos } from "./list-videos";

let harness: Harness;
beforeAll(async () => {
  harness = createHarness();
  for (const prompt of ["1", "2", "3", "4", "5"]) {
    await createVideo(harness.scope, videoRequest({ prompt }));
    await harness.clock.advance(prompt === "3" ? 0 : 1);
  }
  await createVideo(harness.scope, videoRequest({ prompt: "another's" }, { organizationId: OTHER_ORG }));
});

const list = async (size: number, cursor = "", status = VideoStatus.VIDEO_STATUS_UNSPECIFIED) => {
  const { jobs, next } = await listVideos(harness.scope, { context: context(), page: { size, cursor }, status });
  return { prompts: jobs.map(({ prompt }) => prompt).sort(), next };
};

test("every job of the organization is listed once, page by page", async () => {
  const seen: string[] = [];
  let cursor = "";
  let pages = 0;
  do {
    const page = await list(2, cursor);
    seen.push(...page.prompts);
    cursor = page.next;
    pages += 1;
  } while (cursor !== "");
  expect(pages).toBe(3);
  expect(seen.sort()).toEqual(["1", "2", "3", "4", "5"]);
});

test("the last page has no `next`", async () => {
  expect(await list(5)).toEqual({ prompts: ["1", "2", "3", "4", "5"], next: "" });
  expect(await list(0, "", VideoStatus.VIDEO_STATUS_COMPLETED)).toEqual({ prompts: [], next: "" });
});

test("a page goes on after a job's id as after its cursor, of jobs that the caller may see", async () => {
  const { jobs, next } = await listVideos(harness.scope, {
    context: context(),
    page: { size: 2, cursor: "" },
    status: VideoStatus.VIDEO_STATUS_UNSPECIFIED,
  });
  const lastId = jobs.at(-1)?.id ?? "";
  expect(await list(2, lastId)).toEqual(await list(2, next));
  const others = { context: context({ organizationId: OTHER_ORG }), page: { size: 2, cursor: lastId } };
  await expect(
    listVideos(harness.scope, { ...others, status: VideoStatus.VIDEO_STATUS_UNSPECIFIED }),
  ).rejects.toMatchObject({ code: "invalid_request_error", param: "after" });
});

test.each([
  [1001, "", "limit"],
  [1, "abc", "after"],
  [1, Buffer.from("1.x").toString("base64url"), "after"],
])("a page of %d after %j is rejected", async (size, cursor, param) => {
  await expect(list(size, cursor)).rejects.toMatchObject({ code: "invalid_request_error", param });
});

test("a status of a later version is refused, and does not list every job", async () => {
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- protobuf passes on numbers that have no name
  await expect(list(5, "", 9 as VideoStatus)).rejects.toMatchObject({ code: "invalid_request_error", param: "status" });
});
