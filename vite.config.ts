import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0 },
  environments: {
    ssr: {
      // The whole server is one bundle, so that pages and jobs share one database pool.
      build: { rolldownOptions: { input: "./server/main.ts" } },
    },
  },
})
