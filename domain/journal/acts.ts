import { type AccountAct, accountSubjects } from "../accounts/acts.ts"
import { type AvailabilityAct, availabilitySubjects } from "../availability/acts.ts"
import { type BookingAct, bookingSubjects } from "../booking/acts.ts"
import { type RouteAct, routeSubjects } from "../booking/route.ts"
import { type CatalogAct, catalogSubjects } from "../catalog/acts.ts"
import { type ContentAct, contentSubjects } from "../content/acts.ts"
import { type PictureAct, pictureSubjects } from "../content/picture-acts.ts"
import { type ContractAct, contractSubjects } from "../contracts/acts.ts"
import { type CorrespondenceAct, correspondenceSubjects } from "../correspondence/acts.ts"
import { type FinanceAct, financeSubjects } from "../finance/acts.ts"
import { type QuoteAct, quoteSubjects } from "../quotes/acts.ts"
import { type LeadAct, leadSubjects } from "../leads/acts.ts"
import { type ExportAct, exportSubjects } from "./export-acts.ts"

export type Act =
  | AccountAct
  | AvailabilityAct
  | BookingAct
  | CatalogAct
  | ContentAct
  | ContractAct
  | CorrespondenceAct
  | ExportAct
  | FinanceAct
  | LeadAct
  | PictureAct
  | QuoteAct
  | RouteAct

export type Action = Act["action"]

export const subjectKinds = {
  ...accountSubjects,
  ...availabilitySubjects,
  ...bookingSubjects,
  ...catalogSubjects,
  ...contentSubjects,
  ...contractSubjects,
  ...correspondenceSubjects,
  ...exportSubjects,
  ...financeSubjects,
  ...leadSubjects,
  ...pictureSubjects,
  ...quoteSubjects,
  ...routeSubjects,
} as const satisfies Record<Action, string>

export type SubjectKind = (typeof subjectKinds)[Action]

export function isAction(action: string): action is Action {
  return Object.hasOwn(subjectKinds, action)
}

export function isBookingAction(action: string): action is BookingAct["action"] {
  return Object.hasOwn(bookingSubjects, action)
}

type KeysOf<Part> = Part extends unknown ? keyof Part & string : never
type PartOf<Some, Key extends "details" | "personal"> = Some extends { [Name in Key]?: infer Part }
  ? NonNullable<Part>
  : never
type Parts = PartOf<Act, "details"> | PartOf<Act, "personal">

type NamesIn<Part> = Part extends { before?: infer Fields } ? FieldNames<NonNullable<Fields>> : never
type FieldNames<Fields> = Fields extends readonly unknown[] ? never : KeysOf<Fields>
type ChangedIn<Part> = Part extends { changed: readonly (infer Name extends string)[] } ? Name : never

export type DetailName = KeysOf<Parts> | NamesIn<Parts> | ChangedIn<Parts>

/** Values as written by any version: validate before display. */
export type RecordedDetails = { readonly [Name in DetailName]?: unknown }

type ActBy<Name extends Action> = ActIn<Act, Name>
type ActIn<Some, Name> = Some extends { action: infer Actions } ? (Name extends Actions ? Some : never) : never

export type RecordedBy<Name extends Action> = PartsOf<ActBy<Name>>
type PartsOf<Some> = Some extends unknown ? PartOf<Some, "details"> & PartOf<Some, "personal"> : never

export type RemovalAction = Extract<Act, { personal: { removed: unknown } }>["action"]

export type UndoableAction =
  | RemovalAction
  | "booking.confirmed"
  | "booking.refused"
  | "booking.cancelled"
  | "availability.blocked"
  | "product.archived"
  | "contact.archived"
