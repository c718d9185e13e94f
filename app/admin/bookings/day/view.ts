import type { Leg, StopId } from "../../../../domain/booking/route.ts"
import type { JobSheet } from "../../../../server/bookings/job-sheets.ts"

/** A half of a booking on the day of the sheet. */
export type StopView = { id: StopId; leg: Leg; job: JobSheet }
