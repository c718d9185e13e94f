import type { ProfileId } from "../id.ts"

/**
 * Who acts: kept with every event, with the name as it was then. `apiKey`: how the key is called by which a program acts
 * in an administrator's name.
 */
export type Actor =
  | { kind: "customer" | "administrator"; id: ProfileId; name: string; apiKey?: string }
  | { kind: "system" | "visitor" }

/** Only an administrator writes in the back office (D18). */
export type Administrator = Actor & { kind: "administrator" }

/** A job that acts by itself. */
export const system = { kind: "system" } as const satisfies Actor

/** A customer's account: whose cart, bookings and bills it is about. */
export type Account = { id: ProfileId; name: string }

/**
 * Who acts, and for whose account. They are the same person, but for who acts for an account that is shared with them
 * (D19, D55), and for an administrator who types what a customer asked for on the phone.
 */
export type Party = { actor: Actor; account: Account }

/** Whether somebody acts for an account that is not their own. */
export function isForAnother({ actor, account }: Party): boolean {
  return "id" in actor && actor.id !== account.id
}

/** The name of who acts for an account that is not their own; null for its own holder, and for what acts by itself. */
export function nameOfProxy(party: Party): string | null {
  return isForAnother(party) && "name" in party.actor ? party.actor.name : null
}

/** A customer who acts for their own account. */
export function onOwnAccount({ id, name }: Account): Party {
  return { actor: { kind: "customer", id, name }, account: { id, name } }
}
