import { href } from "react-router"
import { internationalPhone } from "../../domain/phone.ts"

export function telephoneHref(phone: string): string {
  return `tel:${internationalPhone(phone)}`
}

export function signInHref(path: string): string {
  return path === "/" ? href("/connexion") : `${href("/connexion")}?retour=${encodeURIComponent(path)}`
}
