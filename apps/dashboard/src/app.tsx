import { MantineProvider } from "@mantine/core";
import { SessionGate } from "./session/session-gate";
import { Shell } from "./shell/shell";
import { THEME } from "./theme/theme";

/** All styles are in files: the Content-Security-Policy blocks styles that a script adds to the page. */
export const App = () => (
  <MantineProvider theme={THEME} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <SessionGate>
      <Shell />
    </SessionGate>
  </MantineProvider>
);
