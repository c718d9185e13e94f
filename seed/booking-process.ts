import { typesetAll } from "./typography.ts"

export type BookingStep = { title: string; description: string }

/** The eight steps of the help centre, in order. */
export const bookingProcess: readonly BookingStep[] = typesetAll<readonly BookingStep[]>([
  {
    title: "Choisissez vos dates",
    description: "Le calendrier montre les jours libres de chaque machine. Prenez-en un ou plusieurs : le prix s’affiche aussitôt.",
  },
  {
    title: "Ajoutez vos options",
    description: "Livre d’or, accessoires, animateur, packs photo. Le récapitulatif suit chaque ajout, sans surprise à la fin.",
  },
  {
    title: "Connectez-vous",
    description: "Un nom, une adresse de courriel et un mot de passe suffisent. Vos dates vous sont gardées pendant 30 minutes.",
  },
  {
    title: "Indiquez l’adresse",
    description: "Faites-vous livrer, les frais s’affichent en entier, ou retirez la machine gratuitement à l’atelier.",
  },
  {
    title: "Envoyez la demande",
    description: "Elle est « en attente » et vos dates sont bloquées. Nous vous contactons dans les 24 heures.",
  },
  {
    title: "Recevez le contrat",
    description: "Quand nous passons la réservation à « confirmé », le contrat est prêt, avec son lien de paiement.",
  },
  {
    title: "Signez et payez",
    description: "Vous avez 48 heures pour signer en ligne et régler l’acompte de 30 %. Le paiement passe à « complété » avec le solde, 7 jours avant.",
  },
  {
    title: "Profitez de la fête",
    description: "Nous livrons, montons et reprenons. La notice est sur la machine, et nous répondons au téléphone jour et nuit.",
  },
])
