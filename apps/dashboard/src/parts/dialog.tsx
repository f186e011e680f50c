import { Modal } from "@mantine/core";
import { type PropsWithChildren, useEffect } from "react";

interface DialogProps {
  readonly title: string;
  /** For dialogs with many fields. */
  readonly isLarge?: boolean;
  readonly close: () => void;
}

/** A dialog that is open while it is mounted. */
export const Dialog = ({ title, isLarge = false, close, children }: PropsWithChildren<DialogProps>) => {
  // Returns the focus afterwards. The library's dialog can't: it is unmounted together with its content.
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // Locking the page's scrolling would add a style to the page, which the Content-Security-Policy blocks.
    <Modal
      opened
      onClose={close}
      title={title}
      lockScroll={false}
      size={isLarge ? "lg" : "md"}
      centered
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  );
};
