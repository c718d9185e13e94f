import { href } from "react-router"
import { internationalPhone } from "../../domain/printed-numbers.ts"

/** Where a phone number leads: "01 48 73 00 00" becomes tel:+33148730000, other numbers keep their digits. */
export function telephoneHref(phone: string): string {
  return `tel:${internationalPhone(phone)}`
}

/** Where to sign in from, so as to come back. */
export function connectHref(path: string): string {
  return path === "/" ? href("/connexion") : `${href("/connexion")}?retour=${encodeURIComponent(path)}`
}
