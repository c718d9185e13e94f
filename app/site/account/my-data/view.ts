/** The forms of the page, by the names of their sections. */
export const dataForms = ["copie", "courriels", "nouveautes", "droit"] as const
export type DataForm = (typeof dataForms)[number]

/** The last copy that was asked for. */
export type CopyView = {
  id: string
  state: "waiting" | "ready" | "failed"
  /** Of a hundred. */
  progress: number
  bytes: number | null
  askedAt: Date
  endsAt: Date | null
}

export type MailChoicesView = { mailDayBefore: boolean; mailThanks: boolean; news: boolean }
