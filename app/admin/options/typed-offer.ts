import { parseEuros } from "../../../domain/money.ts"
import { optionUnits } from "../../../domain/pricing/options.ts"
import type { OptionFormView, OptionLine, OptionTexts } from "../kit/catalog/options-view.ts"

/** The product's offers as they would be with what is typed; what makes no sense yet counts as its default. */
export function offersWith(
  options: readonly OptionLine[],
  editing: OptionFormView | null,
  typed: OptionTexts | null,
): OptionLine[] {
  if (!editing) return [...options]
  const offer = typedOffer(editing, typed ?? editing.texts)
  return editing.id === "" ? [...options, offer] : options.map((option) => (option.id === editing.id ? offer : option))
}

function typedOffer({ id, parentId, picture }: OptionFormView, texts: OptionTexts): OptionLine {
  const unit = optionUnits.find((name) => name === texts.unit) ?? "unit"
  return {
    id: id || "nouvelle",
    parentId,
    picture: picture?.picture ?? null,
    unit,
    name: texts.name,
    description: texts.description,
    price: Math.max(0, parseEuros(texts.price) ?? 0),
    quantityStep: whole(texts.quantityStep, 1) ?? 1,
    minQuantity: whole(texts.minQuantity, 0) ?? 0,
    maxQuantity: whole(texts.maxQuantity, 0),
  }
}

function whole(text: string, min: number): number | null {
  return /^\d{1,4}$/.test(text.trim()) ? Math.max(min, Number(text)) : null
}
