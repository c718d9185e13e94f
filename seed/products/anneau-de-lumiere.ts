import type { SeedProduct } from "../catalogue-types.ts"
import { backdrop, guestBook, host, props } from "../usual-options.ts"
import { defaultPhotoPack } from "../../domain/pricing/price.ts"

export const anneauDeLumiere: SeedProduct = {
  slug: "anneau-de-lumiere",
  name: "Anneau de lumière",
  description: `Lumière douce, 1 m de large suffit, envoi des photos par QR code.

Une borne blanche et fine, qui se glisse entre deux tables. L’anneau éclaire sans éblouir, l’écran montre la pose, et chacun repart avec sa photo dans son téléphone, imprimée aussi s’il le souhaite.`,
  price: 180_00,
  picture: { file: "photobooth-anneau.svg", alt: "Borne blanche élancée à anneau lumineux, fond corail" },
  features: [
    "Anneau à intensité réglable, lumière flatteuse de jour comme de nuit",
    "Photo, rafale animée ou boomerang",
    "Envoi immédiat par QR code, sans application ni adresse à donner",
    "Impression 10 × 15 en 9 secondes sur l’imprimante fournie",
    "1 m de large suffit, 25 kg, roulettes cachées dans le socle",
    "Galerie privée en ligne pendant 60 jours",
  ],
  isActive: true,
  photoPackPrice: defaultPhotoPack.price,
  photoPackQuantity: defaultPhotoPack.quantity,
  includedPhotos: 36,
  stock: 1,
  preparationDaysBefore: 0,
  preparationDaysAfter: 0,
  securityDeposit: 400_00,
  minimumNoticeDays: 2,
  furthestDays: 540,
  instantBooking: true,
  instantNoticeDays: 3,
  instantMaximumKm: 60,
  instantMaximumTotal: 800_00,
  seoTitle: "Location de borne photo à anneau lumineux près de Paris",
  seoDescription:
    "Borne photo fine à anneau lumineux : 1 m de large suffit, photos par QR code et impression sur place. Livrée à Paris et en Île-de-France.",
  createdDaysAgo: 90,
  manual: [
    {
      title: "Placer et allumer la borne",
      content: `Posez le socle sur un sol plat, à deux mètres du fond et loin d’une fenêtre en plein soleil. Déployez le mât jusqu’à ce que l’écran arrive à hauteur d’épaule, puis serrez la bague d’un quart de tour.

Branchez l’imprimante d’abord, la borne ensuite. Appuyez sur le point corail au milieu du mât : l’anneau s’allume, l’écran suit au bout de quarante secondes. Réglez l’intensité en tournant la molette placée derrière l’anneau.`,
      picture: { file: "notice-allumage.svg", alt: "Un doigt appuie sur un bouton corail cerclé de lumière" },
    },
    {
      title: "Partager les photos",
      content: `Après chaque pose, un QR code s’affiche à gauche de la photo. L’invité ouvre l’appareil photo de son téléphone, vise le code et touche le lien : la photo s’enregistre, sans compte ni publicité. Le code reste affiché vingt secondes et se retrouve dans la galerie.

Si le réseau de la salle est faible, la borne garde les photos et les envoie plus tard : le lien fonctionne dès que la connexion revient. Rien n’est perdu entre-temps.`,
      picture: {
        file: "notice-partage.svg",
        alt: "Une main tient un téléphone devant le QR code affiché par la borne",
      },
    },
    {
      title: "Recharger l’imprimante",
      content: `Une recharge comprend un bac de papier et une cartouche, prévus pour 18 photos chacun. Quand l’écran demande du papier, tirez le bac avant, posez les feuilles face brillante vers le haut et repoussez jusqu’au clic.

La cartouche se trouve derrière la petite porte de droite : elle ne rentre que dans un sens, ne forcez jamais. Ne retirez pas une feuille pendant l’impression, elle passe quatre fois avant de sortir. En cas de bourrage, éteignez l’imprimante et soulevez le capot.`,
      picture: { file: "notice-papier.svg", alt: "Une main recharge le papier de l’imprimante" },
    },
    {
      title: "Éteindre et ranger",
      content: `Touchez le point corail trois secondes, attendez que l’anneau s’éteigne de lui-même, puis débranchez. Desserrez la bague et laissez descendre le mât doucement, une main sous l’anneau.

Couchez la borne dans sa malle, l’écran contre la mousse, et l’imprimante dans la case de droite, bac retiré. Enroulez les câbles dans la poche du couvercle. Deux personnes portent la malle sans peine : tenez-la par les poignées et gardez-la à plat dans la voiture.`,
      picture: { file: "notice-rangement.svg", alt: "La borne et son imprimante rangées dans leur malle de transport" },
    },
  ],
  options: [
    guestBook,
    props,
    backdrop,
    host,
    {
      name: "Envoi par SMS",
      description: "Pour les invités qui n’ont pas l’habitude des QR codes. Par packs de 50 envois.",
      price: 8_00,
      unit: "pack",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: 10,
      picture: null,
      subOptions: [],
    },
  ],
}
