import { data, isRouteErrorResponse, href } from "react-router"
import { z } from "zod"
import { MAX_SENTENCE_LENGTH, type Sentences } from "../../../../../domain/correspondence/sentences.ts"
import {
  type SentencesProblem,
  readEditableMail,
  resetSentences,
  saveSentences,
} from "../../../../../server/outside/mails/edit-sentences.ts"
import { previewMail } from "../../../../../server/outside/mails/preview.ts"
import { type CheckedForm, act, handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { requireStaff } from "../../../../http/visitor.server.ts"
import { requireEditor, parseLoadedForm, refuseStale, saveFailed } from "../../../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash } from "../../../kit/flash.server.ts"
import { type MailKind, isMailKind, mailKinds } from "../../../kit/mails-url.ts"
import { ScreenGone } from "../../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../../kit/screen-unreadable.tsx"
import type { Route } from "./+types/route"
import { sentenceLabels } from "./sentence-labels.ts"
import { TemplateScreen } from "./screen.tsx"
import { wholeNumber } from "../../../../http/form-fields.ts"

const sentence = (field: keyof typeof MAX_SENTENCE_LENGTH) =>
  z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(
      z
        .string()
        .max(MAX_SENTENCE_LENGTH[field], `${MAX_SENTENCE_LENGTH[field].toLocaleString("fr-FR")} caractères au plus.`),
    )

const version = wholeNumber()
const Save = z.object({
  subject: sentence("subject").refine((text) => text !== "", "Écrivez l’objet."),
  greeting: sentence("greeting"),
  intro: sentence("intro"),
  closing: sentence("closing"),
})
const Reset = z.object({ vu: version })

function requireTemplate({ template }: { template: string }): MailKind {
  if (!isMailKind(template)) throw data(null, { status: 404 })
  return template
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const template = requireTemplate(params)
  const [editable, preview] = await loadScreen("Error loading a mail template", () =>
    Promise.all([readEditableMail(template), previewMail(template)]),
  )
  const { flash, headers } = await takeFlash(request)
  const { subject, text, files } = preview
  const loadedVersion = String(editable?.version ?? "")
  return data(
    { template, name: mailKinds[template], editable, loadedVersion, subject, text, files, flash },
    { headers },
  )
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const template = requireTemplate(params)
  const templatePath = href("/admin/mails/modeles/:template", { template })
  const save = act(
    Save,
    async (sentences, form) => {
      const saved = await saveSentences({
        actor: editor,
        template,
        typed: sentences,
        loaded: parseLoadedForm(form),
        at: new Date(),
      })
      if (!saved.ok) return refuse(form, template, sentences, saved.error)
      return redirectWith(
        { kind: "success", title: "Phrases enregistrées", text: "Les prochains e-mails les diront." },
        templatePath,
      )
    },
    { log: "Error saving the sentences of a mail", failed: saveFailed },
  )
  const reset = act(
    Reset,
    async ({ vu }) =>
      redirectWith(
        (await resetSentences(editor, template, vu, new Date()))
          ? { kind: "success", title: "Phrases d’origine reprises" }
          : { kind: "error", title: "Rien n’a été changé", text: "Ces phrases ont changé entre-temps." },
        templatePath,
      ),
    { log: "Error resetting the sentences of a mail", failed: saveFailed, refused: refuseWithFlash(templatePath) },
  )
  return handleForm(request, { enregistrer: save, reprendre: reset })
}

async function refuse(form: CheckedForm, template: MailKind, sentences: Sentences, problem: SentencesProblem) {
  switch (problem.kind) {
    case "not-editable":
      return form.refuse({ form: "Cet e-mail n’a pas de phrase à modifier." })
    case "unchanged":
      return form.refuse({ form: "Ces phrases sont déjà celles de l’e-mail\u00a0: rien n’a changé." })
    case "not-a-sentence":
      return form.refuse({ [problem.field]: `Une ligne, de 1 à ${problem.max} caractères.` })
    case "unknown-placeholders":
      return form.refuse({
        [problem.field]: `Ces mots entre accolades ne sont pas connus\u00a0: ${problem.names.map((name) => `{${name}}`).join(", ")}.`,
      })
    case "stale": {
      const stored = { ...(await readEditableMail(template))?.sentences }
      return refuseStale(form, problem, { thing: "sentences", labels: sentenceLabels, mine: sentences, stored })
    }
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: loaderData?.name ?? "Modèles d’e-mails", canonical: null })

export default function MailTemplate({ loaderData, actionData }: Route.ComponentProps) {
  return <TemplateScreen key={loaderData.template} view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ScreenGone
        title="Modèles d’e-mails"
        message="Cet e-mail n’existe pas"
        to={href("/admin/mails/modeles")}
        label="Voir les modèles"
      />
    )
  }
  return <ScreenUnreadable title="Modèles d’e-mails" message="Le modèle n’a pas pu être chargé" />
}
