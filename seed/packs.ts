import { defaultPhotoPack } from "../domain/pricing/price.ts"
import type { SeedProduct } from "./catalogue-types.ts"
import { host } from "./usual-options.ts"

const sold: Omit<SeedProduct, "slug" | "name" | "description" | "price" | "picture" | "stock" | "createdDaysAgo"> = {
  features: [],
  isActive: false,
  photoPackPrice: defaultPhotoPack.price,
  photoPackQuantity: defaultPhotoPack.quantity,
  includedPhotos: 0,
  preparationDaysBefore: 0,
  preparationDaysAfter: 0,
  securityDeposit: 0,
  minimumNoticeDays: 0,
  furthestDays: null,
  seoTitle: "",
  seoDescription: "",
  manual: [],
  options: [],
}

/** Rented as options and in packs only. */
export const accessories: readonly SeedProduct[] = [
  {
    ...sold,
    slug: "rideau-a-sequins",
    kind: "accessory",
    name: "Rideau à sequins",
    description: "Rideau doré de 2,20 m, avec son portant.",
    price: 0,
    picture: { file: "option-decor.svg", alt: "Rideau de sequins dorés sur son portant" },
    stock: 2,
    createdDaysAgo: 400,
  },
  {
    ...sold,
    slug: "livre-d-or",
    kind: "accessory",
    name: "Livre d’or",
    description: "Couverture lin, colle et feutres.",
    price: 0,
    picture: { file: "option-livre-dor.svg", alt: "Livre d’or à couverture de lin corail" },
    stock: 6,
    createdDaysAgo: 400,
  },
]

export const bundles: readonly SeedProduct[] = [
  {
    ...sold,
    slug: "pack-mariage",
    kind: "bundle",
    name: "Pack mariage",
    description: `Photomaton, anneau de lumière et livre d’or, à un seul prix.

La cabine pour les bandes, l’anneau près de la piste pour les téléphones, et le livre d’or que vos invités remplissent entre les deux.`,
    price: 390_00,
    picture: {
      file: "photobooth-pack.svg",
      alt: "Photomaton en bois, anneau de lumière et livre d’or, côte à côte",
    },
    features: [
      "Photomaton bois et anneau de lumière, installés ensemble",
      "Livre d’or, colle et feutres compris",
      "Bandes imprimées sur place, photos par QR code",
      "Une seule livraison, un seul contrat",
      "Livré, monté et repris par nos soins",
    ],
    isActive: true,
    includedPhotos: 136,
    stock: 1,
    minimumNoticeDays: 3,
    furthestDays: 540,
    seoTitle: "Pack photo pour mariage près de Paris",
    seoDescription:
      "Photomaton en bois, borne à anneau lumineux et livre d’or, réunis pour un mariage. Livrés et montés à Paris et en Île-de-France.",
    createdDaysAgo: 400,
    options: [host],
    parts: ["photomaton-bois", "anneau-de-lumiere", "livre-d-or"],
  },
]
