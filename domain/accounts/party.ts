/** Who acts: kept with every event, with the name as it was then. */
export type Actor = { kind: "customer" | "administrator"; id: string; name: string } | { kind: "system" | "visitor" }

/** Only an administrator writes in the back office (D18). */
export type Administrator = Actor & { kind: "administrator" }

/** A job that acts by itself. */
export const system = { kind: "system" } as const satisfies Actor
