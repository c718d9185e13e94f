import { z } from "zod"
import { normalizeEmail } from "../../domain/accounts/email.ts"

/** An address to write to, and nothing else: a name would be one more thing to keep. */
export const newsletterForm = z.object({
  email: z
    .string({ error: "Indiquez votre adresse e-mail." })
    .transform(normalizeEmail)
    .pipe(
      z
        .string()
        .min(1, { error: "Indiquez votre adresse e-mail.", abort: true })
        .max(254, "Cette adresse e-mail est trop longue.")
        .regex(z.regexes.email, "Cette adresse e-mail n’est pas valable. Exemple\u00A0: prenom@exemple.fr"),
    ),
  /** See FormGuard. */
  remarque: z.string().optional(),
  affichage: z.string().optional(),
})

export type NewsletterForm = z.output<typeof newsletterForm>

/** Of the stamps of this form. */
export const newsletterPurpose = "newsletter"
