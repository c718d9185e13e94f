import { Form, useNavigation } from "react-router"
import { type Refusal, errorItems } from "../../../../http/refusal.ts"
import { DataNote } from "../../../../kit/data-note.tsx"
import { UploadProgress } from "../../../../kit/upload-progress.tsx"
import { Button } from "../../../../ui/button.tsx"
import { FileField } from "../../../../ui/file-field.tsx"
import { FormError } from "../../../../ui/form-error.tsx"
import { Notice } from "../../../../ui/notice.tsx"
import { insuranceText } from "../insurance-text.ts"
import type { InsurancePageView } from "./view.ts"
import { rentalLabel } from "../../../../../domain/rental/rental.ts"

type InsuranceScreenProps = { view: InsurancePageView; done: boolean; refusal: Refusal | null }

export function InsuranceScreen({ view, done, refusal }: InsuranceScreenProps) {
  const { number, productName, when, state, open } = view
  return (
    <div className="page wizard-page">
      <div className="booking-sheet stack gap-6">
        <header className="stack gap-2">
          <p className="small soft">Réservation n°&nbsp;{number}</p>
          <h1 className="title-page">Votre attestation d’assurance</h1>
          <p className="lead soft">
            {productName}, {rentalLabel(when)}
          </p>
        </header>
        {done && state.kind === "handed-in" && (
          <Notice tone="success" live>
            Merci, votre attestation est arrivée.
          </Notice>
        )}
        {refusal && <FormError errors={errorItems(refusal.errors)} answer={refusal} />}
        <section className="panel stack" aria-labelledby="state-title">
          <h2 className="title-card" id="state-title">
            Où elle en est
          </h2>
          <p>{insuranceText(state)}</p>
          {state.kind === "missing" && open && (
            <p className="small soft">
              L’attestation de responsabilité civile de votre assurance habitation ou professionnelle, valable à ces
              dates. Demandez-la à votre assureur.
            </p>
          )}
        </section>
        {open && <CertificateForm isReplacement={state.kind === "handed-in"} refusal={refusal} />}
      </div>
    </div>
  )
}

function CertificateForm({ isReplacement, refusal }: { isReplacement: boolean; refusal: Refusal | null }) {
  const busy = useNavigation().formMethod === "POST"
  return (
    <section className="panel stack" aria-labelledby="hand-in-title">
      <h2 className="title-card" id="hand-in-title">
        {isReplacement ? "La remplacer" : "La remettre"}
      </h2>
      <Form method="post" encType="multipart/form-data" className="stack gap-5" noValidate preventScrollReset>
        <FileField
          id="attestation"
          name="attestation"
          label="Le fichier"
          hint="Un PDF, ou une photo nette de la page (JPG, PNG). 5&nbsp;Mo au plus."
          accept="application/pdf,image/jpeg,image/png,image/webp"
          error={refusal?.errors["attestation"]}
        />
        <UploadProgress label="Envoi de l’attestation" nextLabel="Lecture de l’attestation" />
        <div>
          <Button variant={isReplacement ? "secondary" : "primary"} busy={busy} busyText="Envoi…">
            {isReplacement ? "Envoyer ce fichier à la place" : "Remettre mon attestation"}
          </Button>
        </div>
        <DataNote use="insurance" />
      </Form>
    </section>
  )
}
