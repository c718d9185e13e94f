import type { SeedProduct } from "../catalogue-types.ts"
import { guestBook, props } from "../usual-options.ts"
import { defaultPhotoPack } from "../../domain/pricing/price.ts"

export const borneDeTable: SeedProduct = {
  slug: "borne-de-table",
  name: "Borne de table",
  description: `Une valise de bois à poser sur la nappe, photo carrée imprimée en dix secondes.

Elle tient dans le coffre d’une petite voiture.`,
  price: 120_00,
  picture: {
    file: "photobooth-mini.svg",
    alt: "Petite borne en bois à poignée de cuir sur une nappe à carreaux, une photo sort de la fente",
  },
  features: [
    "36 cm de large, 9 kg, poignée de cuir",
    "Photo carrée à marge blanche",
    "Sept heures sur batterie",
    "Écran tactile et déclencheur à bouton",
    "Envoi par QR code",
    "Prise en main en cinq minutes",
  ],
  isActive: true,
  photoPackPrice: defaultPhotoPack.price,
  photoPackQuantity: defaultPhotoPack.quantity,
  includedPhotos: 36,
  stock: 2,
  preparationDaysBefore: 0,
  preparationDaysAfter: 0,
  securityDeposit: 300_00,
  minimumNoticeDays: 1,
  furthestDays: null,
  instantBooking: true,
  instantNoticeDays: 2,
  instantMaximumKm: 60,
  instantMaximumTotal: 600_00,
  seoTitle: "Location de petite borne photo de table près de Paris",
  seoDescription:
    "Petite borne photo en bois à poser sur une table, tirages carrés en dix secondes, sur batterie. Retrait gratuit à Joinville-le-Pont.",
  createdDaysAgo: 300,
  plans: [
    {
      kind: "fixed",
      name: "Week-end (ven. au lun.)",
      sentence: "Du vendredi au lundi.",
      includes: [],
      days: 3,
      price: 240_00,
      weekdays: [5],
    },
  ],
  manual: [
    {
      title: "Allumer la borne",
      content: `Posez la borne sur une table stable, l’objectif à hauteur de poitrine des invités assis. Ouvrez le volet arrière et basculez l’interrupteur vers le point blanc : l’anneau s’éclaire et l’écran s’allume en vingt secondes.

La batterie tient sept heures. Le petit éclair en haut de l’écran devient orange à 20 % : branchez alors le chargeur, la fête peut continuer. Évitez le bord de l’eau, la pluie et la proximité des bougies, dont la chaleur gondole le papier.`,
      picture: { file: "notice-allumage.svg", alt: "Un doigt appuie sur un bouton corail cerclé de lumière" },
    },
    {
      title: "Changer le papier",
      content: `La borne contient 18 feuilles. Quand l’écran affiche un petit rectangle barré, soulevez le bandeau doré de la fente. Retirez la cartouche vide par sa languette et glissez la neuve, flèche vers l’avant, jusqu’au déclic.

Une feuille noire sort d’abord : c’est la protection, gardez-la pour remettre la cartouche dans son sachet si elle n’est pas finie. Ne laissez pas les cartouches au soleil. Vos packs sont dans la pochette de toile, sous la borne.`,
      picture: { file: "notice-papier.svg", alt: "Une main met du papier neuf dans une imprimante ouverte" },
    },
    {
      title: "Envoyer une photo sur un téléphone",
      content: `Après la prise, touchez l’icône du téléphone en bas de l’écran. Un QR code s’affiche : visez-le avec l’appareil photo de votre téléphone, puis touchez le lien. La borne crée son propre réseau, aucun Wi-Fi n’est nécessaire.

Pour retrouver une photo plus ancienne, faites glisser l’écran vers la droite et touchez-la. Le soir même, toutes les photos peuvent être copiées sur une clé USB branchée derrière le volet : choisissez « Tout copier ».`,
      picture: { file: "notice-partage.svg", alt: "Une main tient un téléphone, la photo reçue s’y affiche en grand" },
    },
    {
      title: "Ranger pour le retour",
      content: `Éteignez avec l’interrupteur et attendez que l’anneau soit noir. Retirez la cartouche entamée, fermez le bandeau doré, rabattez la poignée. Dans la malle, la borne se couche à gauche, objectif vers le haut, l’imprimante de secours au milieu et les cartouches à droite.

Le chargeur se glisse sous la sangle du couvercle. Comptez les pièces avec la liste collée à l’intérieur, fermez les deux loquets. Rapportez-nous la malle à l’heure convenue : nous vérifions avec vous, en dix minutes.`,
      picture: {
        file: "notice-rangement.svg",
        alt: "La borne, les cartouches et le chargeur à leur place dans la malle ouverte",
      },
    },
  ],
  options: [
    guestBook,
    props,
    {
      name: "Seconde batterie",
      description: "Sept heures de plus.",
      price: 15_00,
      unit: "day",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: 1,
      picture: null,
      subOptions: [],
    },
    {
      name: "Cadres aimantés",
      description: "Par packs de 12.",
      price: 16_00,
      unit: "pack",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: 8,
      picture: null,
      subOptions: [],
    },
  ],
}
