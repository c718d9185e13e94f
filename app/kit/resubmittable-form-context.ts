import type { ResubmittableForm } from "../../server/web/resubmittable-form.ts"
import { createContext } from "react"

export const ResubmittableFormContext = createContext<ResubmittableForm | null>(null)
