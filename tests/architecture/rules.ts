import { type Module, target, targets } from "./module-graph.ts"

export interface Rule {
  /** A sentence, which is the test's name. */
  readonly says: string
  /** Which files it is about. */
  readonly of: RegExp
  /** What of this project they may import. */
  readonly files: RegExp
  /** Whose types they may import besides. */
  readonly types?: RegExp
  /** Which packages and modules of Node they may import; absent: all. */
  readonly packages?: RegExp
}

const nothing = /^$/

/** What a page is made of in the browser. */
const ofViews =
  /^(react|react-dom|react-router|lucide-react|zod|@simplewebauthn\/browser|@react-router\/dev\/routes)(\/|$)/

/** What pages may ask for on the server besides: Node, zip and the comparison of texts. Outside systems and the database answer through server/. */
const ofPages = new RegExp(`${ofViews.source}|^(node:.*|diff|fflate)$`)

/** Who may import whom. A file that no rule is about (bin/, bench/, proofs/, tests/) may import anything. */
export const rules: readonly Rule[] = [
  {
    says: "the domain imports the domain, and neither a package nor Node",
    of: /^domain\//,
    files: /^domain\//,
    packages: nothing,
  },
  {
    says: "what browser and server both run imports itself and the domain, and neither a package nor Node",
    of: /^isomorphic\//,
    files: /^(domain|isomorphic)\//,
    packages: nothing,
  },
  {
    says: "the server imports the domain and itself, never the pages",
    of: /^server\/(?!main\.ts$)/,
    files: /^(domain|isomorphic|server)\//,
  },
  {
    says: "the server's entry alone also knows the demonstration catalogue",
    of: /^server\/main\.ts$/,
    files: /^(domain|isomorphic|server|seed)\//,
  },
  {
    says: "the demonstration catalogue imports the domain and the server",
    of: /^seed\//,
    files: /^(domain|isomorphic|server|seed)\//,
  },
  {
    says: "the design system imports itself, and knows no business word",
    of: /^app\/ui\//,
    // Where a line may break is no business word, and the server's Markdown asks the same.
    files: /^(app\/ui\/|isomorphic\/text\/unbroken\.ts$)/,
    packages: /^(react|react-dom|react-router|lucide-react)(\/|$)/,
  },
  {
    says: "only a route and *.server.ts files call the server: a view takes its types",
    of: /^app\/(?!ui\/|machine\/|root\.tsx$|entry\.server\.tsx$)(?!(?:.*\/)?route\.tsx?$)(?!.*\.server(?:\.test)?\.tsx?$)/,
    files: /^(app|domain|isomorphic)\//,
    types: /^server\/(?!platform\/schema\/)/,
    packages: ofViews,
  },
  {
    says: "pages import neither the tables nor a package that speaks to anything outside",
    of: /^app\/(?!ui\/)/,
    files: /^(app|domain|isomorphic|server(?!\/platform\/schema\/))\//,
    packages: ofPages,
  },
  {
    says: "what all pages go through knows no page",
    of: /^app\/http\//,
    files: /^(app\/(http|ui)|domain|isomorphic|server)\//,
  },
  {
    says: "what the site and the back office share knows neither",
    of: /^app\/kit\//,
    files: /^(app\/(kit|http|ui)|domain|isomorphic|server)\//,
  },
  {
    says: "the site's kit knows no screen, nor what stands around them",
    of: /^app\/site\/kit\//,
    files: /^(app\/(site\/kit|kit|http|ui)|domain|isomorphic|server)\//,
  },
  {
    says: "what stands around the site's screens knows none of them",
    of: /^app\/site\/frame\//,
    files: /^(app\/(site\/(frame|kit)|kit|http|ui|styles|root\.tsx)|domain|isomorphic|server)(\/|$)/,
  },
  {
    says: "the back office's kit knows no screen, nor what stands around them",
    of: /^app\/admin\/kit\//,
    files: /^(app\/(admin\/kit|kit|http|ui)|domain|isomorphic|server)\//,
  },
  {
    says: "what stands around the back office's screens knows none of them",
    of: /^app\/admin\/frame\//,
    files: /^(app\/(admin\/(frame|kit)|kit|http|ui|styles|root\.tsx)|domain|isomorphic|server)(\/|$)/,
  },
  {
    says: "the site knows nothing of the back office",
    of: /^app\/site\//,
    files: /^(app\/(?!admin\/)|domain|isomorphic|server)/,
  },
  {
    says: "the back office knows nothing of the site",
    of: /^app\/admin\//,
    files: /^(app\/(?!site\/)|domain|isomorphic|server)/,
  },
  {
    says: "what answers programs shows no screen",
    of: /^app\/machine\//,
    files: /^(app\/(machine|kit|http|ui)|domain|isomorphic|server)\//,
  },
]

