import { useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { MAX_REPORT_PHOTOS, MAX_REPORT_REMARKS, reportLabels } from "../../../../domain/booking/condition-report.ts"
import type { Leg } from "../../../../domain/booking/route.ts"
import { type NamedRental, periodOfRentals, rentalLabel } from "../../../../domain/rental/rental.ts"
import type { Day } from "../../../../domain/day.ts"
import { type Refusal, errorItems } from "../../../http/refusal.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { SignaturePad } from "../../../kit/signature/signature-pad.tsx"
import { UploadProgress } from "../../../kit/upload-progress.tsx"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { FieldError } from "../../../ui/field.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { RadioCards } from "../../../ui/radio-cards.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { SelectField, type SelectOption } from "../../../ui/select-field.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { NeedsScript } from "../../../ui/needs-script.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { useBackOfficeRole } from "../../kit/back-office-role.tsx"
import { PhotoFields } from "../../kit/photo-fields.tsx"
import { screens } from "../../kit/screens.ts"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { type ReportDraft, PHOTO_FIELD, machineSuffix, reportDraftName, useReportDraft } from "./use-report-draft.ts"

type ReportView = {
  leg: Leg
  number: number
  clientName: string
  companyName: string
  machines: readonly Machine[]
  /** The machines that come back; empty on departure. */
  repairable: readonly SelectOption[]
  today: Day
  open: boolean
  formKey: string
  /** Photographs stored on the device belong to this user only. */
  owner: string
}
type Machine = NamedRental & { units: string }
type ReportScreenProps = { view: ReportView; refusal: Refusal | null }

export function ReportScreen({ view, refusal }: ReportScreenProps) {
  const { leg, number, machines, open } = view
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{reportLabels[leg]}</h1>
        <p>
          {machines.length === 1 && `${machines.map(machineName).join()}. `}Réservation n°&nbsp;{number},{" "}
          {rentalLabel(periodOfRentals(machines))}
        </p>
      </header>
      {open ? (
        <ReportForm view={view} refusal={refusal} />
      ) : (
        <Notice tone="warning" title="Cette réservation n’est pas confirmée">
          Aucun état des lieux n’est à établir.
        </Notice>
      )}
    </>
  )
}

function ReportForm({ view, refusal }: ReportScreenProps) {
  const isCrew = useBackOfficeRole() === "crew"
  const busy = useNavigation().formMethod === "POST"
  const values = refusal?.values ?? {}
  const errors = refusal?.errors ?? {}
  const form = useRef<HTMLFormElement>(null)
  // A refused form, or one resent after a lost reply, keeps its key: it is still the same report.
  const { key, photographs, isQueued } = useReportDraft(form, {
    owner: view.owner,
    name: reportDraftName(view.number, view.leg),
    formKey: values["cle"] ?? view.formKey,
  })
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      className="panel stack max-w-2xl gap-5"
      noValidate
      preventScrollReset
    >
      <FormError errors={errorItems(errors)} answer={refusal} />
      {isQueued && (
        <Notice tone="warning" title="Pas de réseau&nbsp;: rien n’est perdu" live>
          Tout est gardé sur cet appareil et part dès que le réseau revient. Page fermée d’ici là&nbsp;? Rouvrez-la et
          enregistrez.
        </Notice>
      )}
      <RequiredNote />
      <FormDraft name={`report:${view.number}:${view.leg}`} answered={refusal !== null}>
        <input type="hidden" name="cle" value={key} />
        {view.machines.map((machine) => (
          <MachineFields
            key={machine.position}
            machine={machine}
            suffix={machineSuffix(view.machines, machine.position)}
            values={values}
            errors={errors}
            photographs={photographs}
          />
        ))}
        {view.repairable.length > 0 && <RepairFields view={view} values={values} errors={errors} />}
        <SignerFields side="client" title="Le client" name={view.clientName} values={values} errors={errors} />
        <SignerFields side="loueur" title="Le loueur" name={view.companyName} values={values} errors={errors} />
      </FormDraft>
      <UploadProgress label="Envoi des photographies" nextLabel="Préparation des photographies" />
      <div className="save-bar">
        <Button busy={busy} busyText="Envoi…">
          Enregistrer l’état des lieux
        </Button>
      </div>
      <div>
        <ButtonLink to={isCrew ? screens.bookingDay.to : bookingPageHref(view.number)} variant="secondary">
          Retour à la réservation
        </ButtonLink>
      </div>
    </Form>
  )
}

