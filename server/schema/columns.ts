import { integer, timestamp, uuid } from "drizzle-orm/pg-core"

/** An instant: timestamptz, a Date in code (D2). */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** Integer euro cents (D1). */
export const cents = (name: string) => integer(name)

export const randomId = () => uuid("id").primaryKey().defaultRandom()
export const createdAt = () => instant("created_at").notNull().defaultNow()
/** Kept by a trigger, whoever writes. */
export const updatedAt = () => instant("updated_at").notNull().defaultNow()
