import type { ApiScope } from "../api/api-key.ts"
import type { Day } from "../day.ts"
import type { Cents } from "../money.ts"
import type { ProfileId } from "../id.ts"
import type { RightsOutcome } from "./rights.ts"
import type { SharingPermission } from "./sharing.ts"
import type { AccountRole, BackOfficeRole } from "./staff-roles.ts"
import type { Edit, FieldValues } from "../act.ts"

type Named = { personal: { name: string } }
type Addressed = { personal: { email: string } }
type SharedRights = { permissions: readonly SharingPermission[] }

export type PersonField =
  | "name"
  | "phone"
  | "street"
  | "zipCode"
  | "city"
  | "addressInstructions"
  | "placeName"
  | "homeStreet"
  | "homeZipCode"
  | "homeCity"
  | "clientType"
  | "businessName"
  | "businessSiret"
  | "businessVat"
  | "businessContactName"

export type AccountAct =
  | ({
      action: "person.role-changed"
      details: { before: { role: AccountRole }; after: { role: AccountRole } }
    } & Named)
  | { action: "person.days-off-added" | "person.days-off-removed"; details: { firstDay: Day; lastDay: Day } }
  | { action: "person.cost-saved"; details: { hourlyCost: Cents | null } }
  | ({ action: "person.invited"; details: { role: AccountRole } } & Named)
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
  /** Confirmed from both addresses (D54). */
  | ({ action: "person.email-change-asked" } & Addressed)
  | { action: "person.email-changed"; personal: { before: FieldValues<"email">; after: FieldValues<"email"> } }
  | {
      action: "person.second-factor-required" | "person.second-factor-optional"
      details: { roles: readonly BackOfficeRole[] }
    }
  /** "taken-over": all access ended, because a stranger may have signed up with this address. */
  | { action: "person.password-chosen" | "person.taken-over"; details: { sessions: number } }
  | { action: "person.password-renewed"; details: { sessions: number; secondFactorRemoved: boolean } }
  | { action: "person.details-erased"; details: { events: number } }
  | { action: "person.dormant-told"; details: { erasedOn: Day } }
  | { action: "person.pseudonymised" | "person.account-deleted"; details: { bookings: number } }
  | { action: "person.data-exported" | "person.export-fetched"; details: { export: string } }
  | { action: "person.mails-chosen"; details: { mailDayBefore: boolean; mailThanks: boolean } }
  | { action: "rights.asked" | "rights.recorded" | "rights.extended"; details: { dueOn: Day } }
  | { action: "rights.answered"; details: { outcome: RightsOutcome } }
  | { action: "sharing.granted"; details: { person: ProfileId; permissions: readonly SharingPermission[] } }
  | {
      action: "sharing.changed"
      details: { person: ProfileId; before: SharedRights; after: SharedRights }
    }
  | { action: "sharing.ended"; details: { person: ProfileId } }
  | { action: "person.feed-made" | "person.feed-revoked"; details: { scope: "account" | "shop" } }
  | {
      action: "person.api-key-made" | "person.api-key-revoked"
      details: { scopes: readonly ApiScope[] }
      personal: { name: string }
    }
  | {
      action: "person.webhook-added" | "person.webhook-removed" | "person.webhook-secret-renewed"
      details: { host: string }
    }
  | ({ action: "customer.created" } & Named)
  | ({ action: "customer.corrected" } & Edit<PersonField>)
  | { action: "customer.email-corrected"; personal: { before: FieldValues<"email">; after: FieldValues<"email"> } }
  | { action: "customer.noted" }

export const accountSubjects = {
  "person.role-changed": "person",
  "person.invited": "person",
  "person.days-off-added": "person",
  "person.days-off-removed": "person",
  "person.cost-saved": "person",
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
