import { date, integer, timestamp, uuid } from "drizzle-orm/pg-core"
import type { Cents } from "../../../domain/money.ts"
import type { Day } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"

/** An instant: timestamptz, a Date in code (D2). */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** A calendar date, "yyyy-MM-dd" in code (D2). */
export const day = (name: string) => date(name).$type<Day>()

/** Calendar dates. The type stands behind `array()`, which forgets that of its elements. */
export const days = (name: string) => date(name).array().$type<Day[]>()

/** Integer euro cents (D1). */
export const cents = (name: string) => integer(name).$type<Cents>()

/** A UUID; of what, where its column says so. */
export const id = <Row extends Id = Id>(name: string) => uuid(name).$type<Row>()
export const randomId = <Row extends Id = Id>() => id<Row>("id").primaryKey().defaultRandom()
export const createdAt = () => instant("created_at").notNull().defaultNow()
/** Kept by a trigger, whoever writes. */
export const updatedAt = () => instant("updated_at").notNull().defaultNow()
