import { Component, type PropsWithChildren } from "react";
import { Failure } from "../parts/failure";

interface State {
  readonly failed: boolean;
}

const BROKEN = {
  code: "page_failed",
  message: "This page could not be shown: the server is away, or has a newer one since you opened this. Load it anew.",
} as const;

/**
 * A page that can't be fetched or drawn takes nothing with it but itself. React has no other way to catch what a
 * component throws than a class.
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
