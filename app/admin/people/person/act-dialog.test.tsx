import { expect, test } from "vitest"
import type { AccountRole } from "../../../../domain/accounts/staff-roles.ts"
import { renderPart } from "../../../../tests/harness/render-part.ts"
import { PersonActDialog } from "./act-dialog.tsx"

test("who disables a person of the team reads that their shifts need somebody else", async () => {
  const render = (role: AccountRole) => {
    const person = {
      id: crypto.randomUUID(),
      name: "Nadir",
      email: "nadir@exemple.example",
      state: "active",
      role,
    } as const
    return renderPart(PersonActDialog, { person, act: "desactiver" })
  }
  expect(await render("crew")).toContain("missions à venir")
  expect(await render("user")).not.toContain("missions à venir")
})
