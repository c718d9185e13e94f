import { z } from "zod"
import { isEmail, normalizeEmail } from "../../../domain/accounts/email.ts"
import { isAcceptableName } from "../../../domain/accounts/person-name.ts"
import { readPhone } from "../../../domain/phone.ts"
import { isPrintable, unprintableMessage } from "../../../domain/content/printable-text.ts"

const MAX_NAME_LENGTH = 120
const MAX_EMAIL_LENGTH = 254

export function personName(missingText = "Indiquez votre nom.") {
  return z
    .string({ error: missingText })
    .trim()
    .min(1, missingText)
    .max(MAX_NAME_LENGTH, `Le nom ne peut pas dépasser ${MAX_NAME_LENGTH} caractères.`)
    .refine(isAcceptableName, "Un nom tient sur une ligne, sans adresse de site ni d’e-mail.")
    .refine(isPrintable, { error: ({ input }) => unprintableMessage(String(input)) })
}

export function emailAddress(missingText = "Indiquez votre adresse e-mail.") {
  return z
    .string({ error: missingText })
    .transform(normalizeEmail)
    .pipe(
      z
        .string()
        .min(1, { error: missingText, abort: true })
        .max(MAX_EMAIL_LENGTH, "Cette adresse e-mail est trop longue.")
        .refine(isEmail, "Cette adresse e-mail n’est pas valable. Exemple\u00A0: prenom@exemple.fr"),
    )
}

export const phoneNumber = z
  .string()
  .trim()
  .transform((typed, context) => {
    const phone = readPhone(typed)
    if (phone !== null || typed === "") return phone
    context.addIssue("Ce numéro n’est pas valable. Exemple\u00A0: 06 12 34 56 78")
    return z.NEVER
  })
  .optional()
  .transform((phone) => phone ?? null)
