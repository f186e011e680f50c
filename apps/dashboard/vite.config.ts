import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The gateway of `npm start`, for Vite's development server. */
const GATEWAY = "http://127.0.0.1:8080";

export default defineConfig({
  base: "/dashboard/",
  plugins: [react()],
  build: {
    target: "es2023",
    // No inlined assets: the gateway's Content-Security-Policy allows only its own files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/graphql": { target: GATEWAY, ws: true }, "/media": GATEWAY } },
});
