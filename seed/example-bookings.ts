import type { BookingAddress } from "../domain/booking/booking.ts"
import type { BookingStatus, PaymentStatus } from "../domain/booking/status.ts"
import type { RelativeDays, Weekday } from "./relative-days.ts"
import { typesetAll } from "./typography.ts"

type ExampleOption = {
  name: string
  quantity: number
  subOptions?: readonly { name: string; quantity: number }[]
}

export type ExampleRental = {
  product: string
  when: RelativeDays
  options: readonly ExampleOption[]
  photoPacks: number
}

export type ExampleBooking = ExampleRental & {
  customer: string
  /** Other machines of the same event. */
  others: readonly ExampleRental[]
  status: BookingStatus
  paymentStatus: PaymentStatus
  contract: "none" | "sent" | "signed"
  createdDaysAgo: number
  /** null unless it was confirmed. */
  confirmedDaysAgo: number | null
  /** null: collected at the warehouse, with the customer's own address. */
  delivery: BookingAddress | null
  customerNote: string | null
  internalNote: string | null
  isExample: true
}

export function exampleRentals({ product, when, options, photoPacks, others }: ExampleBooking): ExampleRental[] {
  return [{ product, when, options, photoPacks }, ...others]
}

type ExampleBlock = { product: string; when: RelativeDays; reason: string }

const week = (weekOffset: number, ...weekdays: Weekday[]): RelativeDays => ({ weekOffset, weekdays })
const address = (street: string, zipCode: string, city: string, instructions = ""): BookingAddress => ({
  street,
  zipCode,
  city,
  instructions,
})

type Life = Pick<ExampleBooking, "status" | "paymentStatus" | "contract" | "createdDaysAgo" | "confirmedDaysAgo">
type BookingExtras = Pick<
  ExampleBooking,
  "delivery" | "options" | "photoPacks" | "others" | "customerNote" | "internalNote"
>

const unanswered = { paymentStatus: "none", contract: "none", confirmedDaysAgo: null } as const
const pending = (createdDaysAgo: number): Life => ({ status: "pending", ...unanswered, createdDaysAgo })
const refused = (createdDaysAgo: number): Life => ({ status: "refused", ...unanswered, createdDaysAgo })
const sent = (createdDaysAgo: number): Life => ({
  status: "confirmed",
  paymentStatus: "awaiting",
  contract: "sent",
  createdDaysAgo,
  confirmedDaysAgo: 0,
})
const signed = (createdDaysAgo: number, paymentStatus: "down_payment_paid" | "paid" = "paid"): Life => ({
  status: "confirmed",
  paymentStatus,
  contract: "signed",
  createdDaysAgo,
  confirmedDaysAgo: createdDaysAgo - 1,
})
const cancelled = (createdDaysAgo: number, paymentStatus: "none" | "refunded"): Life => ({
  status: "cancelled",
  paymentStatus,
  contract: paymentStatus === "refunded" ? "signed" : "none",
  createdDaysAgo,
  confirmedDaysAgo: paymentStatus === "refunded" ? createdDaysAgo - 1 : null,
})

const noExtras: BookingExtras = {
  delivery: null,
  options: [],
  photoPacks: 0,
  others: [],
  customerNote: null,
  internalNote: null,
}

function booking({
  customer,
  product,
  when,
  life,
  extras = {},
}: {
  customer: string
  product: string
  when: RelativeDays
  life: Life
  extras?: Partial<BookingExtras> | undefined
}): ExampleBooking {
  return { customer, product, when, ...life, ...noExtras, ...extras, isExample: true }
}

