export const mailStates = ["waiting", "sent", "kept", "refused", "failed", "withdrawn"] as const

/**
 * Where a mail is: on its way (waiting for its first try or its next), taken by the mail server, kept in the outbox
 * because there is none, refused for good, given up after days of tries, or withdrawn because what it told was taken back.
 */
export type MailState = (typeof mailStates)[number]

/** How mails are listed. `failed`: refused or given up, and nothing was sent in their place. */
export const mailTabs = ["waiting", "sent", "kept", "failed"] as const
export type MailTab = (typeof mailTabs)[number]
