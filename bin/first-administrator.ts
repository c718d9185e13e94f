import type { PreparationSummary } from "../server/main.ts"
import { say } from "./operator.ts"

export function sayAdministrator({ administrator }: PreparationSummary): void {
  if (administrator) say(`Administrator  ${administrator.email}, with the password of ADMIN_PASSWORD`)
}

export function sayFirstAdministratorLink(link: string | null): void {
  if (!link) return
  say()
  say("Choose your address and password here, within an hour. A new start prints a new link:")
  say(link)
  say()
}
