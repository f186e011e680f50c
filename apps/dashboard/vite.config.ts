import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The gateway of `npm start`, for `vite` while one works on the pages. */
const GATEWAY = "http://127.0.0.1:8080";

export default defineConfig({
  base: "/dashboard/",
  plugins: [react()],
  build: {
    target: "es2023",
    // Nothing may stand in the page itself: the gateway's Content-Security-Policy takes only files of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/graphql": { target: GATEWAY, ws: true }, "/media": GATEWAY } },
});
