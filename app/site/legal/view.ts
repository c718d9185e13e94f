import type { SafeHtml } from "../../../isomorphic/safe-html.ts"

export type LegalView = {
  page: string
  title: string
  html: SafeHtml
  headings: readonly { id: string; text: string; level: number }[]
  version: number
  /** "21 novembre 2026" */
  date: string
  inForce: boolean
  /** The frozen text (D44); null while it follows the settings. */
  file: string | null
  /** Newest first. */
  versions: readonly { version: number; date: string }[]
  others: readonly { page: string; title: string }[]
}
