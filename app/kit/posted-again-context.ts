import type { ResubmittableForm } from "../../server/web/resubmittable-form.ts"
import { createContext } from "react"

export const PostedAgainContext = createContext<ResubmittableForm | null>(null)
