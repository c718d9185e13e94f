/** One person, one spelling: accounts are kept and looked up under this form. */
export function normalizeEmail(email: string): string {
  return email.normalize("NFC").trim().toLowerCase()
}
