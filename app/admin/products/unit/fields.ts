import { z } from "zod"
import { MAX_INCIDENT_WORDS } from "../../../../domain/catalog/incidents.ts"
import { type Day, isDay } from "../../../../domain/day.ts"
import { isId } from "../../../../domain/id.ts"
import { parseEuros } from "../../../../domain/money.ts"
import { idField, printableLine, requiredText, wholeNumber } from "../../../http/form-fields.ts"

const MAX_TEXT = 80

const emptyAsNull = (text: string) => (text === "" ? null : text)

export const UnitForm = z.object({
  label: printableLine(MAX_TEXT).transform(emptyAsNull),
  serialNumber: printableLine(MAX_TEXT).transform(emptyAsNull),
  acquiredOn: z
    .string()
    .refine((day) => day === "" || isDay(day), "Choisissez une date, ou laissez vide.")
    .transform((day) => (day === "" ? null : (day as Day))),
  personId: z
    .string()
    .default("")
    .refine((person) => person === "" || isId(person), "Choisissez une personne.")
    .transform((person) => (isId(person) ? person : null)),
})

export const RepairChoice = z.object({ reparation: wholeNumber(1) })

const MAX_COST = 10_000_000

const pastDay = z
  .string({ error: "Choisissez le jour." })
  .refine(isDay, "Choisissez le jour.")
  .transform((day) => day as Day)

const cost = z
  .string()
  .trim()
  .default("")
  .transform((typed, context) => {
    if (typed === "") return null
    const cents = parseEuros(typed)
    if (cents !== null && cents >= 0 && cents <= MAX_COST) return cents
    context.addIssue("Indiquez un montant, par exemple 85 ou 85,50.")
    return z.NEVER
  })

const words = requiredText("Dites ce qui est arrivé.", MAX_INCIDENT_WORDS)

export const ChosenIncident = z.object({ incident: idField })
export const SavedIncident = ChosenIncident.extend({ mots: words, cout: cost })
export const IncidentForm = z.object({
  jour: pastDay,
  mots: words,
  cout: cost,
  rapport: z.union([z.literal("").transform(() => null), idField]).default(null),
})

const intervalMessage = "Indiquez un nombre de 1 à 500, ou rien."
const interval = z.union([z.literal("").transform(() => null), wholeNumber(1).max(500)], intervalMessage)

export const ChosenCheck = z.object({ controle: idField })
export const CheckForm = z.object({
  nom: requiredText("Donnez un nom au contrôle.", MAX_TEXT),
  locations: interval,
  mois: interval,
  fait: z.union([z.literal("").transform(() => null), pastDay]),
})

const MAX_PRINTS = 100_000
const printsMessage = "Indiquez de 0 à 100\u202f000 tirages."

export const PrintsForm = z.object({ tirages: wholeNumber(0, printsMessage).max(MAX_PRINTS, printsMessage) })
