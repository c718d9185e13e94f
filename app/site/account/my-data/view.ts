/** The forms of the page, by the names of their sections. */
export const dataForms = ["copie", "courriels", "nouveautes", "droit"] as const
export type DataForm = (typeof dataForms)[number]
