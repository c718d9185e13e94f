import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import type { Id } from "../../../../domain/id.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { SharingPage } from "./page.tsx"
import type { SharingView } from "./view.ts"

const given = {
  id: "grant-1" as Id,
  name: "Paul",
  email: "paul@exemple.example",
  permissions: ["view"],
  counts: true,
} as const
const view: SharingView = { given: [given], received: [], acts: [], done: null, mailsLeave: true }
const ended = "Cette personne n’a plus accès à votre compte."

function shown(refusal: Refusal | null, more: Partial<SharingView> = {}): string {
  const Screen = createRoutesStub([
    { path: "/", Component: () => <SharingPage view={{ ...view, ...more }} refusal={refusal} /> },
  ])
  return renderToStaticMarkup(<Screen />)
}

const refused = (partage: string, droits: string): Refusal => ({
  errors: { form: ended },
  values: { intent: "changer", partage, droits },
  lists: {},
})
const details = (html: string) => html.slice(html.indexOf("<details"), html.indexOf("</details>"))
const ticked = (html: string) =>
  [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag).filter((tag) => / checked/.test(tag))

test("a change of rights that was refused says so beside its button, with the ticks that were sent", () => {
  const part = details(shown(refused("grant-1", "book")))
  expect(part).toMatch(/^<details[^>]* open/)
  expect(part).toContain(ended)
  expect(ticked(part)).toHaveLength(1)
  expect(ticked(part)[0]).toContain('value="book"')
  expect(details(shown(null))).not.toMatch(/^<details[^>]* open/)
})

test("what was refused about a grant that is there no more is said above all", () => {
  const html = shown(refused("grant-2", "book"))
  expect(html.indexOf(ended)).toBeGreaterThan(0)
  expect(html.indexOf(ended)).toBeLessThan(html.indexOf("Qui a accès à mon compte"))
  expect(ticked(details(html))[0]).toContain('value="view"')
})

test("what was done promises a mail only where one leaves", () => {
  const done = (mailsLeave: boolean) => shown(null, { done: "partage", mailsLeave })
  expect(done(true)).toContain("Votre compte est partagé. Cette personne et vous recevez un e-mail.")
  expect(done(false)).toContain("Votre compte est partagé.")
  expect(done(false)).not.toContain("recevez")
})
