import path from "node:path"
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { type Plugin, defineConfig } from "vite"

/** Matches paths by their end, in our sources or in lucide. */
const modules = (...names: string[]) =>
  new RegExp(`[\\\\/](${names.join("|").replaceAll("/", "[\\\\/]")})\\.(tsx?|mjs)$`)

// Few files per page: each costs a request and compresses separately.
const groups = [
  { name: "framework", test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ },
  {
    name: "house",
    test: modules(
      "site/frame/(acting-refused|frame|site-data|error-page|not-found)",
      "site/frame/cookies/(banner|stored-choice)",
      "site/kit/links",
      "app/kit/(navigation-voice|network-keeper|vat-mode|drafts/(drafts|open-drafts|store|sign-out-form))",
      "app/ui/(afterwards|button|button-link|early-input|empty-state|enter|form-error|load-after-mount|notice|text-field|toast|visually-hidden)",
      "app/http/(keep-page-offline|meta|session-answer)",
      "domain/(day-labels|money)",
      "icons/(calendar-days|chevron-right|circle-check|map-pin)",
    ),
  },
  {
    name: "prices",
    test: modules(
      "app/ui/receipt",
      "domain/(cart/cart|delivery/delivery-labels|finance/security-deposit|pricing/(length-label|options|price|price-labels|prints)|availability/day-labels)",
      "isomorphic/text/capitalize",
    ),
  },
  { name: "photo", test: modules("app/(ui/(card|photo)|kit/illustrations)", "site/kit/product-photo") },
  {
    name: "search",
    test: modules(
      "app/ui/select-field",
      "site/kit/(event-search-form|included|price-label|availability-labels|availability-line|delivery-labels|search-messages|use-searching)",
      "domain/catalog/near-days",
    ),
  },
  {
    name: "month",
    test: modules(
      "site/kit/use-month-turn",
      "app/(ui/calendar-(grid|legend|day|month)|styles/calendar-pages)",
      "app/kit/live/live-later",
      "domain/(availability/days-unavailable|booking/choice)",
    ),
  },
  { name: "instant", test: modules("site/kit/instant-(tag|modes)", "app/ui/tag", "domain/booking/instant") },
  {
    name: "days",
    test: modules("site/(kit/days-field|booking/(available-choice|steps/calendar))"),
  },
  {
    name: "booking",
    test: modules(
      "site/kit/(price-summary|hold-ending-later|step-form|next-button|use-(draft-address|minutes-left|mode|server-clock|step-focus|total-announcement)|revalidate-unless-typing)",
      "app/(ui/(bottom-bar|stepper)|http/home-tick)",
    ),
  },
  { name: "product", test: modules("site/kit/product-not-found", "app/ui/icon-link", "icons/(book-open|play)") },
  {
    name: "shop",
    test: modules("site/(kit/(product-list|search-answer|soon-card)|home/stars)"),
  },
]

/**
 * Our routes link their own style sheets, so Vite's preload helper is dead weight. The build fails if a chunk ever
 * needs it.
 */
const dropPreloadHelper: Plugin = {
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

/** Strips names and keys that `app/ui/lucide-icon.ts` never uses. */
const slimLucideIcons: Plugin = {
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
  plugins: [dropPreloadHelper, slimLucideIcons, tailwindcss(), reactRouter()],
  // Replaces lucide's generic renderer, because `app/ui/icon.tsx` needs only a few props.
  resolve: { alias: [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: path.resolve("app/ui/lucide-icon.ts") }] },
  build: {
    target: "es2022",
    // A running shop may still serve old files; `bin/build.mjs` removes them in time.
    emptyOutDir: false,
    // Every browser that runs our script knows oklch and nesting.
    cssTarget: ["chrome111", "safari16.4", "firefox128"],
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    ssr: {
      // Bundled, because they would open hundreds of files at every start.
      resolve: { noExternal: [/^(lucide-react|drizzle-orm|zod|marked|otpauth|@react-email\/render)(\/|$)/] },
      // One bundle, so that pages and jobs share one database pool.
      build: { rolldownOptions: { input: "./server/main.ts" } },
    },
  },
})
