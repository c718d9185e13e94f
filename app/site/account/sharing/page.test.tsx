import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import type { Id } from "../../../../domain/id.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { SharingPage } from "./page.tsx"
import type { SharingView } from "./view.ts"

const grant = {
  id: "grant-1" as Id,
  name: "Paul",
  email: "paul@exemple.example",
  permissions: ["view"],
  isActive: true,
} as const
const view: SharingView = { granted: [grant], received: [], acts: [], done: null, canMail: true }
const ended = "Cette personne n’a plus accès à votre compte."

function render(refusal: Refusal | null, more: Partial<SharingView> = {}): string {
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
const details = (html: string) =>
  html
    .split("<details")
    .slice(1)
    .map((part) => `<details${part.split("</details>")[0]}`)
    .find((part) => part.includes("<input")) ?? ""
const ticked = (html: string) =>
  [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag).filter((tag) => / checked/.test(tag))

test("a refused change of rights says so beside its button, with the sent ticks", () => {
  const part = details(render(refused("grant-1", "book")))
  expect(part).toMatch(/^<details[^>]* open/)
  expect(part).toContain(ended)
  expect(ticked(part)).toHaveLength(1)
  expect(ticked(part)[0]).toContain('value="book"')
  expect(details(render(null))).not.toMatch(/^<details[^>]* open/)
})

test("a refusal about a deleted grant stands at the top", () => {
  const html = render(refused("grant-2", "book"))
  expect(html.indexOf(ended)).toBeGreaterThan(0)
  expect(html.indexOf(ended)).toBeLessThan(html.indexOf("Qui a accès à mon compte"))
  expect(ticked(details(html))[0]).toContain('value="view"')
})

test("the notice promises a mail only where one is sent", () => {
  const done = (canMail: boolean) => render(null, { done: "partage", canMail })
  expect(done(true)).toContain("Votre compte est partagé. Cette personne et vous recevez un e-mail.")
  expect(done(false)).toContain("Votre compte est partagé.")
  expect(done(false)).not.toContain("recevez")
})
