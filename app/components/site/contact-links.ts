/** Where a phone number leads: "01 48 73 00 00" becomes tel:+33148730000, other numbers keep their digits. */
export function telephoneHref(phone: string): string {
  const digits = phone.replace(/[^\d+]/g, "")
  return `tel:${digits.replace(/^0(?=\d{9}$)/, "+33")}`
}

/** Where to sign in from, so as to come back. */
export function connectHref(path: string): string {
  return path === "/" ? "/connexion" : `/connexion?retour=${encodeURIComponent(path)}`
}