const past: readonly ExampleBooking[] = [
  booking({
    customer: "amelie",
    product: "photomaton-bois",
    when: week(-10, 6),
    life: signed(160),
    extras: {
      delivery: address(
        "Place des Marronniers",
        "94100",
        "Saint-Maur-des-Fossés",
        "Salle au fond du parc, portail bleu",
      ),
      options: [{ name: "Livre d’or", quantity: 1, subOptions: [{ name: "Lot de feutres dorés", quantity: 2 }] }],
      photoPacks: 8,
    },
  }),
  booking({
    customer: "chloe",
    product: "plateforme-360",
    when: week(-9, 6),
    life: signed(140),
    extras: {
      delivery: address("2 place Léon-Blum", "75011", "Paris"),
      options: [{ name: "Confettis biodégradables", quantity: 4 }],
    },
  }),
  booking({
    customer: "driss",
    product: "anneau-de-lumiere",
    when: week(-8, 5, 6),
    life: signed(101),
    extras: {
      options: [{ name: "Accessoires", quantity: 3 }],
      photoPacks: 4,
    },
  }),
  booking({
    customer: "elena",
    product: "miroir-magique",
    when: week(-7, 6),
    life: signed(120),
    extras: {
      delivery: address("4 avenue de Paris", "78000", "Versailles", "Livraison par la cour, gardien prévenu"),
      options: [
        { name: "Cadre sur mesure", quantity: 1 },
        { name: "Allée de bougies", quantity: 2, subOptions: [{ name: "Tapis rouge plus long", quantity: 1 }] },
      ],
      photoPacks: 10,
    },
  }),
  booking({
    customer: "ismael",
    product: "borne-de-table",
    when: week(-6, 5),
    life: signed(60),
    extras: { photoPacks: 2 },
  }),
  booking({
    customer: "fatou",
    product: "borne-de-table",
    when: week(-6, 5, 6),
    life: signed(75),
    extras: {
      options: [{ name: "Seconde batterie", quantity: 1 }],
      photoPacks: 3,
    },
  }),
  booking({
    customer: "hanae",
    product: "photomaton-bois",
    when: week(-5, 6),
    life: cancelled(110, "refunded"),
    extras: {
      internalNote: "Mariage reporté d’un an, annulé 40 jours avant : tout a été rendu.",
    },
  }),
  booking({
    customer: "comite",
    product: "photomaton-bois",
    when: week(-4, 5, 6),
    life: signed(90),
    extras: {
      delivery: address("Place de la Mairie", "77420", "Champs-sur-Marne", "Barnum monté devant la mairie"),
      options: [
        { name: "Animateur", quantity: 4 },
        { name: "Accessoires", quantity: 2, subOptions: [{ name: "Boa de plumes", quantity: 4 }] },
      ],
      photoPacks: 12,
    },
  }),
  booking({
    customer: "atelier-nord",
    product: "anneau-de-lumiere",
    when: week(-3, 4),
    life: signed(45),
    extras: {
      delivery: address("30 rue du Chemin-Vert", "93300", "Aubervilliers", "Quai de déchargement nº 2"),
      options: [{ name: "Envoi par SMS", quantity: 2 }],
    },
  }),
  booking({
    customer: "jeanne",
    product: "plateforme-360",
    when: week(-2, 6),
    life: refused(50),
    extras: {
      delivery: address("Place du Martroi", "45000", "Orléans"),
      internalNote: "Pas d’opérateur disponible aussi loin ce jour-là, anneau de lumière proposé à la place.",
    },
  }),
  booking({
    customer: "gaspard",
    product: "miroir-magique",
    when: week(-2, 6, 7),
    life: signed(80),
    extras: {
      delivery: address("Place Roland-Nungesser", "94130", "Nogent-sur-Marne"),
      options: [{ name: "Livre d’or", quantity: 1, subOptions: [{ name: "Présentoir éclairé", quantity: 1 }] }],
      photoPacks: 6,
    },
  }),
  booking({
    customer: "bastien",
    product: "borne-de-table",
    when: week(-1, 6),
    life: signed(20),
    extras: {
      options: [{ name: "Cadres aimantés", quantity: 2 }],
      photoPacks: 2,
    },
  }),
]

