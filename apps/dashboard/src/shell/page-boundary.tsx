import { Component, type PropsWithChildren } from "react";
import { Failure } from "../parts/failure";

interface State {
  readonly failed: boolean;
}

const BROKEN = {
  code: "page_failed",
  message: "This page could not be shown: the server is not reachable, or has a newer version. Reload the page.",
} as const;

/**
 * Shows an error in place of a page that can't be loaded or rendered. It is a class because React has no other way to
 * catch what a component throws.
 */
export class PageBoundary extends Component<PropsWithChildren, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? (
      <Failure
        refusal={BROKEN}
        retry={() => {
          location.reload();
        }}
      />
    ) : (
      this.props.children
    );
  }
}
