import { Button } from "@mantine/core";
import type { PagesControl } from "../paging/use-pages";
import { Failure } from "./failure";
import { Loading } from "./loading";

interface PageEndProps {
  readonly control: Pick<PagesControl<unknown>, "pages" | "more">;
  /** Plural name of the rows. */
  readonly what: string;
}

/** Below the last row: a button for more, loading, or the error. */
export const PageEnd = ({
  control: {
    pages: { status, refusal },
    more,
  },
  what,
}: PageEndProps) => {
  if (status === "loading") return <Loading label={`Loading ${what}`} />;
  if (refusal !== undefined) return <Failure refusal={refusal} retry={more} />;
  return status === "more" ? (
    <Button variant="default" onClick={more}>
      Load more {what}
    </Button>
  ) : null;
};
