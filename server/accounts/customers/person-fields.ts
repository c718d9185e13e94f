import { z } from "zod"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import { mayBeName } from "../../../domain/accounts/person-name.ts"
import { isPrintable, unprintableText } from "../../../domain/content/printable-text.ts"

/** What forms ask of a person, with the sentences of the specification (section 5). `missing` is said of an empty field. */

const MAX_NAME_LENGTH = 120
const MAX_EMAIL_LENGTH = 254

/** Somebody's name, as accounts and contracts carry it. */
export function personName(missing = "Indiquez votre nom.") {
  return z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(MAX_NAME_LENGTH, `Le nom ne peut pas dépasser ${MAX_NAME_LENGTH} caractères.`)
    .refine(mayBeName, "Un nom tient sur une ligne, sans adresse de site ni d’e-mail.")
    .refine(isPrintable, { error: ({ input }) => unprintableText(String(input)) })
}

/** An e-mail address, as it is stored and compared. */
export function emailAddress(missing = "Indiquez votre adresse e-mail.") {
  return z
    .string({ error: missing })
    .transform(normalizeEmail)
    .pipe(
      z
        .string()
        .min(1, { error: missing, abort: true })
        .max(MAX_EMAIL_LENGTH, "Cette adresse e-mail est trop longue.")
        .regex(z.regexes.email, "Cette adresse e-mail n’est pas valable. Exemple\u00A0: prenom@exemple.fr"),
    )
}

/** Nothing, or digits with what people put between them: "06 12 34 56 78", "+33 (0)6.12-34-56-78". */
const phonePattern = /^(\+?[\d\s().\-/]{6,30})?$/

/** A telephone number, or nothing. */
export const phoneNumber = z
  .string()
  .trim()
  .regex(phonePattern, "Ce numéro n’est pas valable. Exemple\u00A0: 06 12 34 56 78")
  .optional()
  .transform((phone) => phone || null)
