/**
 * Where something written goes: by mail to that address, or nowhere while no mail server is set (`leave`, see
 * `mailsLeave`). `what` names it within a sentence: "elle", "le message".
 */
export function mailLabel(what: string, email: string, leave: boolean): string {
  if (!leave)
    return `Aucun serveur de messagerie n’est réglé\u00a0: ${what} ne part pas à ${email}, et se lit sous E-mails.`
  return `${what.charAt(0).toLocaleUpperCase("fr-FR")}${what.slice(1)} attend son départ par e-mail à ${email}.`
}
