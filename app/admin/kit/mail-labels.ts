/** `name` as used in a sentence: "le message". */
export function mailLabel(name: string, email: string, canSend: boolean): string {
  if (!canSend)
    return `Aucun serveur de messagerie n’est réglé\u00a0: ${name} ne part pas à ${email}, et se lit sous E-mails.`
  return `${name.charAt(0).toLocaleUpperCase("fr-FR")}${name.slice(1)} attend son départ par e-mail à ${email}.`
}
