import {
  Fragment,
  type ReactNode,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { useLocation, useMatches, useNavigate, useNavigation } from "react-router"
import { type OpenDrafts, openDrafts } from "./open-drafts.ts"

type PageDrafts = {
  drafts: OpenDrafts
  saved: object | null
  startOver: () => void
  addUnsaved: () => () => void
}

const noDrafts: PageDrafts = {
  drafts: openDrafts({ owner: null, path: "", search: "" }),
  saved: null,
  startOver: () => {},
  addUnsaved: () => () => {},
}

const DraftsContext = createContext(noDrafts)
const UnsavedContext = createContext(0)

export function Drafts({ userId, children }: { userId: string | null; children: ReactNode }) {
  const { pathname: path, search, key: visit } = useLocation()
  const { state } = useNavigation()
  const navigate = useNavigate()
  const saved = useSavedFlash()
  const [drafts] = useState(() => openDrafts({ owner: userId, path, search }))
  const [unsaved, setUnsaved] = useState(0)
  const [generation, setGeneration] = useState(0)

  // Must run after the forms' effects, which register and unregister them.
  useEffect(() => drafts.handleMove({ owner: userId, path, search }), [drafts, userId, path, search])
  useEffect(() => {
    if (saved !== null) drafts.handleSaved()
  }, [drafts, saved])
  useEffect(() => {
    if (state === "idle") drafts.handleAnswered()
  }, [drafts, state])

  const startingOver = useRef(false)
  const startOver = useCallback(() => {
    startingOver.current = true
    void navigate(path + search, { replace: true, preventScrollReset: true })
  }, [navigate, path, search])
  useEffect(() => {
    if (startingOver.current) setGeneration((before) => before + 1)
    startingOver.current = false
  }, [visit])
  const addUnsaved = useCallback(() => {
    setUnsaved((count) => count + 1)
    return () => setUnsaved((count) => count - 1)
  }, [])
  const pageDrafts = useMemo(() => ({ drafts, saved, startOver, addUnsaved }), [drafts, saved, startOver, addUnsaved])
  return (
    <DraftsContext value={pageDrafts}>
      <UnsavedContext value={unsaved}>
        <Fragment key={generation}>{children}</Fragment>
      </UnsavedContext>
    </DraftsContext>
  )
}

export function useDrafts(): PageDrafts {
  return useContext(DraftsContext)
}

export function useUnsaved(dirty: boolean): void {
  const { addUnsaved } = useDrafts()
  useEffect(() => (dirty ? addUnsaved() : undefined), [dirty, addUnsaved])
}

export function useUnsavedCount(): number {
  return useContext(UnsavedContext)
}

function useSavedFlash(): object | null {
  const data: unknown = useMatches().at(-1)?.loaderData
  const flash = typeof data === "object" && data !== null && "flash" in data ? data.flash : null
  return typeof flash === "object" && flash !== null && "kind" in flash && flash.kind === "success" ? flash : null
}
