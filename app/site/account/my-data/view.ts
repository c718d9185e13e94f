export const dataForms = ["copie", "courriels", "nouveautes", "droit"] as const
export type DataForm = (typeof dataForms)[number]
