import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"

const framework = { name: "framework", test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ }
/** What stands around every public page, with all that it imports. */
const house = {
  name: "house",
  test: /[\\/]app[\\/](ui[\\/]toast|components[\\/](site[\\/](site-frame|site-data|session-keeper|error-page|not-found|refused)|cookies[\\/]cookie-banner))\.tsx$/,
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: "es2022",
    // Every browser that runs our script knows oklch and nesting: older fallbacks would only weigh.
    cssTarget: ["chrome111", "safari16.4", "firefox128"],
    assetsInlineLimit: 0,
  },
  environments: {
    // What every page needs comes in two files: each file of its own is compressed for itself and asked for on its own.
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [framework, house] } } } } },
    ssr: {
      // The whole server is one bundle, so that pages and jobs share one database pool.
      build: { rolldownOptions: { input: "./server/main.ts" } },
    },
  },
})
