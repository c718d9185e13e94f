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
  /** Where its frozen words are downloaded (D44); null while it still follows the settings. */
  file: string | null
  /** Every version, the newest first. */
  versions: readonly { version: number; date: string }[]
  /** The other legal pages. */
  others: readonly { page: string; title: string }[]
}
