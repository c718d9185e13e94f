import { z } from "zod"
import { sharingPermissions } from "../../../../domain/accounts/sharing.ts"
import { normalizeEmail } from "../../../../domain/accounts/email.ts"
import { idField, list } from "../../../http/form-fields.ts"

const permissions = list(z.array(z.enum(sharingPermissions)).min(1, "Choisissez ce que cette personne peut faire."))

/** The address of somebody who has an account, and what they may do. */
export const ShareForm = z.object({
  email: z
    .string({ error: "Indiquez l’adresse e-mail de la personne." })
    .transform(normalizeEmail)
    .pipe(
      z
        .string()
        .min(1, { error: "Indiquez l’adresse e-mail de la personne.", abort: true })
        .max(254, "Cette adresse e-mail est trop longue."),
    ),
  droits: permissions,
})

export const ChangeForm = z.object({ partage: idField, droits: permissions })

export const EndForm = z.object({ partage: idField })
