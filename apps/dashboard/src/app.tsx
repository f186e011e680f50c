import { MantineProvider } from "@mantine/core";
import { SessionGate } from "./session/session-gate";
import { Shell } from "./shell/shell";
import { THEME } from "./theme/theme";

/** Styles come from files alone: the Content-Security-Policy takes none that a script writes into the page. */
export const App = () => (
  <MantineProvider theme={THEME} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <SessionGate>
      <Shell />
    </SessionGate>
  </MantineProvider>
);
