import { describe, expect, test } from "vitest"
import { isAction, isBookingAction, subjectKinds } from "./acts.ts"

const subjectByNoun: Record<string, string> = {
  availability: "product",
  bank: "bank-line",
  booking: "booking",
  carousel: "carousel-image",
  contact: "contact-message",
  contract: "contract-template",
  customer: "profile",
  faq: "faq-entry",
  finance: "finance-settings",
  lead: "lead",
  legal: "legal-text",
  mail: "mail",
  manual: "manual",
  newsletter: "newsletter-subscription",
  option: "option",
  page: "page",
  person: "person",
  plan: "rate-plan",
  rule: "price-rule",
  zone: "delivery-zone",
  product: "product",
  "promo-code": "promo-code",
  quote: "quote",
  site: "site-config",
  testimonial: "testimonial",
  unit: "product",
  rights: "rights-request",
  route: "route",
  sharing: "person",
}
/**
 * Exceptions: order acts target the container; downloads, sign-in rules and mail sentences have their own subjects; an
 * account outlives its user.
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
  "mail.tested": "person",
  "newsletter.exported": "export",
  "option.ordered": "product",
  "person.account-deleted": "profile",
  "person.dormant-told": "profile",
  "person.pseudonymised": "profile",
  "person.second-factor-optional": "sign-in-settings",
  "person.second-factor-required": "sign-in-settings",
  "plan.ordered": "product",
  "product.order-forgotten": "catalogue",
  "product.ordered": "catalogue",
}

describe("the record of acts", () => {
  test("each act has its subject", () => {
    const actions = Object.keys(subjectKinds)
    const kinds = actions.map((action) => [action, others[action] ?? subjectByNoun[action.split(".")[0] ?? ""]])
    expect(actions.length).toBeGreaterThan(100)
    expect(subjectKinds).toEqual(Object.fromEntries(kinds))
  })

  test("current acts are distinguished from former ones, and booking acts from others", () => {
    expect([isAction("booking.placed"), isAction("finance.saved"), isAction("booking.paid"), isAction("")]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([isBookingAction("booking.placed"), isBookingAction("finance.saved")]).toEqual([true, false])
  })
})
