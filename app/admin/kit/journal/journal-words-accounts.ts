/** What administrators did to people's accounts, as the end of a sentence: "Camille a désactivé le compte". */
export const accountWords: Record<string, string> = {
  "person.role-changed": "a changé le rôle",
  "person.disabled": "a désactivé le compte",
  "person.enabled": "a réactivé le compte",
  "person.verification-sent": "a renvoyé le courriel de confirmation d’adresse",
  "person.email-verified": "a confirmé son adresse e-mail",
  "person.password-link-sent": "a envoyé un lien pour choisir un mot de passe",
  "person.password-chosen": "a choisi son mot de passe par le lien d’un courriel",
  "person.password-changed": "a changé son mot de passe",
  "person.second-factor-enabled": "a activé sa double authentification",
  "person.second-factor-disabled": "a désactivé sa double authentification",
  "person.recovery-codes-renewed": "a fait de nouveaux codes de secours",
  "person.second-factor-required": "a demandé la double authentification à tous les administrateurs",
  "person.second-factor-optional": "a rendu la double authentification facultative pour les administrateurs",
}
