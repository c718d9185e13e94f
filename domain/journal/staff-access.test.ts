import { expect, test } from "vitest"
import { backOfficeRoles } from "../accounts/staff-roles.ts"
import { accessTo, mayOpen, mayRecord } from "./staff-access.ts"

const opens = (path: string) => backOfficeRoles.filter((role) => mayOpen(role, path))
const changes = (path: string) => backOfficeRoles.filter((role) => mayOpen(role, path, true))

test("settings, keys and people are the administrator's alone", () => {
  for (const path of [
    "/admin/site-config",
    "/admin/finance",
    "/admin/contracts/modele",
    "/admin/legal/cgv",
    "/admin/mails/modeles",
    "/admin/cles-api",
    "/admin/webhooks",
    "/admin/droits",
    "/admin/journal/effacements",
  ])
    expect({ path, roles: opens(path) }).toEqual({ path, roles: ["admin"] })
})

test("a manager runs bookings, prices and the catalogue", () => {
  for (const path of ["/admin/bookings/1042", "/admin/products/nouveau", "/admin/codes-promo", "/admin/devis/D-2026-1"])
    expect({ path, roles: changes(path) }).toEqual({ path, roles: ["admin", "manager"] })
  expect(mayRecord("manager", "booking.confirmed")).toBe(true)
  expect(mayRecord("manager", "customer.corrected")).toBe(true)
  expect(mayRecord("manager", "person.role-changed")).toBe(false)
  expect(mayRecord("manager", "finance.saved")).toBe(false)
  expect(mayRecord("manager", "mail.retried")).toBe(true)
  expect(mayRecord("manager", "mail.sentences-saved")).toBe(false)
})

test("crew opens the day and the condition reports, and no booking", () => {
  expect(accessTo("crew", "/admin/bookings/jour/2026-12-05")).toBe("own")
  expect(accessTo("crew", "/admin/bookings/1042/etat-des-lieux/depart")).toBe("own")
  expect(accessTo("crew", "/admin/bookings/1042")).toBe("none")
  expect(mayRecord("crew", "booking.condition-reported")).toBe(true)
  expect(mayRecord("crew", "booking.confirmed")).toBe(false)
})

test("an accountant reads and exports invoices, and changes nothing", () => {
  expect(accessTo("accountant", "/admin/finance/factures/F-2026-0001/pdf")).toBe("read")
  expect(mayOpen("accountant", "/admin/finance/factures", true)).toBe(false)
  expect(mayOpen("accountant", "/admin/finance/releves")).toBe(false)
  expect(mayRecord("accountant", "invoice.exported")).toBe(true)
  expect(mayRecord("accountant", "booking.invoice-sent-again")).toBe(false)
})
