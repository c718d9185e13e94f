export const mailStates = ["waiting", "sent", "kept", "failed"] as const

/**
 * Where a mail is: on its way (waiting for its first try or its next), taken by the mail server, kept in the outbox
 * because there is none, or failed: refused for good, or given up after days of tries.
 */
export type MailState = (typeof mailStates)[number]
