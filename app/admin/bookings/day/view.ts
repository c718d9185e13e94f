import type { Leg, StopId } from "../../../../domain/booking/route.ts"
import type { JobSheet } from "../../../../server/bookings/job-sheets.ts"

export type StopView = { id: StopId; leg: Leg; job: JobSheet }
