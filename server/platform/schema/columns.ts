import { customType, date, integer, timestamp, uuid } from "drizzle-orm/pg-core"
import type { Cents } from "../../../domain/money.ts"
import type { Day } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import type { TimeRange } from "../../../domain/rental/rental.ts"

/** timestamptz (D2) */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** yyyy-MM-dd (D2) */
export const day = (name: string) => date(name).$type<Day>()

/** `$type` must follow `array()`, which forgets the element's type. */
export const days = (name: string) => date(name).array().$type<Day[]>()

export const range = customType<{ data: string }>({ dataType: () => "tstzrange" })

export const periods = customType<{ data: TimeRange[]; driverData: string }>({
  dataType: () => "tstzmultirange",
  toDriver: (ranges) => `{${ranges.map(({ from, until }) => `[${from},${until})`).join()}}`,
  fromDriver: (text) =>
    [...text.matchAll(/"([^"]+)","([^"]+)"/g)].map(([, from = "", until = ""]) => ({
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
    })),
})

/** Integer euro cents (D1). */
export const cents = (name: string) => integer(name).$type<Cents>()

export const id = <Row extends Id = Id>(name: string) => uuid(name).$type<Row>()
export const randomId = <Row extends Id = Id>() => id<Row>("id").primaryKey().defaultRandom()
export const createdAt = () => instant("created_at").notNull().defaultNow()
/** Maintained by a trigger. */
export const updatedAt = () => instant("updated_at").notNull().defaultNow()
