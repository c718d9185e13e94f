import { Form } from "react-router"
import type { CsvColumns } from "../../../../../domain/finance/bank-statement.ts"
import { type Refusal, errorItems } from "../../../../http/refusal.ts"
import { Button } from "../../../../ui/button.tsx"
import { type Column, DataTable } from "../../../../ui/data-table.tsx"
import { FormError } from "../../../../ui/form-error.tsx"
import { RequiredNote } from "../../../../ui/required-note.tsx"
import { SelectField } from "../../../../ui/select-field.tsx"
import { TextField } from "../../../../ui/text-field.tsx"
import { FlashMessage } from "../../../kit/flash-message.tsx"
import type { Flash } from "../../../kit/flash.ts"
import { useSending } from "../../../kit/use-sending.ts"

type ColumnsScreenProps = {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  columns: CsvColumns
  flash: Flash | null
  refusal: Refusal | null
}

export function ColumnsScreen({ header, rows, columns, flash, refusal }: ColumnsScreenProps) {
  const busy = useSending({ intent: "choisir" })
  const isDiscarding = useSending({ intent: "abandonner" })
  const options = header.map((name, columnIndex) => ({
    value: String(columnIndex),
    label: name || `Colonne ${columnIndex + 1}`,
  }))
  const numbered = rows.map((row, index) => ({ row, index }))
  const field = (name: string, label: string, guess: number | null, none?: string) => (
    <SelectField
      id={name}
      name={name}
      label={label}
      optional={none !== undefined}
      placeholder={none}
      options={options}
      defaultValue={refusal?.values[name] ?? (guess === null ? "" : String(guess))}
      error={refusal?.errors[name]}
    />
  )
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">Colonnes du relevé</h1>
        <p className="soft small">
          Indiquez une fois les colonnes des fichiers de votre banque&nbsp;: les suivants se liront seuls.
        </p>
      </header>
      <FlashMessage flash={flash} />
      <section className="panel stack" aria-labelledby="debut">
        <h2 className="title-block" id="debut">
          Le début de votre fichier
        </h2>
        <DataTable
          caption="Premières lignes du fichier"
          captionHidden
          rows={numbered}
          rowKey={({ index }) => String(index)}
          columns={options.map(({ value, label }, columnIndex) => previewColumn(value, label, columnIndex))}
        />
      </section>
      <Form method="post" className="panel stack gap-4" noValidate preventScrollReset aria-label="Colonnes">
        {refusal && <FormError errors={errorItems(refusal.errors)} answer={refusal} />}
        <RequiredNote />
        <div className="grid gap-4 sm:grid-cols-2">
          {field("date", "Date de l’opération", columns.date)}
          {field("libelle", "Libellé", columns.label)}
          {field("montant", "Montant, avec son signe", columns.amount, "Débit et crédit à part")}
          {field("debit", "Débit", columns.debit, "Aucune")}
          {field("credit", "Crédit", columns.credit, "Aucune")}
          {field("sens", "Sens (débit ou crédit)", columns.side ?? null, "Aucune")}
          {field("nom", "Nom de qui paie", columns.counterparty, "Aucune")}
          {field("reference", "Référence", columns.reference, "Aucune")}
          <TextField
            id="compte"
            name="compte"
            label="Nom du compte"
            optional
            hint={"Tel que vous l’appelez, par exemple «\u00a0Compte courant\u00a0»."}
            defaultValue={refusal?.values["compte"] ?? columns.account ?? ""}
            error={refusal?.errors["compte"]}
          />
        </div>
        <div className="cluster gap-3">
          <Button name="intent" value="choisir" busy={busy} busyText="Lecture…">
            Retenir et importer
          </Button>
        </div>
      </Form>
      <Form method="post" preventScrollReset>
        <Button name="intent" value="abandonner" variant="quiet" size="small" busy={isDiscarding}>
          Abandonner ce fichier
        </Button>
      </Form>
    </>
  )
}

type NumberedRow = { row: readonly string[]; index: number }

function previewColumn(key: string, label: string, columnIndex: number): Column<NumberedRow> {
  return { key, label, cell: ({ row }) => <span className="wrap-anywhere">{row[columnIndex] ?? ""}</span> }
}
