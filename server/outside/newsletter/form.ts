import { z } from "zod"
import { emailAddress } from "../../accounts/customers/person-fields.ts"

/** An address to write to, and nothing else: a name would be one more thing to keep. */
export const newsletterForm = z.object({
  email: emailAddress(),
  /** See FormGuard. */
  remarque: z.string().optional(),
  affichage: z.string().optional(),
})

export type NewsletterForm = z.output<typeof newsletterForm>

/** Of the stamps of this form. */
export const newsletterPurpose = "newsletter"
