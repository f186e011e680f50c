import { type ComponentType, lazy, type LazyExoticComponent } from "react";

interface PageEntry {
  readonly path: string;
  readonly label: string;
  readonly component: LazyExoticComponent<ComponentType>;
}

/** The pages of the navigation, in its order. Each is loaded when it is opened. */
export const PAGES: readonly PageEntry[] = [
  {
    path: "/",
    label: "Overview",
    component: lazy(async () => ({ default: (await import("../pages/overview/overview-page")).OverviewPage })),
  },
  {
    path: "/playground",
    label: "Playground",
    component: lazy(async () => ({ default: (await import("../pages/playground/playground-page")).PlaygroundPage })),
  },
  {
    path: "/models",
    label: "Models",
    component: lazy(async () => ({ default: (await import("../pages/models/models-page")).ModelsPage })),
  },
  {
    path: "/requests",
    label: "Requests",
    component: lazy(async () => ({ default: (await import("../pages/requests/requests-page")).RequestsPage })),
  },
  {
    path: "/statement",
    label: "Statement",
    component: lazy(async () => ({ default: (await import("../pages/statement/statement-page")).StatementPage })),
  },
  {
    path: "/payments",
    label: "Payments",
    component: lazy(async () => ({ default: (await import("../pages/payments/payments-page")).PaymentsPage })),
  },
  {
    path: "/keys",
    label: "API keys",
    component: lazy(async () => ({ default: (await import("../pages/keys/keys-page")).KeysPage })),
  },
  {
    path: "/images",
    label: "Images",
    component: lazy(async () => ({ default: (await import("../pages/images/images-page")).ImagesPage })),
  },
  {
    path: "/videos",
    label: "Videos",
    component: lazy(async () => ({ default: (await import("../pages/videos/videos-page")).VideosPage })),
  },
];

/** Not in the navigation; opened by links. */
export const RequestPage = lazy(async () => ({
  default: (await import("../pages/requests/request-page")).RequestPage,
}));
