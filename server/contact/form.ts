import { z } from "zod"
import { normalizeEmail } from "../../domain/accounts/email.ts"

const MAX_NAME_LENGTH = 120
const MAX_EMAIL_LENGTH = 254
const MAX_MESSAGE_LENGTH = 5000

/** Nothing, or digits with what people put between them: "06 12 34 56 78", "+33 (0)6.12-34-56-78". */
const phonePattern = /^(\+?[\d\s().\-/]{6,30})?$/

/** A telephone number, or nothing. */
export const phoneNumber = z
  .string()
  .trim()
  .regex(phonePattern, "Ce numéro n’est pas valable. Exemple\u00A0: 06 12 34 56 78")
  .optional()
  .transform((phone) => phone || null)

/** The contact form of section 5: name, email and message required, phone optional. */
export const contactForm = z.object({
  name: z
    .string({ error: "Indiquez votre nom." })
    .trim()
    .min(1, "Indiquez votre nom.")
    .max(MAX_NAME_LENGTH, `Le nom ne peut pas dépasser ${MAX_NAME_LENGTH} caractères.`),
  email: z
    .string({ error: "Indiquez votre adresse e-mail." })
    .transform(normalizeEmail)
    .pipe(
      z
        .string()
        .min(1, { error: "Indiquez votre adresse e-mail.", abort: true })
        .max(MAX_EMAIL_LENGTH, "Cette adresse e-mail est trop longue.")
        .regex(z.regexes.email, "Cette adresse e-mail n’est pas valable. Exemple\u00A0: prenom@exemple.fr"),
    ),
  phone: phoneNumber,
  message: z
    .string({ error: "Écrivez votre message." })
    .trim()
    .min(1, "Écrivez votre message.")
    .max(
      MAX_MESSAGE_LENGTH,
      `Votre message dépasse ${MAX_MESSAGE_LENGTH} caractères. Raccourcissez-le, ou écrivez-nous par e-mail.`,
    ),
  /** See FormGuard. */
  remarque: z.string().optional(),
  affichage: z.string().optional(),
})

export type ContactForm = z.output<typeof contactForm>

/** Of the stamps of this form. */
export const contactPurpose = "contact"
