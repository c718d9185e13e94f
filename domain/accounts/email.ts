/** The form under which accounts are stored and looked up. */
export function normalizeEmail(email: string): string {
  return email.normalize("NFC").trim().toLowerCase()
}
