import { href } from "react-router"

export const EMAIL_CHANGE_DAYS = 3

export function emailChangeUrl(origin: string, token: string): string {
  return origin + href("/adresse-e-mail/:token", { token })
}
