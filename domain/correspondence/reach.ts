/**
 * Whether a customer is written to by mail: neither who has no address, nor one of the demonstration’s people, whose
 * address is nobody’s.
 */
export function isMailed({ email, isExample }: { email: string | null; isExample: boolean }): boolean {
  return !isExample && email !== null && email.trim() !== ""
}
