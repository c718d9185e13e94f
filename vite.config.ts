import path from "node:path"
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { type Plugin, defineConfig } from "vite"

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
      "site/frame/(acting-refused|frame|site-data|error-page|not-found)",
      "site/frame/cookies/(banner|stored-choice)",
      "site/kit/links",
      "app/kit/(navigation-voice|network-keeper|vat-mode|drafts/(drafts|open-drafts|store|sign-out-form))",
      "app/ui/(afterwards|button|button-link|early-input|empty-state|enter|form-error|notice|text-field|toast|visually-hidden)",
      "app/http/(keep-page-offline|meta|session-answer)",
      "domain/(day-labels|money)",
      "icons/(calendar-days|chevron-right|circle-check|map-pin)",
    ),
  },
  {
    // What a price holds and how it is said: there, in the wizard and in the cart.
    name: "prices",
    test: modules(
      "app/ui/receipt",
      "site/kit/delivery-labels",
      "domain/(cart/cart|delivery/delivery-labels|finance/security-deposit|pricing/(options|price|price-labels|prints))",
    ),
  },
  { name: "photo", test: modules("app/(ui/(card|photo)|kit/illustrations)", "site/kit/product-photo") },
  {
    // How a free day is asked for and said: in the cards and on a product's page.
    name: "search",
    test: modules(
      "app/ui/select-field",
      "site/kit/(event-search-form|included|price-label|availability-labels|availability-line|search-messages|use-searching)",
      "domain/catalog/near-days",
    ),
  },
  {
    // A month of days: a product's, and the one that is booked from.
    name: "month",
    test: modules(
      "site/kit/use-month-turn",
      "app/(ui/calendar-(grid|legend|day|month)|styles/calendar-pages)",
      "app/kit/live/live-later",
      "domain/(availability/days-labels|booking/wizard|catalog/option-labels)",
    ),
  },
  {
    // What the wizard and the order of a cart have in common.
    name: "booking",
    test: modules(
      "site/kit/(price-summary|booking-error|hold-ending|step-form|delivery-warning|next-button|use-(draft-address|minutes-left|mode|server-clock|step-focus|total-announcement)|revalidate-unless-typing)",
      "app/ui/(bottom-bar|stepper)",
    ),
  },
  {
    // The cards of home and catalogue.
    name: "shop",
    test: modules("site/(kit/(product-list|search-answer|soon-card)|home/stars)"),
  },
]

/**
 * Vite has each `import(…)` wait for the style sheets of what it loads. Ours have none, since a route links its sheets
 * itself: without what waits for them every page is lighter. The build stops where one comes to need it.
 */
const nothingToPreload: Plugin = {
  name: "nothing-to-preload",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => "export const __vitePreload = (load) => load()",
  },
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk" && file.viteMetadata?.importedCss.size)
        this.error(`${file.fileName} imports a style sheet: a route links it, by its address (?url)`)
  },
}

/** An icon of lucide says what it is called, and a key for each line: `app/ui/lucide-icon.ts` asks for neither. */
const linesOfIcons: Plugin = {
  name: "lines-of-icons",
  transform: {
    filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/ },
    handler: (code) => ({
      code: code
        .replace(/,\s*key: "\w+"/g, "")
        .replace(/^ {2}(name: .+|size: .+|aliases: \[[^\]]*\])\n/gm, "")
        .replace("__iconData.node;", ""),
      map: null,
    }),
  },
}

export default defineConfig({
  plugins: [nothingToPreload, linesOfIcons, tailwindcss(), reactRouter()],
  // lucide draws an icon with whatever anybody may ask of one; `app/ui/icon.tsx` asks for the same few things each time.
  resolve: { alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: path.resolve("app/ui/lucide-icon.ts") }] },
  build: {
    target: "es2022",
    // A shop may run on what is there: `bin/build.mjs` removes it in time.
    emptyOutDir: false,
    // Every browser that runs our script knows oklch and nesting: older fallbacks would only weigh.
    cssTarget: ["chrome111", "safari16.4", "firefox128"],
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    ssr: {
      // Bundled: what would otherwise open hundreds of files, and load what nobody calls, at every start.
      resolve: { noExternal: [/^(lucide-react|drizzle-orm|zod|marked|otpauth|@react-email\/render)(\/|$)/] },
      // The whole server is one bundle, so that pages and jobs share one database pool.
      build: { rolldownOptions: { input: "./server/main.ts" } },
    },
  },
})
