import { type Module, target, targets } from "./module-graph.ts"

interface Rule {
  readonly name: string
  readonly appliesTo: RegExp
  readonly files: RegExp
  readonly types?: RegExp
  readonly packages?: RegExp
}

const nothing = /^$/

const ofViews =
  /^(react|react-dom|react-router|lucide-react|zod|@simplewebauthn\/browser|@react-router\/dev\/routes)(\/|$)/

/** Adds server-side tools only: external systems and the database are reached through server/. */
const ofPages = new RegExp(`${ofViews.source}|^(node:.*|diff|fflate)$`)

/** A file that no rule covers (bin/, bench/, proofs/, tests/) may import anything. */
export const rules: readonly Rule[] = [
  {
    name: "the domain imports the domain, and neither a package nor Node",
    appliesTo: /^domain\//,
    files: /^domain\//,
    packages: nothing,
  },
  {
    name: "isomorphic code imports itself and the domain, and neither a package nor Node",
    appliesTo: /^isomorphic\//,
    files: /^(domain|isomorphic)\//,
    packages: nothing,
  },
  {
    name: "the server imports the domain and itself, never the pages",
    appliesTo: /^server\/(?!main\.ts$)/,
    files: /^(domain|isomorphic|server)\//,
  },
  {
    name: "only the server's entry imports the demonstration catalogue too",
    appliesTo: /^server\/main\.ts$/,
    files: /^(domain|isomorphic|server|seed)\//,
  },
  {
    name: "the demonstration catalogue imports the domain and the server",
    appliesTo: /^seed\//,
    files: /^(domain|isomorphic|server|seed)\//,
  },
  {
    name: "the design system imports itself, and no business code",
    appliesTo: /^app\/ui\//,
    // Line breaking is no business word, and the server's Markdown uses it too.
    files: /^(app\/ui\/|isomorphic\/text\/unbreakable\.ts$)/,
    packages: /^(react|react-dom|react-router|lucide-react)(\/|$)/,
  },
  {
    name: "only a route and *.server.ts files call the server; a view imports its types",
    appliesTo:
      /^app\/(?!ui\/|machine\/|root\.tsx$|entry\.server\.tsx$)(?!(?:.*\/)?route\.tsx?$)(?!.*\.server(?:\.test)?\.tsx?$)/,
    files: /^(app|domain|isomorphic)\//,
    types: /^server\/(?!platform\/schema\/)/,
    packages: ofViews,
  },
  {
    name: "pages import neither the tables nor a package that reaches an external system",
    appliesTo: /^app\/(?!ui\/)/,
    files: /^(app|domain|isomorphic|server(?!\/platform\/schema\/))\//,
    packages: ofPages,
  },
  {
    name: "the HTTP layer of the pages imports no page",
    appliesTo: /^app\/http\//,
    files: /^(app\/(http|ui)|domain|isomorphic|server)\//,
  },
  {
    name: "the kit of both site and back office imports neither",
    appliesTo: /^app\/kit\//,
    files: /^(app\/(kit|http|ui)|domain|isomorphic|server)\//,
  },
  {
    name: "the site's kit imports neither a screen nor the frame",
    appliesTo: /^app\/site\/kit\//,
    files: /^(app\/(site\/kit|kit|http|ui)|domain|isomorphic|server)\//,
  },
  {
    name: "the site's frame imports no screen",
    appliesTo: /^app\/site\/frame\//,
    files: /^(app\/(site\/(frame|kit)|kit|http|ui|styles|root\.tsx)|domain|isomorphic|server)(\/|$)/,
  },
  {
    name: "the back office's kit imports neither a screen nor the frame",
    appliesTo: /^app\/admin\/kit\//,
    files: /^(app\/(admin\/kit|kit|http|ui)|domain|isomorphic|server)\//,
  },
  {
    name: "the back office's frame imports no screen",
    appliesTo: /^app\/admin\/frame\//,
    files: /^(app\/(admin\/(frame|kit)|kit|http|ui|styles|root\.tsx)|domain|isomorphic|server)(\/|$)/,
  },
  {
    name: "the site imports nothing of the back office",
    appliesTo: /^app\/site\//,
    files: /^(app\/(?!admin\/)|domain|isomorphic|server)/,
  },
  {
    name: "the back office imports nothing of the site",
    appliesTo: /^app\/admin\//,
    files: /^(app\/(?!site\/)|domain|isomorphic|server)/,
  },
  {
    name: "the machine endpoints import no screen",
    appliesTo: /^app\/machine\//,
    files: /^(app\/(machine|kit|http|ui)|domain|isomorphic|server)\//,
  },
]

/** From the ground up. A room imports itself, those before it on its floor, and those below. */
export const serverFloors = [
  { title: "the platform below every room", rooms: ["platform"] },
  { title: "the shop and its people", rooms: ["access", "catalog", "shop", "accounts", "leads"] },
  { title: "free units: the only access to occupancy", rooms: ["availability"] },
  { title: "the life of a booking", rooms: ["booking-record", "money", "contracts", "bookings", "quotes"] },
  { title: "other programs, reports across rooms, background jobs", rooms: ["outside", "reports", "jobs"] },
  { title: "the web process", rooms: ["web"] },
] as const

export const serverRooms: readonly string[] = serverFloors.flatMap(({ rooms }) => rooms)

