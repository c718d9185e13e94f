import { type RefObject, useEffect, useRef, useState } from "react"

type ChosenPicture = {
  src: string | null
  input: RefObject<HTMLInputElement | null>
  choose: (file: File | null) => void
  takeFrom: (transfer: DataTransfer) => boolean
  reset: () => void
}

export function useChosenPicture(): ChosenPicture {
  const input = useRef<HTMLInputElement>(null)
  const [file, choose] = useState<File | null>(null)
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setSrc(null)
    const url = URL.createObjectURL(file)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  const takeFrom = (transfer: DataTransfer): boolean => {
    const [dropped] = transfer.files
    if (!dropped || !input.current) return false
    const single = new DataTransfer()
    single.items.add(dropped)
    input.current.files = single.files
    choose(dropped)
    return true
  }
  const reset = () => {
    if (input.current) input.current.value = ""
    choose(null)
  }
  return { src, input, choose, takeFrom, reset }
}
