import type { PlanChoice } from "../../../domain/pricing/rate-plan.ts"
import type { cartItems } from "../../platform/schema/bookings.ts"

type PlanColumns = Pick<typeof cartItems.$inferSelect, "planId" | "startTime" | "extraHours">

export function toPlanColumns({ id, startTime, extraHours }: PlanChoice): PlanColumns {
  return { planId: id, startTime, extraHours }
}

export function toPlanChoice({ planId, startTime, extraHours }: PlanColumns): PlanChoice {
  return { id: planId, startTime, extraHours }
}
