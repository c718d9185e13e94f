import { href } from "react-router"

/** How long a link is good for that somebody has asked for who forgot their password. */
export const FORGOTTEN_HOURS = 1
/** And one that comes with an account made on the phone: its owner asked for nothing, and may read the mail days later. */
export const INVITATION_DAYS = 7

/** Where the link of the mail leads; its page only shows a form: mail scanners open links, people type passwords. */
export function passwordUrl(origin: string, token: string, back?: string): string {
  const page = origin + href("/nouveau-mot-de-passe/:token", { token })
  return back === undefined ? page : `${page}?retour=${encodeURIComponent(back)}`
}
