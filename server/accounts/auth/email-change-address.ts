import { href } from "react-router"

/** How long both addresses have to be confirmed. */
export const EMAIL_CHANGE_DAYS = 3

/** Where the links of both mails lead; the page only shows a button. */
export function emailChangeUrl(origin: string, token: string): string {
  return origin + href("/adresse-e-mail/:token", { token })
}