const upcoming: readonly ExampleBooking[] = [
  booking({
    customer: "atelier-nord",
    product: "anneau-de-lumiere",
    when: { dayOffset: 0, length: 1 },
    life: signed(18),
    extras: {
      delivery: address("15 boulevard de Strasbourg", "94130", "Nogent-sur-Marne", "Fête d’équipe, accès par la rampe"),
      options: [{ name: "Accessoires", quantity: 2 }],
      photoPacks: 4,
    },
  }),
  booking({
    customer: "fatou",
    product: "photomaton-bois",
    when: week(1, 6),
    life: signed(64),
    extras: {
      delivery: address("48 rue de Paris", "94220", "Charenton-le-Pont", "Deuxième cour, ascenseur à gauche"),
      options: [
        { name: "Livre d’or", quantity: 1 },
        { name: "séquins", quantity: 1, subOptions: [{ name: "Rosace de papier", quantity: 4 }] },
      ],
      photoPacks: 10,
    },
  }),
  booking({
    customer: "driss",
    product: "anneau-de-lumiere",
    when: week(1, 6),
    life: signed(30),
    extras: { photoPacks: 3 },
  }),
  booking({
    customer: "ismael",
    product: "borne-de-table",
    when: week(2, 5, 6),
    life: signed(26, "down_payment_paid"),
    extras: {
      options: [{ name: "Seconde batterie", quantity: 1 }],
    },
  }),
  booking({
    customer: "chloe",
    product: "borne-de-table",
    when: week(2, 6),
    life: pending(1),
    extras: {
      photoPacks: 2,
      customerNote: "Pour les 40 ans de mon frère, c’est une surprise : merci de ne pas téléphoner à la maison.",
    },
  }),
  booking({
    customer: "gaspard",
    product: "photomaton-bois",
    when: week(2, 5, 6),
    life: signed(71, "down_payment_paid"),
    extras: {
      delivery: address("16 rue Charles-VII", "94130", "Nogent-sur-Marne"),
      options: [{ name: "Animateur", quantity: 3 }],
      photoPacks: 8,
    },
  }),
  booking({
    customer: "elena",
    product: "plateforme-360",
    when: week(2, 6),
    life: pending(0),
    extras: {
      delivery: address("11 place d’Armes", "78000", "Versailles", "Orangerie, sol en pierre"),
      options: [{ name: "Confettis biodégradables", quantity: 2 }],
    },
  }),
  booking({
    customer: "amelie",
    product: "miroir-magique",
    when: week(3, 6),
    life: signed(55, "down_payment_paid"),
    extras: {
      delivery: address("1 place Charles-de-Gaulle", "94100", "Saint-Maur-des-Fossés"),
      options: [{ name: "Cadre sur mesure", quantity: 2 }],
      photoPacks: 6,
    },
  }),
  booking({
    customer: "comite",
    product: "anneau-de-lumiere",
    when: week(3, 5),
    life: pending(2),
    extras: {
      delivery: address("Rue de Paris", "77420", "Champs-sur-Marne", "Gymnase, entrée des sportifs"),
      options: [
        { name: "Envoi par SMS", quantity: 1 },
        { name: "Décor à sequins", quantity: 1 },
      ],
      photoPacks: 5,
    },
  }),
  booking({
    customer: "hanae",
    product: "photomaton-bois",
    when: week(4, 6),
    life: sent(1),
    extras: {
      delivery: address("40 rue Grande", "77300", "Fontainebleau"),
      options: [{ name: "Transport vers un second lieu", quantity: 20 }],
      photoPacks: 10,
      customerNote: "Mairie à 15 h, puis salle à Barbizon.",
    },
  }),
  booking({
    customer: "bastien",
    product: "plateforme-360",
    when: week(5, 6),
    life: signed(33, "down_payment_paid"),
    extras: {
      delivery: address("53 bis rue de Fontenay", "94300", "Vincennes"),
      options: [{ name: "Plancher pour l’herbe", quantity: 1, subOptions: [{ name: "Rampe d’accès", quantity: 1 }] }],
      others: [
        {
          product: "photomaton-bois",
          when: week(5, 6),
          options: [{ name: "Livre d’or", quantity: 1 }],
          photoPacks: 8,
        },
      ],
    },
  }),
  booking({
    customer: "jeanne",
    product: "photomaton-bois",
    when: week(6, 6),
    life: refused(9),
    extras: {
      delivery: address("Rue de Bourgogne", "45000", "Orléans"),
      internalNote: "Accès impossible : quatrième étage sans ascenseur.",
    },
  }),
  booking({
    customer: "driss",
    product: "miroir-magique",
    when: week(6, 5, 6, 7),
    life: pending(3),
    extras: {
      delivery: address("84 avenue du Général-Leclerc", "93500", "Pantin"),
      options: [
        { name: "Animateur", quantity: 5 },
        { name: "Allée de bougies", quantity: 3 },
      ],
      photoPacks: 15,
      others: [
        {
          product: "anneau-de-lumiere",
          when: week(6, 6),
          options: [{ name: "Accessoires", quantity: 2 }],
          photoPacks: 0,
        },
      ],
    },
  }),
  booking({
    customer: "ismael",
    product: "anneau-de-lumiere",
    when: week(7, 6),
    life: cancelled(12, "none"),
    extras: {
      internalNote: "Contrat non signé à temps.",
    },
  }),
  booking({
    customer: "chloe",
    product: "borne-de-table",
    when: week(8, 6),
    life: signed(14, "down_payment_paid"),
    extras: { photoPacks: 3 },
  }),
  booking({
    customer: "amelie",
    product: "photomaton-bois",
    when: week(9, 6, 7),
    life: signed(22, "down_payment_paid"),
    extras: {
      delivery: address(
        "Quai de Bonneuil",
        "94210",
        "Saint-Maur-des-Fossés",
        "Guinguette au bord de l’eau, scène couverte",
      ),
      options: [{ name: "Livre d’or", quantity: 1 }],
      photoPacks: 12,
      others: [{ product: "borne-de-table", when: week(9, 6), options: [], photoPacks: 3 }],
    },
  }),
  booking({
    customer: "atelier-nord",
    product: "plateforme-360",
    when: week(12, 4),
    life: pending(4),
    extras: {
      delivery: address("2 rue de la Commune-de-Paris", "93300", "Aubervilliers"),
      options: [{ name: "Confettis biodégradables", quantity: 2 }],
      customerNote: "Soirée des dix ans de la société, environ 120 personnes.",
    },
  }),
]

/** On any seeding day, no product is booked beyond its stock. */
export const exampleBookings: readonly ExampleBooking[] = typesetAll([...past, ...upcoming])

export const exampleBlocks: readonly ExampleBlock[] = typesetAll<readonly ExampleBlock[]>([
  { product: "photomaton-bois", when: week(3, 2, 3, 4), reason: "Révision de l’imprimante et du rideau" },
  { product: "plateforme-360", when: week(8, 1, 2), reason: "Contrôle annuel du bras" },
  { product: "borne-de-table", when: week(4, 1, 2), reason: "Inventaire et charge des batteries" },
  { product: "miroir-magique", when: week(10, 5, 6, 7), reason: "Salon du mariage de Vincennes" },
  { product: "anneau-de-lumiere", when: week(5, 4, 5), reason: "Démonstration à l’atelier" },
])
