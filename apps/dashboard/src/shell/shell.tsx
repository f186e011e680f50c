import { Suspense } from "react";
import { Route, Router, Switch, useLocation } from "wouter";
import { Loading } from "../parts/loading";
import { BalanceProvider } from "./balance-provider";
import { Header } from "./header";
import { MissingPage } from "./missing-page";
import { PageBoundary } from "./page-boundary";
import { PAGES, RequestPage } from "./pages";
import styles from "./shell.module.css";
import { SimulationNotice } from "./simulation-notice";
import { useScrollToTop } from "./use-scroll-to-top";

/** The page of the address. The boundary has a key, so that one page's failure does not stay on the next. */
const CurrentPage = () => {
  const [location] = useLocation();
  useScrollToTop();
  return (
    <PageBoundary key={location}>
      <Suspense fallback={<Loading label="Loading the page" />}>
        <Switch>
          {PAGES.map(({ path, component }) => (
            <Route key={path} path={path} component={component} />
          ))}
          <Route path="/requests/:id">{({ id }) => <RequestPage key={id} id={id} />}</Route>
          <Route component={MissingPage} />
        </Switch>
      </Suspense>
    </PageBoundary>
  );
};

/** The frame of every page. */
export const Shell = () => (
  <Router base="/dashboard">
    <BalanceProvider>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <Header />
      <main id="content" className={styles.main}>
        <SimulationNotice />
        <CurrentPage />
      </main>
    </BalanceProvider>
  </Router>
);
