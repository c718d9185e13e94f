import { z } from "zod"
import { normalizeEmail } from "../../domain/accounts/email.ts"

const longestName = 120
const longestEmail = 254
const longestMessage = 5000

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
    .max(longestName, `Le nom ne peut pas dépasser ${longestName} caractères.`),
  email: z
    .string({ error: "Indiquez votre adresse e-mail." })
    .transform(normalizeEmail)
    .pipe(
      z
        .string()
        .min(1, { error: "Indiquez votre adresse e-mail.", abort: true })
        .max(longestEmail, "Cette adresse e-mail est trop longue.")
        .regex(z.regexes.email, "Cette adresse e-mail n’est pas valable. Exemple\u00A0: prenom@exemple.fr"),
    ),
  phone: phoneNumber,
  message: z
    .string({ error: "Écrivez votre message." })
    .trim()
    .min(1, "Écrivez votre message.")
    .max(
      longestMessage,
      `Votre message dépasse ${longestMessage} caractères. Raccourcissez-le, ou écrivez-nous par mail.`,
    ),
  /** See FormGuard. */
  remarque: z.string().optional(),
  affichage: z.string().optional(),
})

export type ContactForm = z.output<typeof contactForm>

/** Of the stamps of this form. */
export const contactPurpose = "contact"
