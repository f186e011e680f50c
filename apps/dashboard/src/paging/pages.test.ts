import { type ConnectionPage, nextPages, NO_PAGES, type Pages } from "./pages";

const page = (nodes: readonly string[], endCursor: string | null, hasNextPage: boolean): ConnectionPage<string> => ({
  edges: nodes.map((node) => ({ node })),
  pageInfo: { endCursor, hasNextPage },
});
const lost = { code: "connection_lost", message: "gone" };
const start: Pages<string> = NO_PAGES;

describe("a connection that is read page by page", () => {
  const first = nextPages(start, { type: "came", page: page(["a", "b"], "2", true) });

  it("goes on behind its last cursor, and ends where the server says so", () => {
    expect(first).toEqual({ nodes: ["a", "b"], after: "2", status: "more", refusal: undefined });
    expect(nextPages(first, { type: "came", page: page(["c"], "3", false) })).toEqual({
      nodes: ["a", "b", "c"],
      after: "3",
      status: "end",
      refusal: undefined,
    });
  });

  it("keeps what it has, and its place, when a page does not come", () => {
    const failed = nextPages(nextPages(first, { type: "asked" }), { type: "failed", refusal: lost });
    expect(failed).toEqual({ nodes: ["a", "b"], after: "2", status: "failed", refusal: lost });
    expect(nextPages(failed, { type: "asked" })).toMatchObject({ status: "loading", refusal: undefined, after: "2" });
  });

  it("ends at an empty page", () => {
    expect(nextPages(start, { type: "came", page: page([], null, false) })).toMatchObject({ nodes: [], status: "end" });
  });

  it("begins anew when told to", () => {
    expect(nextPages(first, { type: "restarted" })).toEqual(NO_PAGES);
  });
});
