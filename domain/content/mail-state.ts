export const mailStates = ["waiting", "sent", "kept", "refused", "failed", "withdrawn"] as const

export type MailState = (typeof mailStates)[number]

export const mailTabs = ["waiting", "sent", "kept", "failed"] as const
export type MailTab = (typeof mailTabs)[number]
