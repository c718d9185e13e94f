import { z } from "zod"
import { emailAddress, phoneNumber } from "../../accounts/customers/person-fields.ts"

const MAX_NAME_LENGTH = 120
const MAX_MESSAGE_LENGTH = 5000

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
  remarque: z.string().optional(),
  affichage: z.string().optional(),
})

export type ContactForm = z.output<typeof contactForm>

export const contactPurpose = "contact"