/** From the ground up; "." stands for the files in `domain/` itself. */
export const domainRooms = [
  ".",
  "retention",
  "api",
  "delivery",
  "pricing",
  "rental",
  "catalog",
  "accounts",
  "finance",
  "content",
  "availability",
  "booking",
  "invoicing",
  "contracts",
  "quotes",
  "calendar",
  "cart",
  "webhooks",
  "correspondence",
  "leads",
  "journal",
] as const

/** Each as "a.ts imports b.ts". */
export function upwardImports(modules: readonly Module[], layer: string, rooms: readonly string[]): string[] {
  const floorOf = (file: string) => {
    const [top, room = "", ...rest] = file.split("/")
    return top === layer ? rooms.indexOf(rest.length > 0 ? room : ".") : -1
  }
  return modules
    .filter(({ file }) => floorOf(file) >= 0 && !ofTests.test(file))
    .flatMap((module) =>
      targets(module)
        .filter((file) => floorOf(file) > floorOf(module.file))
        .map((file) => `${module.file} imports ${file}`),
    )
}

/** Browser state belongs in components, in the address or in the browser's storage. */
export function browserModulesWithState(modules: readonly Module[]): string[] {
  const browser = /^(app\/(?!machine\/|entry\.server)|isomorphic\/|domain\/)(?!.*\.(server|test)\.)/
  return modules
    .filter(({ file, hasMutableState: keepsState }) => keepsState && browser.test(file))
    .map(({ file }) => file)
}

/** Exports that the framework, the commands of bin/ and vitest.config.ts import by name. */
const calledByName =
  /^(app\/(root\.tsx|routes\.ts|ui\/lucide-icon\.ts|entry\.[a-z]+\.tsx|machine\/[a-z-]+\.tsx?|.*route\.tsx?)|server\/main\.ts|seed\/large\/large\.ts|tests\/harness\/slow-files-first\.ts)$/

const ofTests = /(\.test\.tsx?|\.fixture\.ts|\.build\.ts|\.spec\.ts)$|^(tests|bench|proofs)\//

/** Includes those used by tests alone and not by their own file. */
export function unusedExports(modules: readonly Module[]): string[] {
  const takes = (which: readonly Module[]) => new Set(which.flatMap((module) => module.namesImported))
  const [byTests, byCode] = [
    takes(modules.filter(({ file }) => ofTests.test(file))),
    takes(modules.filter(({ file }) => !ofTests.test(file))),
  ]
  return modules
    .filter(({ file }) => !calledByName.test(file))
    .flatMap(({ file, exports }) =>
      exports
        .filter(({ name, usedHere }) => {
          const isUsed = (names: ReadonlySet<string>) => names.has(`${file} ${name}`) || names.has(`${file} *`)
          // Tools find a default export by the file's name.
          if (ofTests.test(file)) return name !== "default" && !isUsed(byTests) && !isUsed(byCode)
          return !isUsed(byCode) && !(usedHere && isUsed(byTests))
        })
        .map(({ name }) => `${file} exports ${name}`),
    )
}

const route = /^(app\/(?:site|admin)\/.+)\/route\.tsx?$/

/**
 * Shared parts move up to the parent, the kit or the frame. A parent may use its own parts, but not the screens inside
 * it.
 */
export function screensImportingScreens(modules: readonly Module[]): string[] {
  const screens = modules
    .flatMap((module) => route.exec(module.file)?.[1] ?? [])
    .filter((screen) => !screen.endsWith("/frame"))
  const screenOf = (file: string) =>
    screens.filter((screen) => file.startsWith(`${screen}/`)).sort((a, b) => b.length - a.length)[0] ?? null
  return modules
    .filter(({ file }) => /^app\/(site|admin)\//.test(file))
    .flatMap((module) => {
      const own = screenOf(module.file)
      return targets(module).flatMap((file) => {
        const other = screenOf(file)
        const allowed = other === null || other === own || own?.startsWith(`${other}/`)
        return allowed ? [] : [`${module.file} imports ${file}`]
      })
    })
}

const ofTest = { file: /\.test\.tsx?$/, files: /^tests\//, packages: /^(vitest|fast-check|node:.*)$/ }

/** Each as "a.ts imports b.ts". */
export function offences(rule: Rule, modules: readonly Module[]): string[] {
  return modules
    .filter((module) => rule.appliesTo.test(module.file))
    .flatMap((module) => {
      const test = ofTest.file.test(module.file)
      return module.imports
        .filter((request) => {
          const file = target(module, request)
          if (file === null) {
            return rule.packages && !rule.packages.test(request) && !(test && ofTest.packages.test(request))
          }
          const isType = module.typeImports.includes(request) && rule.types?.test(file)
          return !rule.files.test(file) && !isType && !(test && ofTest.files.test(file))
        })
        .map((request) => `${module.file} imports ${target(module, request) ?? request}`)
    })
}

export const emptyFolderName = /(^|\/)(utils?|helpers?|common|lib|misc|shared)\//

/** kebab-case, with the endings that tools read (`.server.ts`, `.test.ts`, `.bench.ts`, a route's `$id`). */
export const kebab = /^[a-z0-9$]+(-[a-z0-9$]+)*(\.[a-z0-9-]+)*$/
