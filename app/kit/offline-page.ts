import { createContext } from "react"

/** True while rendering the copy served when the database is away (D58): no scripts, prices, availability or forms. */
export const OfflinePageContext = createContext(false)
