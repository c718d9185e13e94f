import { href } from "react-router"

export const RESET_LINK_HOURS = 1
export const INVITATION_LINK_DAYS = 7

export function signInLinkUrl(origin: string, token: string, returnPath?: string): string {
  const page = origin + href("/connexion/lien/:token", { token })
  return returnPath === undefined ? page : `${page}?retour=${encodeURIComponent(returnPath)}`
}

export function passwordUrl(origin: string, token: string, returnPath?: string): string {
  const page = origin + href("/nouveau-mot-de-passe/:token", { token })
  return returnPath === undefined ? page : `${page}?retour=${encodeURIComponent(returnPath)}`
}
