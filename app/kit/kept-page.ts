import { createContext } from "react"

/**
 * True while a page is drawn to be kept for when the database is away (D58): without a script, without availability or
 * price, without a form that nobody could take, and saying so.
 */
export const KeptPageContext = createContext(false)
