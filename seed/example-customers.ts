import type { ClientType } from "../domain/accounts/business.ts"

/** Fictional: unresolvable domains and reserved telephone ranges. */
type ExampleCustomer = {
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

type Individual = Pick<ExampleCustomer, "key" | "name" | "phone"> & {
  mailbox: string
  address: [street: string, zipCode: string, city: string]
}

function individual({ key, name, mailbox, phone, address: [street, zipCode, city] }: Individual): ExampleCustomer {
  const notABusiness = { businessName: null, businessSiret: null, businessVat: null, businessContactName: null }
  const email = `${mailbox}@exemple.example`
  return { key, name, email, phone, street, zipCode, city, clientType: "individual", ...notABusiness, isExample: true }
}

export const exampleCustomers: readonly ExampleCustomer[] = [
  individual({
    key: "amelie",
    name: "Amélie Fontaneau",
    mailbox: "amelie.fontaneau",
    phone: "06 39 98 10 12",
    address: ["14 avenue Foch", "94100", "Saint-Maur-des-Fossés"],
  }),
  individual({
    key: "bastien",
    name: "Bastien Lecorvec",
    mailbox: "bastien.lecorvec",
    phone: "06 39 98 21 34",
    address: ["27 rue de Fontenay", "94300", "Vincennes"],
  }),
  individual({
    key: "chloe",
    name: "Chloé Marsanne",
    mailbox: "chloe.marsanne",
    phone: "06 39 98 32 56",
    address: ["9 rue Oberkampf", "75011", "Paris"],
  }),
  individual({
    key: "driss",
    name: "Driss Benhalim",
    mailbox: "driss.benhalim",
    phone: "06 39 98 43 78",
    address: ["41 avenue Jean-Jaurès", "93500", "Pantin"],
  }),
  individual({
    key: "elena",
    name: "Elena Rostova-Girard",
    mailbox: "elena.rostova",
    phone: "06 39 98 54 90",
    address: ["6 rue des Chantiers", "78000", "Versailles"],
  }),
  individual({
    key: "fatou",
    name: "Fatou Diarrassane",
    mailbox: "fatou.diarrassane",
    phone: "06 39 98 65 02",
    address: ["18 rue de Paris", "94220", "Charenton-le-Pont"],
  }),
  individual({
    key: "gaspard",
    name: "Gaspard Thévenoux",
    mailbox: "gaspard.thevenoux",
    phone: "06 39 98 76 14",
    address: ["52 Grande Rue Charles-de-Gaulle", "94130", "Nogent-sur-Marne"],
  }),
  individual({
    key: "hanae",
    name: "Hanaé Morvandieu",
    mailbox: "hanae.morvandieu",
    phone: "06 39 98 87 26",
    address: ["3 rue Grande", "77300", "Fontainebleau"],
  }),
  individual({
    key: "ismael",
    name: "Ismaël Carpentras",
    mailbox: "ismael.carpentras",
    phone: "06 39 98 98 38",
    address: ["22 rue Carnot", "94700", "Maisons-Alfort"],
  }),
  individual({
    key: "jeanne",
    name: "Jeanne Vauxelles",
    mailbox: "jeanne.vauxelles",
    phone: "06 39 98 09 40",
    address: ["11 rue Bannier", "45000", "Orléans"],
  }),
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
