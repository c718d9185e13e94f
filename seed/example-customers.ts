import type { ClientType } from "../domain/accounts/business.ts"

/** Fictional: unresolvable domains and reserved telephone ranges. */
export type ExampleCustomer = {
  key: string
  name: string
  email: string
  phone: string
  street: string
  zipCode: string
  city: string
  clientType: ClientType
  businessName: string | null
  businessSiret: string | null
  businessVat: string | null
  businessContactName: string | null
  isExample: true
}

type Postal = [street: string, zipCode: string, city: string]

function individual(
  key: string,
  name: string,
  mailbox: string,
  phone: string,
  [street, zipCode, city]: Postal,
): ExampleCustomer {
  const notABusiness = { businessName: null, businessSiret: null, businessVat: null, businessContactName: null }
  const email = `${mailbox}@exemple.example`
  return { key, name, email, phone, street, zipCode, city, clientType: "individual", ...notABusiness, isExample: true }
}

export const exampleCustomers: readonly ExampleCustomer[] = [
  individual("amelie", "Amélie Fontaneau", "amelie.fontaneau", "06 39 98 10 12", [
    "14 avenue Foch",
    "94100",
    "Saint-Maur-des-Fossés",
  ]),
  individual("bastien", "Bastien Lecorvec", "bastien.lecorvec", "06 39 98 21 34", [
    "27 rue de Fontenay",
    "94300",
    "Vincennes",
  ]),
  individual("chloe", "Chloé Marsanne", "chloe.marsanne", "06 39 98 32 56", ["9 rue Oberkampf", "75011", "Paris"]),
  individual("driss", "Driss Benhalim", "driss.benhalim", "06 39 98 43 78", [
    "41 avenue Jean-Jaurès",
    "93500",
    "Pantin",
  ]),
  individual("elena", "Elena Rostova-Girard", "elena.rostova", "06 39 98 54 90", [
    "6 rue des Chantiers",
    "78000",
    "Versailles",
  ]),
  individual("fatou", "Fatou Diarrassane", "fatou.diarrassane", "06 39 98 65 02", [
    "18 rue de Paris",
    "94220",
    "Charenton-le-Pont",
  ]),
  individual("gaspard", "Gaspard Thévenoux", "gaspard.thevenoux", "06 39 98 76 14", [
    "52 Grande Rue Charles-de-Gaulle",
    "94130",
    "Nogent-sur-Marne",
  ]),
  individual("hanae", "Hanaé Morvandieu", "hanae.morvandieu", "06 39 98 87 26", [
    "3 rue Grande",
    "77300",
    "Fontainebleau",
  ]),
  individual("ismael", "Ismaël Carpentras", "ismael.carpentras", "06 39 98 98 38", [
    "22 rue Carnot",
    "94700",
    "Maisons-Alfort",
  ]),
  individual("jeanne", "Jeanne Vauxelles", "jeanne.vauxelles", "06 39 98 09 40", [
    "11 rue Bannier",
    "45000",
    "Orléans",
  ]),
  {
    key: "atelier-nord",
    name: "Karim Oudinelle",
    email: "karim@atelier-nord.example",
    phone: "01 99 00 31 52",
    street: "30 rue du Chemin-Vert",
    zipCode: "93300",
    city: "Aubervilliers",
    clientType: "business",
    businessName: "Atelier Nord Exemple SAS",
    businessSiret: "98765432400001",
    businessVat: "FR14987654324",
    businessContactName: "Karim Oudinelle",
    isExample: true,
  },
  {
    key: "comite",
    name: "Lucie Ardenoy",
    email: "lucie@comite-exemple.example",
    phone: "01 99 00 42 64",
    street: "5 place de la Mairie",
    zipCode: "77420",
    city: "Champs-sur-Marne",
    clientType: "business",
    businessName: "Comité des fêtes Exemple",
    businessSiret: "24681357000008",
    businessVat: null,
    businessContactName: "Lucie Ardenoy",
    isExample: true,
  },
]
