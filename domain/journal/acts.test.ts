import { describe, expect, test } from "vitest"
import { isAction, isBookingAction, subjectKinds } from "./acts.ts"

/** What an act is done to, by the first word of its name. */
const spokenOf: Record<string, string> = {
  availability: "product",
  bank: "bank-line",
  booking: "booking",
  carousel: "carousel-image",
  contact: "contact-message",
  contract: "contract-template",
  customer: "profile",
  faq: "faq-entry",
  finance: "finance-settings",
  legal: "legal-text",
  mail: "mail",
  manual: "manual",
  newsletter: "newsletter-subscription",
  option: "option",
  page: "page",
  person: "person",
  product: "product",
  site: "site-config",
  testimonial: "testimonial",
  rights: "rights-request",
  route: "route",
  sharing: "person",
}
/**
 * A list is put in order on what holds it; a download, the rules of signing in and the sentences of a mail are things of
 * their own; an account outlives the person who signed in to it.
 */
const others: Record<string, string> = {
  "bank.imported": "bank-statement",
  "bank.removed": "bank-statement",
  "booking.exported": "export",
  "carousel.reordered": "page",
  "finance.exported": "export",
  "takings.exported": "export",
  "invoice.exported": "export",
  "mail.sentences-reset": "mail-template",
  "mail.sentences-saved": "mail-template",
  "newsletter.exported": "export",
  "option.ordered": "product",
  "person.account-deleted": "profile",
  "person.dormant-told": "profile",
  "person.pseudonymised": "profile",
  "person.second-factor-optional": "sign-in-settings",
  "person.second-factor-required": "sign-in-settings",
  "product.order-forgotten": "catalogue",
  "product.ordered": "catalogue",
}

describe("the record of acts", () => {
  test("says of each act what it is done to", () => {
    const actions = Object.keys(subjectKinds)
    const kinds = actions.map((action) => [action, others[action] ?? spokenOf[action.split(".")[0] ?? ""]])
    expect(actions.length).toBeGreaterThan(100)
    expect(subjectKinds).toEqual(Object.fromEntries(kinds))
  })

  test("knows the acts of today from those of former times, and a booking's from others", () => {
    expect([isAction("booking.placed"), isAction("finance.saved"), isAction("booking.paid"), isAction("")]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([isBookingAction("booking.placed"), isBookingAction("finance.saved")]).toEqual([true, false])
  })
})
