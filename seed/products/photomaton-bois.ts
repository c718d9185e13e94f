import type { SeedProduct } from "../catalogue-types.ts"
import { backdrops, guestBook, host, oldPhotoPack, props, secondPlace } from "../usual-options.ts"
import { setupTime } from "../setup-time.ts"
import { defaultPhotoPack } from "../../domain/pricing/price.ts"

export const photomatonBois: SeedProduct = {
  slug: "photomaton-bois",
  name: "Photomaton bois",
  description: `Tirages en bande, rideau, banquette, installé en ${setupTime}.

Une vraie cabine en pin huilé, construite dans notre atelier de Joinville. On s’y serre à quatre, on tire le rideau, quatre éclairs, et la bande tombe dans la niche avant que le rire soit fini.`,
  price: 250_00,
  picture: { file: "photobooth-bois.svg", alt: "Photomaton en bois à rideau corail, sous des guirlandes" },
  features: [
    "Bande de quatre poses imprimée en 12 secondes",
    "Cabine fermée par un rideau, jusqu’à quatre personnes",
    "Fronton à ampoules, éclairage réglé pour toutes les peaux",
    "Seconde bande d’un simple appui, pour le livre d’or",
    "Toutes les photos remises le lendemain, en pleine définition",
    "Prise ordinaire de 16 A, emprise au sol de 1,60 m sur 1,10 m",
    "Livré, monté et repris par nos soins",
  ],
  isActive: true,
  photoPackPrice: defaultPhotoPack.price,
  photoPackQuantity: defaultPhotoPack.quantity,
  includedPhotos: 100,
  stock: 1,
  preparationDaysBefore: 0,
  preparationDaysAfter: 1,
  securityDeposit: 800_00,
  minimumNoticeDays: 3,
  furthestDays: 540,
  seoTitle: "Location de photomaton en bois près de Paris",
  seoDescription:
    "Photomaton en bois avec rideau et banquette, bandes de quatre poses imprimées sur place. Livré et monté à Paris et en Île-de-France.",
  createdDaysAgo: 40,
  plans: [
    {
      kind: "hours",
      name: "Soirée 4 h avec animateur",
      sentence: "Nous installons la cabine, un animateur accueille vos invités, puis nous repartons avec.",
      includes: ["animateur pendant 4 h", "installation et démontage"],
      hours: 4,
      price: 590_00,
      startTimes: ["11:00", "15:00", "17:00", "18:00", "19:00", "20:00", "21:00"],
      extraHourPrice: 90_00,
      maximumExtraHours: 3,
      setUpMinutes: 60,
      takeDownMinutes: 60,
    },
  ],
  manual: [
    {
      title: "Allumer la cabine",
      content: `Branchez le câble noir sur une prise murale de 16 A, sans multiprise ni enrouleur. Appuyez deux secondes sur le bouton corail, à droite de l’entrée : l’anneau s’éclaire, puis les ampoules du fronton s’allument une à une.

Attendez que l’écran affiche le compte à rebours, environ une minute. Faites une bande d’essai, seul, assis au milieu de la banquette. Si rien ne s’éclaire, vérifiez le disjoncteur de la salle avant de nous appeler.`,
      picture: {
        file: "notice-allumage.svg",
        alt: "Un doigt appuie sur le bouton corail cerclé de lumière, près des ampoules du fronton",
      },
    },
    {
      title: "Changer le rouleau de papier",
      content: `Un rouleau donne 350 bandes. Quand le voyant de droite devient orange, ouvrez la trappe sous la niche avec la clé accrochée derrière le rideau. Sortez le mandrin vide, glissez-y le rouleau neuf, la feuille se déroulant vers vous.

Engagez 3 cm de papier entre les deux galets, sans tirer : la cabine l’avale elle-même. Refermez jusqu’au clic. La première bande sort blanche, jetez-la. Deux rouleaux de secours sont sous la banquette.`,
      picture: {
        file: "notice-papier.svg",
        alt: "Une main engage le papier d’un rouleau neuf dans l’imprimante ouverte",
      },
    },
    {
      title: "Guider vos invités",
      content: `Deux personnes tiennent sur la banquette, quatre en se penchant vers la vitre. Le bouton rouge lance quatre poses, à trois secondes d’intervalle : changez de grimace à chaque éclair.

La bande tombe dans la niche en 12 secondes, sèche mais encore tiède. Prenez-la par les bords. Pour une seconde bande identique, appuyez de nouveau dans les dix secondes. Gardez les verres dehors : le rebord de la vitre penche, et le sirop colle au velours.`,
      picture: null,
    },
    {
      title: "Fin de soirée",
      content: `Appuyez trois secondes sur le bouton corail et attendez que l’écran soit noir : la cabine range les photos sur son disque, ne coupez pas le courant avant. Débranchez, enroulez le câble sans le serrer, posez-le sur la banquette avec la clé.

Ne démontez ni le fronton ni les parois, nous nous en chargeons. Si la cabine reste dehors pour la nuit, tirez la housse grise jusqu’au sol : elle est pliée sous la banquette.`,
      picture: { file: "notice-rangement.svg", alt: "Le matériel rangé à sa place dans une malle ouverte" },
    },
  ],
  options: [guestBook, props, ...backdrops, host, secondPlace, oldPhotoPack],
}
