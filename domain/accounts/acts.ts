import type { ApiScope } from "../api/api-key.ts"
import type { Day } from "../day.ts"
import type { ProfileId } from "../id.ts"
import type { RightsOutcome } from "./rights.ts"
import type { SharingPermission } from "./sharing.ts"
import type { Edit, FieldValues } from "../act.ts"

type Named = { personal: { name: string } }
type Addressed = { personal: { email: string } }
type Role = "admin" | "user"
type SharedRights = { permissions: readonly SharingPermission[] }

/** What customers say of themselves in their account, and the owner may correct. */
export type PersonField =
  | "name"
  | "phone"
  | "street"
  | "zipCode"
  | "city"
  | "addressInstructions"
  | "clientType"
  | "businessName"
  | "businessSiret"
  | "businessVat"
  | "businessContactName"

/** What happens to people's accounts. `sessions`: how many it ended. */
export type AccountAct =
  | ({ action: "person.role-changed"; details: { before: { role: Role }; after: { role: Role } } } & Named)
  | ({ action: "person.disabled"; details: { sessions: number } } & Named)
  | ({ action: "person.enabled" } & Named)
  | ({ action: "person.verification-sent" | "person.password-link-sent" } & Addressed)
  | { action: "person.email-verified" | "person.password-changed" }
  | { action: "person.second-factor-enabled" | "person.second-factor-disabled" | "person.recovery-codes-renewed" }
  | { action: "person.passkey-added" | "person.passkey-removed" }
  | {
      action: "person.saved"
      details: { changed: readonly PersonField[] }
      personal: { before: FieldValues<PersonField>; after: FieldValues<PersonField> }
    }
  /** Another address to sign in by: asked for, and confirmed from both (D54). */
  | ({ action: "person.email-change-asked" } & Addressed)
  | { action: "person.email-changed"; personal: { before: FieldValues<"email">; after: FieldValues<"email"> } }
  /** What signing in asks of all administrators. */
  | { action: "person.second-factor-required" | "person.second-factor-optional" }
  /** "taken-over": who reads the mail was not who signed up; all that opened the account ended. */
  | { action: "person.password-chosen" | "person.taken-over"; details: { sessions: number } }
  /** By the operator, at the machine itself, for an administrator who has lost it. */
  | { action: "person.password-renewed"; details: { sessions: number; secondFactorRemoved: boolean } }
  /** What the record of events named them by; `events`: how many of its lines. */
  | { action: "person.details-erased"; details: { events: number } }
  /** Nobody had come for long: told that it ends on that day (D31). */
  | { action: "person.dormant-told"; details: { erasedOn: Day } }
  /** The account ended; what the law keeps names nobody any more. `bookings`: how many it had. */
  | { action: "person.pseudonymised" | "person.account-deleted"; details: { bookings: number } }
  /** Their own copy of what is known of them: asked for, and fetched. */
  | { action: "person.data-exported" | "person.export-fetched"; details: { export: string } }
  /** Which mails they want that no contract asks for. */
  | { action: "person.mails-chosen"; details: { mailDayBefore: boolean; mailThanks: boolean } }
  /** A right on one's data: asked for in the account, or noted by the owner; then more time, and the answer. */
  | { action: "rights.asked" | "rights.recorded" | "rights.extended"; details: { dueOn: Day } }
  | { action: "rights.answered"; details: { outcome: RightsOutcome } }
  /** An account opened to another person (D19), by its owner; `person`: to whom. Done to the owner. */
  | { action: "sharing.granted"; details: { person: ProfileId; permissions: readonly SharingPermission[] } }
  | {
      action: "sharing.changed"
      details: { person: ProfileId; before: SharedRights; after: SharedRights }
    }
  /** Taken back by the owner, or given up by whom it was given to. */
  | { action: "sharing.ended"; details: { person: ProfileId } }
  /** A private address for a calendar: of their own bookings, or of the shop's calendar. */
  | { action: "person.feed-made" | "person.feed-revoked"; details: { scope: "account" | "shop" } }
  /** A key of the API: made, and ended by an administrator. */
  | {
      action: "person.api-key-made" | "person.api-key-revoked"
      details: { scopes: readonly ApiScope[] }
      personal: { name: string }
    }
  /** Another program that is told what happens to bookings: `host`, of its address. */
  | {
      action: "person.webhook-added" | "person.webhook-removed" | "person.webhook-secret-renewed"
      details: { host: string }
    }
  /** An account that an administrator made for somebody on the phone. */
  | ({ action: "customer.created" } & Named)
  /** What an administrator corrected in a customer's file. */
  | ({ action: "customer.corrected" } & Edit<PersonField>)
  /** Their address, which nobody had confirmed; a confirmed one is asked of both (D54). */
  | { action: "customer.email-corrected"; personal: { before: FieldValues<"email">; after: FieldValues<"email"> } }
  /** A note for administrators; its text is in no event. */
  | { action: "customer.noted" }

/** What each of them is done to. */
export const accountSubjects = {
  "person.role-changed": "person",
  "person.disabled": "person",
  "person.enabled": "person",
  "person.verification-sent": "person",
  "person.password-link-sent": "person",
  "person.email-verified": "person",
  "person.password-changed": "person",
  "person.password-chosen": "person",
  "person.password-renewed": "person",
  "person.saved": "person",
  "person.email-change-asked": "person",
  "person.email-changed": "person",
  "person.taken-over": "person",
  "person.second-factor-enabled": "person",
  "person.second-factor-disabled": "person",
  "person.recovery-codes-renewed": "person",
  "person.passkey-added": "person",
  "person.passkey-removed": "person",
  "person.second-factor-required": "sign-in-settings",
  "person.second-factor-optional": "sign-in-settings",
  "person.details-erased": "person",
  "person.dormant-told": "profile",
  "person.pseudonymised": "profile",
  "person.account-deleted": "profile",
  "person.data-exported": "person",
  "person.export-fetched": "person",
  "person.mails-chosen": "person",
  "person.feed-made": "person",
  "person.feed-revoked": "person",
  "person.api-key-made": "person",
  "person.api-key-revoked": "person",
  "person.webhook-added": "person",
  "person.webhook-removed": "person",
  "person.webhook-secret-renewed": "person",
  "rights.asked": "rights-request",
  "rights.recorded": "rights-request",
  "rights.extended": "rights-request",
  "rights.answered": "rights-request",
  "sharing.granted": "person",
  "sharing.changed": "person",
  "sharing.ended": "person",
  "customer.created": "profile",
  "customer.corrected": "profile",
  "customer.email-corrected": "profile",
  "customer.noted": "profile",
} as const satisfies Record<AccountAct["action"], string>
