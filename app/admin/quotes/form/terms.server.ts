import { randomUUID } from "node:crypto"
import { isPrintable, unprintableMessage } from "../../../../domain/content/printable-text.ts"
import { type Day, isDay } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import { type Id, readId } from "../../../../domain/id.ts"
import { formatMoney, parseEuros } from "../../../../domain/money.ts"
import { eurosText } from "../../kit/catalog/euros-text.ts"
import { type AdjustmentKind, adjustmentKinds } from "../../../../domain/pricing/adjustment-kind.ts"
import {
  type AdjustmentProblem,
  MAX_ADJUSTMENTS,
  MAX_ADJUSTMENT_NAME,
  adjustmentsIn,
} from "../../../../domain/pricing/adjustment.ts"
import { MAX_EXTRAS, MAX_EXTRA_LABEL, MAX_QUOTE_MESSAGE, type QuoteExtra } from "../../../../domain/quotes/extras.ts"
import { lastValidDay } from "../../../../domain/quotes/validity.ts"
import type { QuoteTerms, TermsProblem } from "../../../../server/quotes/draft-quote.ts"
import type { QuoteLine } from "../../../../server/quotes/price-quote.ts"
import type { QuoteVersion } from "../../../../server/quotes/quote-rows.ts"
import { PROMO_CODE_FIELD } from "../../../http/promo-code-field.ts"
import type { FormErrors } from "../../../http/refusal.ts"
import type { ExtraRow, LineRow, QuoteTermsView } from "./view.ts"

export const noTerms: QuoteTermsView = {
  promoCode: "",
  lines: [],
  extras: [],
  message: "",
  validUntil: "",
  keepUntil: "",
}

/** Turns what is stored into the form's texts. */
export function termsOfVersion({ row, extras, message, validUntil, keepUntil }: QuoteVersion): QuoteTermsView {
  let total = row.total
  const lines = adjustmentsIn(row.priceLines.lines)
    .toReversed()
    .map(({ id, adjustment: kind, label: name, amount }): LineRow => {
      const entered = kind === "agreed-price" ? total : Math.abs(amount)
      total -= amount
      return { id, kind, name, amount: eurosText(entered) }
    })
    .toReversed()
  return {
    promoCode: row.promoCode ?? "",
    lines,
    extras: extras.map(({ id, label, amount }) => ({ id, label, amount: eurosText(amount) })),
    message,
    validUntil: lastValidDay(validUntil),
    keepUntil: keepUntil ?? "",
  }
}

/** Rows without a name and an amount are left out. */
export function parseTerms(fields: URLSearchParams): QuoteTermsView {
  const lists = (names: readonly string[]) => names.map((name) => fields.getAll(name).map((text) => text.trim()))
  const [lineIds = [], kinds = [], names = [], amounts = []] = lists([
    "ligne-id",
    "ligne-sorte",
    "ligne-nom",
    "ligne-montant",
  ])
  const [extraIds = [], labels = [], prices = []] = lists(["cocher-id", "cocher-nom", "cocher-montant"])
  const lines = amounts.map((amount, index): LineRow => {
    const kind = adjustmentKinds.find((each) => each === kinds[index]) ?? "discount"
    return { id: idAt(lineIds, index), kind, name: names[index] ?? "", amount }
  })
  const extras = prices.map((amount, index): ExtraRow => ({
    id: idAt(extraIds, index),
    label: labels[index] ?? "",
    amount,
  }))
  return {
    promoCode: fields.get(PROMO_CODE_FIELD) ?? "",
    lines: lines.filter(({ name, amount }) => name !== "" || amount !== ""),
    extras: extras.filter(({ label, amount }) => label !== "" || amount !== ""),
    message: (fields.get("mot") ?? "").trim().replaceAll("\r\n", "\n"),
    validUntil: fields.get("valable") ?? "",
    keepUntil: fields.get("garder") ?? "",
  }
}

function idAt(ids: readonly string[], index: number): Id {
  return readId(ids[index] ?? "") ?? randomUUID()
}

