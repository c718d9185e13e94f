import type { ProfileId } from "../id.ts"
import type { StaffRole } from "./staff-roles.ts"

export type Actor =
  /** An administrator has no `staffRole`. */
  | { kind: "customer" | "administrator"; id: ProfileId; name: string; apiKey?: string; staffRole?: StaffRole | null }
  | { kind: "system" | "visitor" }

/** Somebody who works in the back office; what each role may do stands in `staff-roles.ts`. */
export type Staff = Actor & { kind: "administrator" }

export const system = { kind: "system" } as const satisfies Actor

export type Account = { id: ProfileId; name: string }

/** A visitor holds nothing, so no account's own days count. */
export const anonymousAccount: Account = { id: "00000000-0000-0000-0000-000000000000", name: "" }

/** They differ for shared accounts (D19, D55) and telephone bookings. */
export type Party = { actor: Actor; account: Account }

export function isProxy({ actor, account }: Party): boolean {
  return "id" in actor && actor.id !== account.id
}

export function proxyName(party: Party): string | null {
  return isProxy(party) && "name" in party.actor ? party.actor.name : null
}

export function ownAccountParty({ id, name }: Account): Party {
  return { actor: { kind: "customer", id, name }, account: { id, name } }
}
