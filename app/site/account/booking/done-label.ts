/** null for an unknown act. Promises no e-mail when none can be delivered. */
export function doneLabel(act: string, canMail: boolean): string | null {
  const label = Object.hasOwn(labels, act) ? labels[act] : undefined
  return label?.[canMail ? "mailed" : "here"] ?? null
}

const sameText = (text: string) => ({ mailed: text, here: text })

const labels: Readonly<Record<string, { mailed: string; here: string }>> = {
  signe: {
    mailed: "Contrat signé. Votre copie arrive par e-mail.",
    here: "Contrat signé. Votre copie se télécharge ici dès qu’elle est prête.",
  },
  annulee: {
    mailed: "Votre réservation est annulée. Un e-mail vous le confirme.",
    here: "Votre réservation est annulée.",
  },
  retractation: {
    mailed: "Votre rétractation est reçue. Un e-mail vous le confirme, avec la date et l’heure.",
    here: "Votre rétractation est reçue. Sa date et son heure sont enregistrées.",
  },
  dates: {
    mailed: "Votre demande est envoyée. Nous vous répondons par e-mail.",
    here: "Votre demande est envoyée. La réponse s’affichera ici.",
  },
  adresse: sameText("Merci, votre adresse est notée."),
  debut: sameText("Merci, l’heure de votre événement est notée."),
  lieu: sameText("Merci, le lieu est noté. Vous pouvez le corriger jusqu’au jour de l’événement."),
  "dates-gardees": sameText("Votre demande d’autres dates est retirée."),
}
