import { readFileSync } from "node:fs"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { parseSync } from "rolldown/utils"

/** One address of the site map, and who may have what of it. */
export type Authority = {
  path: string
  file: string
  guard: Guard
  /** Whether the address answers a GET, or a POST; without either it only groups others. */
  reads: boolean
  acts: boolean
  /** Who acts for another account (D19) and is refused there, with a page that says why. */
  refusesGrantees: Readonly<Record<"reads" | "acts", Grantees>>
}

/** Nobody who acts for another account is refused, those who may only look are, or all of them: the page is one's own. */
export type Grantees = "none" | "view" | "all"

/** Everybody, anybody who is signed in, or an administrator is let through; "program": the latter, others get a 403. */
export type Guard = "everybody" | "customer" | "program" | "administrator"

const guards: readonly [Exclude<Guard, "everybody">, RegExp][] = [
  ["administrator", /\b(requireAdministrator|editorOf|administratorOnly)\s*[(\],]/],
  ["program", /\bisAtWork\(/],
  ["customer", /\b(requireCustomer|requireOwnAccount|customerOnly)\s*[(\],]/],
]

/** Every address of the site map with its guard: of its own file, or of a layout above it. */
export function authorities(
  entries: readonly RouteConfigEntry[],
  above = "",
  inherited: Guard = "everybody",
): Authority[] {
  return entries.flatMap(({ path, index, file, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path.replace(/:(\w+)/g, "{$1}")}`
    const source = readFileSync(`app/${file}`, "utf8")
    const guard = guardOf(source, inherited)
    const exported = exportsOf(file, source)
    const own: Authority = {
      path: here || "/",
      file,
      guard,
      // An address that is only sent to says so itself: its loader refuses.
      reads: (exported.has("loader") || exported.has("default")) && !/new Response\(null, \{ status: 405/.test(source),
      acts: exported.has("action"),
      refusesGrantees: granteesOf(file, source),
    }
    const addressed = (path !== undefined || index === true) && (children.length === 0 || index === true)
    return [...(addressed ? [own] : []), ...authorities(children, here, guard)]
  })
}

/** A guard above holds for all below it; below it may only be stricter. */
function guardOf(source: string, inherited: Guard): Guard {
  const own = guards.find(([, pattern]) => pattern.test(source))?.[0] ?? "everybody"
  const strict: readonly Guard[] = ["everybody", "customer", "program", "administrator"]
  return strict[Math.max(strict.indexOf(own), strict.indexOf(inherited))] ?? "administrator"
}

/** What the guards of a file refuse: its middleware, its loader and its action, each for itself. */
function granteesOf(file: string, source: string): Authority["refusesGrantees"] {
  const functions = functionsOf(file, source)
  const refusedBy = (name: string): Grantees => {
    const body = functions.get(name) ?? ""
    if (/\brequireOwnAccount\(|\bactingRefused\("own-only"|\bisAtWork\(/.test(body)) return "all"
    return /\b(partyOf|partyIfAllowed|orderingVisitor)\(/.test(body) ? "view" : "none"
  }
  return { reads: refusedBy("loader"), acts: refusedBy("action") }
}

function functionsOf(file: string, source: string): Map<string, string> {
  const { program } = parseSync(file, source)
  const functions = new Map<string, string>()
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration?.type !== "FunctionDeclaration") continue
    const { id, start, end } = statement.declaration
    if (id) functions.set(id.name, source.slice(start, end))
  }
  return functions
}

function exportsOf(file: string, source: string): Set<string> {
  const { module } = parseSync(file, source)
  return new Set(
    module.staticExports.flatMap(({ entries }) =>
      entries.map(({ exportName }) => exportName.name ?? (exportName.kind === "Default" ? "default" : "")),
    ),
  )
}

/** What a file of the back office says for itself: its loader and its action each ask who is there. */
export function unguarded({ file, reads, acts }: Authority): string[] {
  const functions = functionsOf(file, readFileSync(`app/${file}`, "utf8"))
  const asks = (name: string) => /\b(requireAdministrator|editorOf)\(/.test(functions.get(name) ?? "")
  const wanted = [...(reads ? ["loader"] : []), ...(acts ? ["action"] : [])]
  return wanted
    .filter((name) => functions.has(name) || name === "action")
    .filter((name) => !asks(name))
    .map((name) => `${file}: ${name}`)
}

const refusals: Record<Guard, Record<Visitor, string>> = {
  everybody: { anonymous: "let through", customer: "let through", administrator: "let through" },
  customer: { anonymous: "302 `/connexion?retour=…`", customer: "let through", administrator: "let through" },
  program: { anonymous: "403", customer: "403", administrator: "let through" },
  administrator: { anonymous: "302 `/`, sign-in dialog", customer: "302 `/`", administrator: "let through" },
}
type Visitor = "anonymous" | "customer" | "administrator"

/** docs/authority.md, whole. */
export function authorityDocument(all: readonly Authority[]): string {
  const sorted = all.toSorted((one, other) => one.path.localeCompare(other.path, "en"))
  const table = (...guards: Guard[]) => sorted.filter((one) => guards.includes(one.guard)).map(rowOf)
  const heads = "| address | method | nobody signed in | customer | administrator |\n|---|---|---|---|---|"
  const sharedHeads =
    "| address | method | nobody signed in | customer | administrator | acts for another: `view` | `book` |\n|---|---|---|---|---|---|---|"
  return `# Authority

Who may have what: every address of \`app/routes.ts\`, for each kind of visitor. Written by \`node bin/authority.mjs\` from
the site map and the guards in its files; \`tests/docs/authority.test.ts\` fails when it is not what the files say.

- *let through*: the address does its work. What it shows or changes is then the visitor's own: verbs ask again whose it is.
- *405*: the address has no such method, whoever asks. A form from another site is refused with 403 before any of this.
- A guard of the back office stands three times: in its layout's middleware, in each loader and action, and in the verbs,
  which take an administrator as who acts. Somebody unknown finds the sign-in dialog on the home page, and afterwards the
  page they wanted. An administrator whose password is shorter than 12 characters is sent to \`/mot-de-passe\` first (D16).

## The holders of links

A link of a mail is a right of its own, for one booking and one purpose (D56): nobody's session is asked for at these
addresses, and none is used. Held by \`tests/browser/booking-links.spec.ts\`.

| link | \`/signer/{secret}\` GET | POST | \`/signer/{secret}/contrat.txt\`, \`.pdf\` |
|---|---|---|---|
| to sign, live | the contract and its form; the booking with \`?vue=reservation\` | signs, once | the contract |
| to sign, used | the booking, to read | 303, says that it is signed | the contract |
| to read | the booking, to read | 409, nothing is signed | the contract |
| ended or revoked | 410, with the way on | 409, nothing is signed | 410 |
| another booking's | its own booking | 422, nothing is signed | its own contract |
| unknown | 404, with the way on | 409, nothing is signed | 404 |

Whoever holds a link to sign or to read, live, may also withdraw from the signed contract (D33), at
\`/signer/{secret}/retractation\`: the page shows what that means and changes nothing by itself, and the act takes the six
figures that are mailed to the booking's customer. By a link to pay or of a deposit, and by an unknown one, it is a 404, by
one that has ended a 410; their forms are answered with 409. Held by \`server/bookings/withdraw-by-link.test.ts\`.
\`/signer/{secret}/annuler\` cancels the booking in the same way (D68); before a signature, when nothing is owed, without the
figures. Held by \`server/bookings/cancel-by-link.test.ts\`. A link that has ended by its time mails a fresh one to the
booking's address (D75); one that the owner closed does not. Held by \`tests/contracts/documents-stay.test.ts\`.

| link | \`/payer/{secret}\` GET | POST | \`/payer/{secret}/carte\`, \`/retour\`, \`/demonstration\` |
|---|---|---|---|
| to pay, live | what is to be paid, and how | opens the one session of the booking | leads on; what became of this booking's session |
| to pay, ended or revoked | 410, with the way on | 410, nothing is opened | 410 |
| to sign, to read, unknown | 404, with the way on | 404, nothing is opened | 404 |

A link to pay shows the booking's number, its equipment, its days and its amounts, and neither address nor name; whoever
holds it may pay (D55). It opens nothing under \`/signer\`. It is made for the account's owner, and for who holds the
link that signs: \`/account/bookings/{number}/payer\` and \`/signer/{secret}/payer\` answer anybody else with a 404. Held
by \`tests/browser/payment.spec.ts\`.

| link | \`/caution/{secret}\` GET | POST | \`/caution/{secret}/carte\`, \`/retour\`, \`/demonstration\`, \`/etat-des-lieux\` |
|---|---|---|---|
| of the deposit, live | the deposit, and what is announced | opens the one page of the booking; answers | leads on; what became of this booking's page; the report that the announcement names |
| of the deposit, ended or revoked | 410, with the way on | 410, nothing is opened | 410 |
| to pay, to sign, to read, unknown | 404, with the way on | 404, nothing is opened | 404 |

A link of the deposit is mailed to the booking's customer, or made for the account's owner by
\`/account/bookings/{number}/caution\`, which answers anybody else with a 404. It opens nothing under \`/signer\` and
\`/payer\`. Held by \`tests/browser/deposit.spec.ts\` and \`server/deposits/deposits.test.ts\`.

| link | \`/attestation/{secret}\` GET | POST |
|---|---|---|
| of the certificate of insurance, live | whether it is asked for and there; never the file | keeps it, in the place of the one before |
| of the certificate of insurance, ended or revoked | 410, with the way on | 410, nothing is kept |
| to pay, to sign, to read, of the deposit, unknown | 404, with the way on | 404, nothing is kept |

It is mailed and made as that of the deposit is (\`/account/bookings/{number}/attestation\`), and opens nothing else. The
file itself is read by administrators alone (\`/admin/bookings/{number}/attestation\`). Held by
\`tests/bookings/insurance-link.test.ts\`.

The pages of one booking under \`/account/bookings/{number}\` are its customer's alone, and of those to whom they gave a
grant (D55): \`view\` reads, \`book\` also changes and cancels what is not confirmed. To everybody else they are a 404.

An invoice is given with its booking: \`/account/bookings/{number}/factures/{invoice}/pdf\` to its customer and to those
with a grant, \`/signer/{secret}/factures/{invoice}/pdf\` to who holds a link of that booking that is live; the number of
another booking's invoice is a 404 in both, whoever asks. Held by \`tests/browser/invoices.spec.ts\`.

## The holders of keys

A key is a right of its own (decision 63). A session is not looked at under \`/api/v1\`; \`/api/v1/openapi.json\` needs no key.

| key | an operation of its scopes | one of another scope | a method that the address has not |
|---|---|---|---|
| none, with or without a session | 401 | 401 | 405 |
| live | answers | 403 | 405 |
| unknown, revoked, past its time | 401 | 401 | 405 |
| its maker disabled, or owing a password or a second factor | 401 until that has passed | 401 | 405 |
| its maker signed out everywhere, or an administrator no more | 401 for good | 401 | 405 |

What is done with it is done in its maker's name, and recorded with how the key is called.

Held by \`tests/api/keys.test.ts\` and \`tests/api/acts.test.ts\`.

## The holders of calendar links, embeds and webhooks

A calendar link is a right to read, at \`/calendar/{secret}.ics\`, and never looks at a session (decision 62).

| link | GET | POST |
|---|---|---|
| of an account, live | the account's own bookings, nobody else's | 405 |
| of the shop, live | the shop's calendar, with people's names only where that was wanted | 405 |
| of an account that is disabled; of the shop, while its maker owes a password or a second factor | 404 until that has passed | 405 |
| of the shop, its maker an administrator no more | 404 for good | 405 |
| unknown, revoked, its account gone or signed out everywhere | 404 for good | 405 |

An embed (\`/embed/{id}\`, decision 66) shows what every visitor sees of a product that is in the catalogue, whoever
is signed in. A webhook (decision 65) is sent, never asked: it brings words, ids and instants, and an address
of a private network is refused.

Held by \`tests/calendar-feeds/feeds.test.ts\`, \`tests/browser/embed.spec.ts\` and \`server/webhooks/webhooks.test.ts\`.

## The back office

${heads}
${table("administrator").join("\n")}

## Who acts for another account

Whoever has a grant (D19, D55) may choose "Agir pour …": from then on their pages are those of that account, and what they
do is the account's, by them. The last two columns are for them. *403*: a page says why, with the way back to one's own
account. Pages of one's own account (password, devices, second factor, mail address, copy of one's data, deletion, sharing)
are refused to both, so that nobody takes the one account for the other; what books is refused to \`view\`. Nothing of
this changes the back office, where an administrator acts as one. A grant that was taken back refuses at the next request
whatever shows or does something in the account's name, and so does one that is given to an address not confirmed, or by an
account that is disabled. Held, row by row, by \`tests/accounts/acting.test.ts\`.

## For who is signed in

${sharedHeads}
${table("customer").join("\n")}

## For everybody

${sharedHeads}
${table("everybody", "program").join("\n")}
`
}

function rowOf({ path, guard, reads, acts, refusesGrantees }: Authority): string {
  const { anonymous, customer, administrator } = refusals[guard]
  const inOffice = guard === "administrator"
  const cellsOf = (answers: boolean, grantees: Grantees) => {
    const cells = answers ? [anonymous, customer, administrator] : inOffice ? [anonymous, customer, "405"] : none
    return [...cells, ...(inOffice ? [] : answers ? granteeCells[grantees] : ["405", "405"])].join(" | ")
  }
  return [
    `| \`${path}\` | GET | ${cellsOf(reads, refusesGrantees.reads)} |`,
    `| \`${path}\` | POST | ${cellsOf(acts, refusesGrantees.acts)} |`,
  ].join("\n")
}

const none = ["405", "405", "405"]
const granteeCells: Record<Grantees, readonly string[]> = {
  none: ["let through", "let through"],
  view: ["403", "let through"],
  all: ["403", "403"],
}
