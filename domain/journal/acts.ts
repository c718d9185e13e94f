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
import { type ExportAct, exportSubjects } from "./export-acts.ts"

/**
 * Everything that the record of events can hold. A new act is a member of its area's union; its subject, its French
 * words, the names of its details and, for a booking, its sentence in the timeline then have to be written, or nothing
 * compiles.
 */
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
  | PictureAct
  | RouteAct

/** Noun and past participle: "booking.placed". */
export type Action = Act["action"]

/** What every act is done to: one kind of thing each. */
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
  ...pictureSubjects,
  ...routeSubjects,
} as const satisfies Record<Action, string>

export type SubjectKind = (typeof subjectKinds)[Action]

/** False for an act of former times, which the record keeps and nothing writes any more. */
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

/** Names inside of `before` and `after`, where these are fields. */
type NamesIn<Part> = Part extends { before?: infer Fields } ? FieldNames<NonNullable<Fields>> : never
type FieldNames<Fields> = Fields extends readonly unknown[] ? never : KeysOf<Fields>
type ChangedIn<Part> = Part extends { changed: readonly (infer Name extends string)[] } ? Name : never

/** Every name under which an act keeps something. */
export type DetailName = KeysOf<Parts> | NamesIn<Parts> | ChangedIn<Parts>

/** What the record says of an act, of whatever time: values as they were written, to be looked at before they are shown. */
export type RecordedDetails = { readonly [Name in DetailName]?: unknown }

/** The act of that name, as it is written today. */
export type ActBy<Name extends Action> = ActIn<Act, Name>
type ActIn<Some, Name> = Some extends { action: infer Known } ? (Name extends Known ? Some : never) : never

/** All that it says, facts and personal details together. */
export type RecordedBy<Name extends Action> = PartsOf<ActBy<Name>>
type PartsOf<Some> = Some extends unknown ? PartOf<Some, "details"> & PartOf<Some, "personal"> : never

/** Acts that deleted rows, and so can be taken back however late. */
export type RemovalAction = Extract<Act, { personal: { removed: unknown } }>["action"]

/** Acts that can be taken back from the message that tells them. */
export type UndoableAction =
  | RemovalAction
  | "booking.confirmed"
  | "booking.refused"
  | "booking.cancelled"
  | "availability.blocked"
  | "product.archived"
  | "contact.archived"
