import { Anchor, createTheme, Input } from "@mantine/core";

/**
 * Only names: theme.css defines the colours. Links are underlined, so that they differ not only in colour. What is wrong
 * with a field is read out when it is shown.
 */
export const THEME = createTheme({
  primaryColor: "cyan",
  cursorType: "pointer",
  defaultRadius: "md",
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: "always" } }),
    InputWrapper: Input.Wrapper.extend({ defaultProps: { errorProps: { role: "alert" } } }),
  },
});
