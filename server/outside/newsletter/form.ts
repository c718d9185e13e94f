import { z } from "zod"
import { emailAddress } from "../../accounts/customers/person-fields.ts"

/** No name field: data minimisation. */
export const newsletterForm = z.object({
  email: emailAddress(),
  remarque: z.string().optional(),
  affichage: z.string().optional(),
})

export type NewsletterForm = z.output<typeof newsletterForm>

export const newsletterPurpose = "newsletter"
