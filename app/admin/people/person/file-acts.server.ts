import { z } from "zod"
import type { PersonField } from "../../../../domain/accounts/acts.ts"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../../domain/id.ts"
import { waitInLabel } from "../../../../isomorphic/text/waiting.ts"
import { personName, phoneNumber } from "../../../../server/customers/person-fields.ts"
import {
  type EmailCorrection,
  type EmailCorrectionProblem,
  correctEmail,
} from "../../../../server/customers/correct-email.ts"
import { type CustomerFile, correctCustomer, fileFields } from "../../../../server/customers/correct.ts"
import { addCustomerNote } from "../../../../server/customers/notes.ts"
import { canDeliverMail } from "../../../../server/mail/ledger.ts"
import { idField } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import type { FormErrors } from "../../../http/refusal.ts"
import { ClientForm, CustomerAddressForm } from "../../../kit/account-forms.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { mailLabel } from "../../kit/mail-labels.ts"
import type { PersonEdit } from "./view.ts"

export type FileAct = PersonEdit | "noter"

const Seen = z.partialRecord(z.enum(fileFields), z.string())
const FileForm = CustomerAddressForm.extend({
  name: personName("Indiquez le nom."),
  phone: phoneNumber,
  /** What the form was opened with. */
  vu: z.string().max(10_000).transform(readSeen).pipe(Seen),
}).and(ClientForm)

const EmailForm = z.object({
  nouvelle: z
    .string()
    .trim()
    .max(254, "Cette adresse e-mail est trop longue.")
    .pipe(z.email("Indiquez une adresse e-mail valable, par exemple lila@exemple.fr")),
})

const noNote = "Écrivez quelque chose avant d’ajouter la note."
const NoteForm = z.object({
  /** Made with the form: the same note twice is written once. */
  cle: idField,
  note: z.string({ error: noNote }).trim().min(1, noNote).max(2000, "Une note ne peut pas dépasser 2000 caractères."),
})

const failed = "La fiche n’a pas pu être enregistrée. Réessayez dans un instant."

/** What is corrected and noted in a customer's file. */
export function fileActs(editor: Administrator, id: ProfileId, here: string) {
  const failure = { log: "Error correcting a customer", details: () => ({ person: id }), failed }
  return {
    fiche: act(
      FileForm,
      async ({ vu, ...typed }, form) => {
        const saved = await correctCustomer(editor, id, fileOf(typed), vu)
        if (saved.ok) return redirectWith(savedMessage(saved.value.changed.length), here)
        if (saved.error.kind === "gone") return redirectWith(gone, here)
        const { now } = saved.error
        // Read now: sent again, the form replaces it.
        return form.refuse(changedMessages(now), { status: 409, values: { vu: JSON.stringify({ ...vu, ...now }) } })
      },
      failure,
    ),
    email: act(
      EmailForm,
      async ({ nouvelle }, form) => {
        const corrected = await correctEmail(editor, id, nouvelle)
        if (corrected.ok) return redirectWith(emailMessage(corrected.value, nouvelle), here)
        return corrected.error.kind === "gone"
          ? redirectWith(gone, here)
          : form.refuse(emailProblem(corrected.error), { status: 409 })
      },
      failure,
    ),
    noter: act(
      NoteForm,
      async ({ cle, note }) => {
        const noted = await addCustomerNote(editor, id, { id: cle, body: note })
        return redirectWith(noted.ok ? { kind: "success", title: "Note ajoutée" } : gone, here)
      },
      failure,
    ),
  }
}

const gone: Flash = { kind: "error", title: "Cette personne n’existe plus", text: "Rien n’a été changé." }

type Typed = Omit<z.output<typeof FileForm>, "vu">

/** Empty is unknown; an individual has no business. */
function fileOf(typed: Typed): CustomerFile {
  const noBusiness = { businessName: null, businessSiret: null, businessVat: null, businessContactName: null }
  const { street, zipCode, city, addressInstructions } = typed
  return {
    ...noBusiness,
    ...typed,
    street: street || null,
    zipCode: zipCode || null,
    city: city || null,
    addressInstructions: addressInstructions || null,
  }
}

function readSeen(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function savedMessage(changed: number): Flash {
  return changed === 0
    ? { kind: "success", title: "Rien n’était à changer" }
    : { kind: "success", title: "Fiche enregistrée" }
}

const clientTypes: Readonly<Record<string, string>> = { individual: "Particulier", business: "Professionnel" }

function changedMessages(now: Partial<Record<PersonField, string>>): FormErrors {
  return Object.fromEntries(
    Object.entries(now).map(([field, text]) => [
      field,
      text === ""
        ? "Ce champ a été vidé entre-temps. Enregistrez à nouveau pour garder votre texte."
        : `Entre-temps, quelqu’un a écrit «\u00a0${field === "clientType" ? (clientTypes[text] ?? text) : text}\u00a0». Enregistrez à nouveau pour garder votre texte.`,
    ]),
  )
}

function emailMessage(correction: EmailCorrection, email: string): Flash {
  const kind = "success"
  switch (correction) {
    case "changed":
      return { kind, title: "Adresse corrigée", text: `Les e-mails partent désormais à ${email}.` }
    case "changed-to-confirm":
      return {
        kind,
        title: "Adresse corrigée",
        text: mailLabel("une demande de confirmation", email, canDeliverMail()),
      }
    case "asked-of-both":
      return {
        kind,
        title: "Changement demandé",
        text: canDeliverMail()
          ? `Un e-mail à l’adresse actuelle et un à ${email} attendent leur départ. L’adresse change quand les deux ont accepté.`
          : `Aucun serveur de messagerie n’est réglé\u00a0: les deux demandes d’accord ne partent pas, et se lisent sous E-mails.`,
      }
  }
}

function emailProblem(problem: Exclude<EmailCorrectionProblem, { kind: "gone" }>): FormErrors {
  switch (problem.kind) {
    case "same":
      return { nouvelle: "C’est déjà son adresse." }
    case "email-taken":
      return { nouvelle: `${problem.name || "Une autre personne"} a déjà cette adresse.`, known: problem.id }
    case "throttled":
      return {
        nouvelle: `Cette adresse a déjà été demandée plusieurs fois. Réessayez dans ${waitInLabel(problem.retryAfterSeconds)}.`,
      }
  }
}
