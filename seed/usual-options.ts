import type { SeedOption } from "./catalogue-types.ts"

/** Each product stores its own copy. */

export const guestBook: SeedOption = {
  name: "Livre d’or",
  description: "Couverture lin, colle et feutres.",
  price: 30_00,
  unit: "day",
  quantityStep: 1,
  minQuantity: 0,
  maxQuantity: 1,
  staysWithClient: true,
  picture: {
    file: "option-livre-dor.svg",
    alt: "Livre d’or à couverture de lin corail, feutres et pot de colle sur une nappe à carreaux",
  },
  subOptions: [
    {
      name: "Présentoir éclairé",
      description: "Un pupitre en bois et sa petite lampe, pour écrire même tard.",
      price: 10_00,
      unit: "day",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: 1,
    },
    {
      name: "Lot de feutres dorés",
      description: "Six feutres à encre opaque, qui écrivent sur les pages sombres.",
      price: 5_00,
      unit: "unit",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: 4,
      staysWithClient: true,
    },
  ],
}

export const props: SeedOption = {
  name: "Accessoires",
  description: "Chapeaux, lunettes, cadres.",
  price: 12_00,
  unit: "unit",
  quantityStep: 1,
  minQuantity: 0,
  maxQuantity: 6,
  picture: {
    file: "option-accessoires.svg",
    alt: "Canotier, chapeau melon, lunettes rondes et cadre doré posés sur une nappe à carreaux",
  },
  subOptions: [
    {
      name: "Boa de plumes",
      description: "Bleu canard ou corail, selon ce qui sèche ce jour-là.",
      price: 3_00,
      unit: "unit",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: 6,
    },
  ],
}

export const backdrop: SeedOption = {
  name: "Décor à sequins",
  description: "Un rideau doré de 2,20 m, monté avec le photobooth.",
  price: 45_00,
  unit: "day",
  quantityStep: 1,
  minQuantity: 0,
  maxQuantity: 1,
  picture: {
    file: "option-decor.svg",
    alt: "Rideau de sequins dorés sur son portant, rosaces de papier et guirlandes",
  },
  subOptions: [
    {
      name: "Éclairage du décor",
      description: "Deux projecteurs chauds sur pied, sans éblouir.",
      price: 10_00,
      unit: "day",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: 1,
    },
    {
      name: "Rosace de papier",
      description: "À suspendre de chaque côté, par paires.",
      price: 4_00,
      unit: "unit",
      quantityStep: 2,
      minQuantity: 2,
      maxQuantity: 10,
    },
  ],
}

export const backdrops: readonly SeedOption[] = [
  {
    ...backdrop,
    name: "séquins",
    description: "Un rideau doré de 2,20 m.",
    choiceGroup: "Fond",
    accessory: "rideau-a-sequins",
  },
  {
    name: "fleurs",
    description: "Un mur de fleurs en papier, corail et blanches.",
    price: 45_00,
    unit: "day",
    quantityStep: 1,
    minQuantity: 0,
    maxQuantity: 1,
    choiceGroup: "Fond",
    picture: { file: "option-fond-fleurs.svg", alt: "Mur de fleurs corail et blanches sur son portant" },
    subOptions: [],
  },
  {
    name: "blanc",
    description: "Un drap tendu, pour des photos claires.",
    price: 0,
    unit: "day",
    quantityStep: 1,
    minQuantity: 0,
    maxQuantity: 1,
    choiceGroup: "Fond",
    picture: { file: "option-fond-blanc.svg", alt: "Rideau blanc sur son portant, sous une guirlande" },
    subOptions: [],
  },
]

export const host: SeedOption = {
  name: "Animateur",
  description: "Il accueille, fait poser et change le papier. Deux heures au moins par jour.",
  price: 35_00,
  unit: "hour",
  quantityStep: 1,
  minQuantity: 2,
  maxQuantity: 8,
  picture: {
    file: "option-animateur.svg",
    alt: "Animateur en marinière et canotier, un appareil photo en bandoulière",
  },
  subOptions: [],
}

export const secondPlace: SeedOption = {
  name: "Transport vers un second lieu",
  description: "De la mairie à la salle, par exemple. Comptez les kilomètres entre les deux adresses.",
  price: 1_50,
  unit: "km",
  quantityStep: 5,
  minQuantity: 10,
  maxQuantity: 100,
  isOnce: true,
  picture: null,
  subOptions: [],
}

/** Hidden and refused, because its name matches photo packs (D5). */
export const oldPhotoPack: SeedOption = {
  name: "Pack photo supplémentaire",
  description: "Ancienne option, remplacée par le compteur de packs.",
  price: 7_00,
  unit: "pack",
  quantityStep: 1,
  minQuantity: 0,
  maxQuantity: null,
  picture: null,
  subOptions: [],
}
