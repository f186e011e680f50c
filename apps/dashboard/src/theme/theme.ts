import { Anchor, createTheme } from "@mantine/core";

/** Only names: theme.css defines the colours. Links are underlined, so that they differ not only in colour. */
export const THEME = createTheme({
  primaryColor: "cyan",
  cursorType: "pointer",
  defaultRadius: "md",
  components: { Anchor: Anchor.extend({ defaultProps: { underline: "always" } }) },
});