type RepairFieldsProps = {
  view: ReportView
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

function RepairFields({ view: { repairable, today }, values, errors }: RepairFieldsProps) {
  return (
    <fieldset className="field gap-3">
      <legend className="field-label">Réparation, en cas de réserves</legend>
      <div className="fields-row">
        <SelectField
          id="reparer"
          name="reparer"
          label="Exemplaire"
          optional
          placeholder="Aucun"
          options={repairable}
          defaultValue={values["reparer"] ?? ""}
        />
        <TextField
          id="reparer-du"
          name="reparer-du"
          label="Du"
          type="date"
          optional
          min={today}
          defaultValue={values["reparer-du"] ?? today}
          error={errors["reparer-du"]}
        />
        <TextField
          id="reparer-au"
          name="reparer-au"
          label="Au"
          type="date"
          optional
          min={today}
          defaultValue={values["reparer-au"] ?? ""}
          error={errors["reparer-au"]}
        />
      </div>
    </fieldset>
  )
}

function machineName({ productName, units }: Machine): string {
  return [productName, units].filter(Boolean).join(", ")
}

type MachineFieldsProps = {
  machine: Machine
  suffix: string
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
  photographs: ReportDraft["photographs"]
}

function MachineFields({ machine, suffix, values, errors, photographs }: MachineFieldsProps) {
  const isOneOfSeveral = suffix !== ""
  const state = `etat${suffix}`
  const remarks = `remarques${suffix}`
  const photoField = `${PHOTO_FIELD}${isOneOfSeveral ? `${machine.position}-` : ""}`
  return (
    <>
      {isOneOfSeveral && (
        <div>
          <h2 className="title-block">{machineName(machine)}</h2>
          <p className="small soft">{rentalLabel(machine)}</p>
        </div>
      )}
      <RadioCards
        id={state}
        name={state}
        legend={isOneOfSeveral ? machine.productName : "Le matériel"}
        options={[
          { value: "bon", label: "Complet et en bon état" },
          {
            value: "reserves",
            label: "Avec des réserves",
            text: "Quelque chose manque ou est abîmé\u00a0: dites quoi plus bas.",
          },
          ...(isOneOfSeveral
            ? [{ value: "absente", label: "Pas cette fois", text: "Elle part ou revient un autre jour." }]
            : []),
        ]}
        defaultValue={values[state] ?? ""}
        error={errors[state]}
      />
      <TextArea
        id={remarks}
        name={remarks}
        label={isOneOfSeveral ? `Remarques, ${machine.productName}` : "Remarques"}
        optional
        rows={4}
        maxLength={MAX_REPORT_REMARKS}
        defaultValue={values[remarks] ?? ""}
        error={errors[remarks]}
      />
      <PhotoFields
        max={MAX_REPORT_PHOTOS}
        id={`photos${suffix}`}
        fieldPrefix={photoField}
        about={isOneOfSeveral ? machine.productName : null}
        error={errors[`photos${suffix}`]}
        restored={photographs.filter(({ field }) => field.startsWith(photoField))}
      />
    </>
  )
}

type SignerFieldsProps = {
  side: "client" | "loueur"
  title: string
  name: string
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

/** Drawn, or typed where drawing is impossible. */
function SignerFields({ side, title, name, values, errors }: SignerFieldsProps) {
  const hydrated = useHydrated()
  const [isTyping, setTyping] = useState(false)
  const field = `${side}-signature`
  const error = errors[field]
  const errorId = error ? `${field}-error` : undefined
  return (
    <fieldset className="field gap-3">
      <legend className="field-label">{title}</legend>
      <TextField
        id={`${side}-nom`}
        name={`${side}-nom`}
        label="Nom et prénom"
        autoComplete="off"
        defaultValue={values[`${side}-nom`] ?? name}
        error={errors[`${side}-nom`]}
      />
      <div id={field} tabIndex={-1} className="stack gap-2">
        {!isTyping && (
          <NeedsScript>
            <SignaturePad
              name={`${side}-trait`}
              initialStrokes={values[`${side}-trait`] ?? ""}
              invalid={error !== undefined}
              describedBy={errorId}
            />
          </NeedsScript>
        )}
        {(isTyping || !hydrated) && (
          <label className={`stack gap-1${isTyping ? "" : " without-script"}`}>
            <span className="field-label">
              <span className="sr-only">{title}&nbsp;: le </span>Nom, pour signature
            </span>
            <input
              className="input signature-typed"
              name={field}
              defaultValue={values[field] ?? ""}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={error ? true : undefined}
              aria-describedby={errorId}
            />
          </label>
        )}
        <NeedsScript>
          <Button
            type="button"
            variant="quiet"
            size="small"
            className="justify-self-start"
            onClick={() => setTyping(!isTyping)}
          >
            {isTyping ? "Dessiner la signature" : "Taper le nom à la place"}
          </Button>
        </NeedsScript>
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </fieldset>
  )
}
