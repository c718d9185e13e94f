export function isMailed({ email, isExample }: { email: string | null; isExample: boolean }): boolean {
  return !isExample && email !== null && email.trim() !== ""
}
