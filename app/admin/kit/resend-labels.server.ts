import type { ResendProblem } from "../../../server/outside/mails/resend.ts"

export const resendProblemTexts: Record<ResendProblem["kind"], { title: string; text: string }> = {
  "not-found": { title: "Cet e-mail n’existe plus", text: "Rien n’a été renvoyé." },
  "not-undelivered": {
    title: "Cet e-mail n’est pas à renvoyer",
    text: "Il est parti, il est en attente, ou il a déjà été renvoyé.",
  },
  erased: { title: "Ce que disait cet e-mail est effacé", text: "Écrivez plutôt au client." },
  "out-of-date": {
    title: "Le lien ou le code de cet e-mail n’est plus valable",
    text: "Rien n’a été renvoyé\u00A0: son destinataire peut en demander un autre.",
  },
  "without-mail": { title: "Ce client n’a pas d’adresse e-mail", text: "Ajoutez-la dans sa fiche, puis renvoyez." },
}
