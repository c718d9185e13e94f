import { type RefObject, useEffect, useRef, useState } from "react"

type ChosenPicture = {
  /** As this browser shows it; null when none is chosen. */
  src: string | null
  input: RefObject<HTMLInputElement | null>
  choose: (file: File | null) => void
  /** As if it had been chosen in the field. False when there is no file among what was dropped or pasted. */
  take: (transfer: DataTransfer) => boolean
  /** Back to an empty field. */
  forget: () => void
}

/** The picture that was chosen and not sent yet. */
export function useChosenPicture(): ChosenPicture {
  const input = useRef<HTMLInputElement>(null)
  const [file, choose] = useState<File | null>(null)
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setSrc(null)
    const made = URL.createObjectURL(file)
    setSrc(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const take = (transfer: DataTransfer): boolean => {
    const [given] = transfer.files
    if (!given || !input.current) return false
    const only = new DataTransfer()
    only.items.add(given)
    input.current.files = only.files
    choose(given)
    return true
  }
  const forget = () => {
    if (input.current) input.current.value = ""
    choose(null)
  }
  return { src, input, choose, take, forget }
}
