import type { Sentences } from "../../../domain/correspondence/sentences.ts"
import { composeMail } from "./compose.ts"
import { exampleData } from "./example-data.ts"
import type { MailName, MailOrder } from "../../platform/mail/mails.ts"
import { readSentences } from "../../platform/mail/sentences.ts"
import { db } from "../../platform/database.server.ts"

type MailPreview = { subject: string; html: string; text: string; files: readonly string[] }

/** `sentences`: an unsaved draft; null takes the stored ones. */
export async function previewMail(template: MailName, sentences: Sentences | null = null): Promise<MailPreview> {
  const words = sentences ?? (await readSentences(template, db))
  const order = {
    id: "00000000-0000-4000-8000-000000000000",
    at: "2027-05-03T08:12:00.000Z",
    template,
    to: [{ name: "Camille Exemple", address: "camille@exemple.example" }],
    data: exampleData[template],
    ...(words && { sentences: words }),
  } as MailOrder
  const { subject, html, text, attachments } = await composeMail(order, { withFiles: false })
  const stored = template.startsWith("contract-signed")
    ? ["contrat-1042.pdf"]
    : template === "invoice"
      ? ["facture-F-2027-0042.pdf"]
      : []
  return { subject, html, text, files: [...stored, ...attachments.map(({ fileName }) => fileName)] }
}
