import type { MailName } from "./mails.ts"
import { bookingTemplatesByName } from "./templates/booking-templates.ts"

/** Whom a kind of mail is for: the owner, a customer about a booking, or whoever has an account or wrote to us. */
export function mailGroupOf(template: MailName): "booking" | "owner" | "account" {
  if (template.endsWith("-owner") || template === "contact-message") return "owner"
  return Object.hasOwn(bookingTemplatesByName, template) || template === "booking-message" ? "booking" : "account"
}
