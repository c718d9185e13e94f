import { createContext } from "react"

/** A form that could not be answered, as an error page gives it back: see server/posted-again.ts. */
export type PostedAgain = {
  address: string
  fields: readonly (readonly [name: string, value: string])[]
  /** False when a password was left out. */
  isWhole: boolean
}

/** Set while an error page is drawn that answers a form; such a page has no script. */
export const PostedAgainContext = createContext<PostedAgain | null>(null)
