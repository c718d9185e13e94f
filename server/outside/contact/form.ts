import { z } from "zod"
import { type Day, dayInParis, isDay } from "../../../domain/day.ts"
import { eventKinds, readCampaign, waysToUs } from "../../../domain/leads/lead.ts"
import { emailAddress, phoneNumber } from "../../accounts/customers/person-fields.ts"

const MAX_NAME_LENGTH = 120
const MAX_MESSAGE_LENGTH = 5000
const MAX_PLACE_LENGTH = 120

/** "" when nothing was chosen. */
function oneOf<Choices extends Readonly<Record<string, string>>>(choices: Choices) {
  type Key = (keyof Choices & string) | ""
  return z
    .string()
    .default("")
    .transform((value): Key => (Object.hasOwn(choices, value) ? (value as Key) : ""))
}

export const contactForm = z.object({
  name: z
    .string({ error: "Indiquez votre nom." })
    .trim()
    .min(1, "Indiquez votre nom.")
    .max(MAX_NAME_LENGTH, `Le nom ne peut pas dépasser ${MAX_NAME_LENGTH} caractères.`),
  email: emailAddress(),
  phone: phoneNumber,
  message: z
    .string({ error: "Écrivez votre message." })
    .trim()
    .min(1, "Écrivez votre message.")
    .max(
      MAX_MESSAGE_LENGTH,
      `Votre message dépasse ${MAX_MESSAGE_LENGTH} caractères. Raccourcissez-le, ou écrivez-nous par e-mail.`,
    ),
  eventDay: z
    .string()
    .trim()
    .default("")
    .transform((day) => (day === "" ? null : day))
    .refine((day): day is Day | null => day === null || isDay(day), "Indiquez une date valable.")
    .refine((day) => day === null || day >= dayInParis(new Date()), "Cette date est passée."),
  place: z
    .string()
    .trim()
    .max(MAX_PLACE_LENGTH, `${MAX_PLACE_LENGTH} caractères au plus`)
    .default("")
    .transform((place) => place.replace(/\s+/g, " ")),
  eventKind: oneOf(eventKinds),
  guests: z
    .string()
    .trim()
    .default("")
    .refine((text) => text === "" || /^[1-9]\d{0,4}$/.test(text), "Indiquez un nombre d’invités, par exemple 80.")
    .transform((text) => (text === "" ? null : Number(text))),
  heardFrom: oneOf(waysToUs),
  provenance: z.string().optional().transform(readCampaign),
  remarque: z.string().optional(),
  affichage: z.string().optional(),
})

export type ContactForm = z.output<typeof contactForm>

export const contactPurpose = "contact"
