import { type ConnectionPage, nextPages, NO_PAGES, type Pages } from "./pages";

const page = (nodes: readonly string[], endCursor: string | null, hasNextPage: boolean): ConnectionPage<string> => ({
  edges: nodes.map((node) => ({ node })),
  pageInfo: { endCursor, hasNextPage },
});
const lost = { code: "connection_lost", message: "gone" };
const start: Pages<string> = NO_PAGES;

describe("a connection that is read page by page", () => {
  const first = nextPages(start, { type: "received", page: page(["a", "b"], "2", true) });

  it("continues after its last cursor, and ends when the server says so", () => {
    expect(first).toEqual({ nodes: ["a", "b"], after: "2", status: "more", refusal: undefined });
    expect(nextPages(first, { type: "received", page: page(["c"], "3", false) })).toEqual({
      nodes: ["a", "b", "c"],
      after: "3",
      status: "end",
      refusal: undefined,
    });
  });

  it("keeps its nodes and its cursor when a page fails", () => {
    const failed = nextPages(nextPages(first, { type: "requested" }), { type: "failed", refusal: lost });
    expect(failed).toEqual({ nodes: ["a", "b"], after: "2", status: "failed", refusal: lost });
    expect(nextPages(failed, { type: "requested" })).toMatchObject({
      status: "loading",
      refusal: undefined,
      after: "2",
    });
  });

  it("ends at an empty page", () => {
    expect(nextPages(start, { type: "received", page: page([], null, false) })).toMatchObject({
      nodes: [],
      status: "end",
    });
  });

  it("is empty after a restart", () => {
    expect(nextPages(first, { type: "restarted" })).toEqual(NO_PAGES);
  });
});