const noAmount = "Indiquez chaque montant en euros, par exemple 50 ou 49,90."

export function termsErrors({ lines, extras, message, validUntil, keepUntil }: QuoteTermsView): FormErrors {
  return {
    ...rowErrors("lignes", lines, { most: MAX_ADJUSTMENTS, longest: MAX_ADJUSTMENT_NAME }),
    ...rowErrors(
      "cocher",
      extras.map(({ label, ...row }) => ({ ...row, name: label })),
      { most: MAX_EXTRAS, longest: MAX_EXTRA_LABEL },
    ),
    ...(extras.some(({ label }) => label === "") ? { cocher: "Nommez chaque ligne à cocher." } : {}),
    ...(message.length > MAX_QUOTE_MESSAGE ? { mot: `${MAX_QUOTE_MESSAGE} caractères au plus.` } : {}),
    ...(isPrintable(message) ? {} : { mot: unprintableMessage(message) }),
    ...(validUntil === "" || isDay(validUntil) ? {} : { valable: "Cette date n’existe pas." }),
    ...(keepUntil === "" || isDay(keepUntil) ? {} : { garder: "Cette date n’existe pas." }),
  }
}

type Row = { name: string; amount: string }

function rowErrors(
  field: string,
  rows: readonly Row[],
  { most, longest }: { most: number; longest: number },
): FormErrors {
  if (rows.length > most) return { [field]: `${most} lignes au plus.` }
  const long = rows.find(({ name }) => name.length > longest)
  if (long) return { [field]: `«\u00a0${long.name.slice(0, 20)}…\u00a0»\u00a0: ${longest} caractères au plus.` }
  const unprintable = rows.find(({ name }) => !isPrintable(name))
  if (unprintable) return { [field]: unprintableMessage(unprintable.name) }
  return rows.every(({ amount }) => (parseEuros(amount) ?? 0) > 0) ? {} : { [field]: noAmount }
}

/** Only what `termsErrors` lets through. */
export function readTerms({ lines, extras, message, validUntil, keepUntil }: QuoteTermsView): {
  lines: QuoteLine[]
  terms: QuoteTerms
} {
  const day = (text: string): Day | null => (isDay(text) ? text : null)
  return {
    lines: readLines(lines),
    terms: {
      extras: extras.map(({ id, label, amount }): QuoteExtra => ({ id, label, amount: parseEuros(amount) ?? 0 })),
      message,
      validUntil: day(validUntil),
      keepUntil: day(keepUntil),
    },
  }
}

/** Rows that are not finished yet change no price. */
export function readLines(lines: readonly LineRow[]): QuoteLine[] {
  return lines.flatMap(({ id, kind, name, amount }) => {
    const cents = parseEuros(amount)
    return cents === null || cents <= 0 ? [] : [{ id, kind, name, amount: cents }]
  })
}

export function lineProblemText(problem: AdjustmentProblem, kind: AdjustmentKind | undefined): string {
  switch (problem.kind) {
    case "as-it-is":
      return `Le total est déjà de ${formatMoney(problem.total)}.`
    case "below-zero":
      return `C’est plus que le total, qui est de ${formatMoney(problem.total)}.`
    case "too-many":
      return `${MAX_ADJUSTMENTS} lignes au plus.`
    case "not-an-amount":
    case "reason-missing":
      return kind === undefined ? noAmount : "Un montant de 0\u00a0€ ne change rien."
  }
}

export function termsProblemErrors(problem: TermsProblem): Record<string, string> {
  switch (problem.kind) {
    case "too-near":
      return { date: "L’événement est trop proche pour un devis\u00a0: enregistrez une réservation." }
    case "validity-past":
      return { valable: "Cette date est passée." }
    case "keep-past":
      return { garder: "Cette date est passée." }
    case "keep-too-long":
      return { garder: `Au plus tard le ${dayLong(problem.latest)}\u00a0: 14 jours, et jamais après la fin du devis.` }
  }
}
