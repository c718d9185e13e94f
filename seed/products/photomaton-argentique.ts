import type { SeedProduct } from "../catalogue-types.ts"
import { guestBook, secondPlace } from "../usual-options.ts"

export const photomatonArgentique: SeedProduct = {
  slug: "photomaton-argentique",
  name: "Photomaton argentique",
  description: `Une cabine de 1964, chimie et papier d’origine, quatre poses en noir et blanc.

Retrouvée dans une gare de province, elle développe encore ses bandes comme autrefois, en quatre minutes et sans ordinateur. Nous achevons sa restauration dans l’atelier.`,
  price: 480_00,
  picture: {
    file: "photobooth-retro.svg",
    alt: "Cabine photo en métal nervuré des années 1960, bandeau corail à trois étoiles, près d’un réverbère",
  },
  features: [
    "Mécanique et optique d’origine, révisées",
    "Bande de quatre poses en noir et blanc, développée sur place",
    "Papier positif direct : chaque bande est unique",
    "Opérateur compris pendant toute la location",
    "Rez-de-chaussée uniquement, 280 kg, transpalette nécessaire",
  ],
  isActive: false,
  photoPackPrice: 12_00,
  photoPackQuantity: 12,
  includedPhotos: 24,
  stock: 1,
  preparationDaysBefore: 1,
  preparationDaysAfter: 2,
  securityDeposit: 1500_00,
  minimumNoticeDays: 21,
  furthestDays: 365,
  seoTitle: "Location de photomaton argentique de 1964",
  seoDescription:
    "Photomaton argentique de 1964 restauré, bandes en noir et blanc développées sur place, avec son opérateur. Bientôt disponible en Île-de-France.",
  createdDaysAgo: 400,
  manual: [
    {
      title: "Avant l’ouverture",
      content: `Cette cabine ne se met en marche qu’en présence de l’opérateur. Il contrôle le niveau des huit cuves, la température des bains et la tension du papier, puis tire deux bandes d’essai. Comptez une heure avant le premier invité.

Prévoyez un sol plat, une prise de 16 A réservée à la cabine et un point d’eau à moins de vingt mètres.`,
      picture: null,
    },
  ],
  options: [
    guestBook,
    secondPlace,
    {
      name: "Recharge de papier argentique",
      description: "Quarante bandes de plus, par recharge.",
      price: 65_00,
      unit: "pack",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: 3,
      picture: null,
      subOptions: [],
    },
  ],
}
