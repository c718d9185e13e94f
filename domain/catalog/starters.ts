import type { Cents } from "../money.ts"
import type { PlanFields } from "../pricing/plan-fields.ts"

type StarterOption = { name: string; description: string; price: Cents; staysWithClient: boolean }

type StarterProduct = {
  name: string
  description: string
  price: Cents
  features: readonly string[]
  securityDeposit: Cents
  plans: readonly PlanFields[]
  options: readonly StarterOption[]
}

const option = (name: string, description: string, price: Cents): StarterOption => ({
  name,
  description,
  price,
  staysWithClient: false,
})

const everyDay = [1, 2, 3, 4, 5, 6, 7]

const evening = (hours: number, price: Cents, extraHourPrice: Cents, includes: readonly string[]): PlanFields => ({
  kind: "hours",
  name: `Formule ${hours} h`,
  sentence: "Nous installons, nous restons, nous reprenons.",
  includes,
  weekdays: everyDay,
  minimumNotice: 0,
  hours,
  price,
  startTimes: ["14:00", "17:00", "18:00", "19:00", "20:00"],
  extraHourPrice,
  maximumExtraHours: 3,
  setUpMinutes: 60,
  takeDownMinutes: 45,
})

/** Usual prices of the trade, for an owner to change before the product is shown. */
export const starters = {
  photobooth: {
    name: "Photobooth",
    description: "Un photobooth avec tirages immédiats, simple à prendre en main.",
    price: 250_00,
    features: ["Tirages 10 × 15 immédiats", "Photos par QR code", "Galerie en ligne", "2 m² et une prise suffisent"],
    securityDeposit: 800_00,
    plans: [evening(5, 390_00, 60_00, ["Un opérateur sur place", "Livraison et installation"])],
    options: [
      { ...option("Livre d’or", "Un album où coller les tirages.", 30_00), staysWithClient: true },
      option("Accessoires", "Chapeaux, lunettes, cadres.", 15_00),
      option("Fond à sequins", "Doré ou argenté.", 40_00),
    ],
  },
  "360": {
    name: "Plateforme 360",
    description: "Une plateforme tournante qui filme vos invités au ralenti.",
    price: 320_00,
    features: ["Vidéos au ralenti", "Envoi immédiat par QR code", "Jusqu’à 4 personnes", "9 m² et une prise suffisent"],
    securityDeposit: 1_000_00,
    plans: [evening(4, 420_00, 70_00, ["Un opérateur sur place", "Musique et cadre à vos couleurs"])],
    options: [
      option("Machine à bulles", "Des bulles pendant les prises.", 40_00),
      option("Accessoires lumineux", "Bâtons, lunettes, colliers.", 20_00),
    ],
  },
  decor: {
    name: "Arche de décoration",
    description: "Une arche à fleurir ou à draper, montée sur place.",
    price: 90_00,
    features: ["Métal doré", "2,20 m de haut", "Montée en 15 minutes", "Intérieur ou extérieur abrité"],
    securityDeposit: 200_00,
    plans: [
      {
        kind: "fixed",
        name: "Week-end",
        sentence: "Du vendredi au dimanche.",
        includes: ["Montage sur place"],
        weekdays: [5],
        minimumNotice: 0,
        days: 3,
        price: 150_00,
      },
    ],
    options: [
      option("Drapé blanc", "Lavé et repassé.", 25_00),
      option("Guirlande lumineuse", "10 m, lumière chaude.", 15_00),
    ],
  },
} as const satisfies Record<string, StarterProduct>

export type Starter = keyof typeof starters
export const starterNames = Object.keys(starters) as Starter[]
export const starterLabels: Readonly<Record<Starter, string>> = {
  photobooth: "un photobooth",
  "360": "une plateforme 360",
  decor: "une arche de décoration",
}
