import type { ResubmittableForm } from "../../server/web/posted-again.ts"
import { createContext } from "react"

export const PostedAgainContext = createContext<ResubmittableForm | null>(null)