/** The floors of the server from the ground up. A room imports itself, what stands before it on its floor, and what is below. */
export const serverFloors = [
  { says: "what every room stands on", rooms: ["platform"] },
  { says: "what the shop is, and who comes", rooms: ["access", "catalog", "shop", "accounts"] },
  { says: "which units are free: the one door to occupancy", rooms: ["availability"] },
  { says: "the life of a booking", rooms: ["booking-record", "money", "contracts", "bookings"] },
  { says: "other programs, readings across rooms, what happens by itself", rooms: ["outside", "reports", "jobs"] },
  { says: "the process that answers", rooms: ["web"] },
] as const

export const serverRooms: readonly string[] = serverFloors.flatMap(({ rooms }) => rooms)

/** The rooms of the rules from the ground up; "." is what stands in `domain/` itself. */
export const domainRooms = [
  ".",
  "retention",
  "api",
  "delivery",
  "pricing",
  "catalog",
  "accounts",
  "finance",
  "content",
  "availability",
  "booking",
  "invoicing",
  "contracts",
  "calendar",
  "cart",
  "webhooks",
  "correspondence",
  "journal",
] as const

/** Imports that go up from one room of a layer to another, as "a.ts imports b.ts". */
export function climbing(modules: readonly Module[], layer: string, rooms: readonly string[]): string[] {
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

/** What the browser runs keeps what changes in components, in the address or in the browser's storage. */
export function browserModulesWithState(modules: readonly Module[]): string[] {
  const browser = /^(app\/(?!machine\/|entry\.server)|isomorphic\/|domain\/)(?!.*\.(server|test)\.)/
  return modules.filter(({ file, keepsState }) => keepsState && browser.test(file)).map(({ file }) => file)
}

/** What the framework and the commands of bin/ ask for by its name. */
const calledByName =
  /^(app\/(root\.tsx|routes\.ts|ui\/lucide-icon\.ts|entry\.[a-z]+\.tsx|machine\/[a-z-]+\.tsx?|.*route\.tsx?)|server\/main\.ts|seed\/large\/large\.ts)$/

const ofTests = /(\.test\.tsx?|\.fixture\.ts|\.build\.ts|\.spec\.ts)$|^(tests|bench|proofs)\//

/** Values that nobody takes, and those that only tests take and their own file does not use: code for nothing. */
export function exportsForNobody(modules: readonly Module[]): string[] {
  const takes = (which: readonly Module[]) => new Set(which.flatMap((module) => module.takes))
  const [byTests, byCode] = [
    takes(modules.filter(({ file }) => ofTests.test(file))),
    takes(modules.filter(({ file }) => !ofTests.test(file))),
  ]
  return modules
    .filter(({ file }) => !ofTests.test(file) && !calledByName.test(file))
    .flatMap(({ file, exports }) =>
      exports
        .filter(({ name, usedHere }) => {
          const asked = (taken: ReadonlySet<string>) => taken.has(`${file} ${name}`) || taken.has(`${file} *`)
          return !asked(byCode) && !(usedHere && asked(byTests))
        })
        .map(({ name }) => `${file} exports ${name}`),
    )
}

/** A screen is a folder that holds a route: its address. */
const route = /^(app\/(?:site|admin)\/.+)\/route\.tsx?$/

/**
 * A screen never imports another screen: what two need moves up to their parent, the kit or the frame. Below its own
 * folders a parent may use its parts, but not the screens that stand in it.
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

/** A test may also import what tests are made of. */
const ofTest = { file: /\.test\.tsx?$/, files: /^tests\//, packages: /^(vitest|fast-check|node:.*)$/ }

/** What breaks `rule`, as "a.ts imports b.ts". */
export function offences(rule: Rule, modules: readonly Module[]): string[] {
  return modules
    .filter((module) => rule.of.test(module.file))
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

/** Folders that would be called after nothing in particular. */
export const homeless = /(^|\/)(utils?|helpers?|common|lib|misc|shared)\//

/** kebab-case, with the ends a tool reads (`.server.ts`, `.test.ts`, `.bench.ts`, `$id` of a route). */
export const kebab = /^[a-z0-9$]+(-[a-z0-9$]+)*(\.[a-z0-9-]+)*$/
