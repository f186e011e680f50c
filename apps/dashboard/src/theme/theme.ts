import { Anchor, createTheme } from "@mantine/core";

/** Names alone: what the colours are stands in theme.css. A link can be told from text without them. */
export const THEME = createTheme({
  primaryColor: "cyan",
  cursorType: "pointer",
  defaultRadius: "md",
  components: { Anchor: Anchor.extend({ defaultProps: { underline: "always" } }) },
});
