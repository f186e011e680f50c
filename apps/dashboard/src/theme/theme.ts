import { Anchor, createTheme, Input, TableTd, TableTh, TableTr } from "@mantine/core";

/**
 * Names only: theme.css defines the colours. Links are underlined, so that colour is not their only difference. A
 * field's error is announced when it appears. Table cells keep their roles however they are laid out (parts/table.tsx).
 */
export const THEME = createTheme({
  primaryColor: "cyan",
  cursorType: "pointer",
  defaultRadius: "md",
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: "always" } }),
    TableTr: TableTr.extend({ defaultProps: { role: "row" } }),
    TableTh: TableTh.extend({ defaultProps: { role: "rowheader" } }),
    TableTd: TableTd.extend({ defaultProps: { role: "cell" } }),
    InputWrapper: Input.Wrapper.extend({ defaultProps: { errorProps: { role: "alert" } } }),
  },
});
