import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"

/** Modules whose path ends so, in any folder of the source or of lucide. */
const modules = (...names: string[]) =>
  new RegExp(`[\\\\/](${names.join("|").replaceAll("/", "[\\\\/]")})\\.(tsx?|mjs)$`)

// Few files a page: each is compressed for itself and asked for on its own. What they import comes along.
const groups = [
  { name: "framework", test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ },
  {
    // What stands around every public page, and what most of them use.
    name: "house",
    test: modules(
      "site/frame/(frame|site-data|session-keeper|error-page|not-found)",
      "site/frame/cookies/(banner|stored-choice)",
      "site/kit/(product-photo|links)",
      "app/kit/illustrations",
      "app/kit/(vat-mode|drafts/(drafts|open-drafts|store|sign-out-form))",
      "app/ui/(button|button-link|card|early-input|empty-state|enter|form-error|notice|photo|text-field|toast|visually-hidden)",
      "app/http/(keep-page-offline|meta)",
      "domain/(day-labels|money)",
      "icons/(calendar-days|chevron-right|circle-check|map-pin)",
    ),
  },
  {
    // How a price, what it holds and a free day are asked and said: in the cards, on a product's page and in the wizard.
    name: "prices",
    test: modules(
      "site/kit/(event-search-form|included|price-label|availability-labels|availability-line|delivery-labels|search-messages|use-searching)",
      "domain/(delivery/delivery-labels|finance/(security-deposit|vat-wording)|pricing/(options|price|price-labels|prints))",
    ),
  },
  {
    // A month of days: a product's, and the one that is booked from.
    name: "month",
    test: modules(
      "app/ui/(calendar-grid|calendar-legend|calendar-day|calendar-month)",
      "app/kit/live/live-later",
      "site/kit/product-not-found",
      "domain/(availability/days-labels|catalog/option-labels)",
    ),
  },
  {
    // The cards of home and catalogue.
    name: "shop",
    test: modules("site/(kit/(product-list|search-answer|soon-card)|home/stars)"),
  },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: "es2022",
    // Every browser that runs our script knows oklch and nesting: older fallbacks would only weigh.
    cssTarget: ["chrome111", "safari16.4", "firefox128"],
    assetsInlineLimit: 0,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    ssr: {
      // Bundled: what would otherwise open hundreds of files, and load what nobody calls, at every start.
      resolve: { noExternal: [/^@react-email\//, /^(lucide-react|drizzle-orm|zod|marked|otpauth)(\/|$)/] },
      // The whole server is one bundle, so that pages and jobs share one database pool.
      build: { rolldownOptions: { input: "./server/main.ts" } },
    },
  },
})
