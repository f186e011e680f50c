import { createTheme } from "@mantine/core";

/** Names alone: what the colours are stands in theme.css. */
export const THEME = createTheme({ primaryColor: "cyan", cursorType: "pointer", defaultRadius: "md" });
