import { photosOnDeviceDays } from "../../../domain/retention/on-device.ts"

/** Files that were chosen in one form and not sent. They outlive a reload and a browser that puts the page away. */
export type KeptFiles = {
  /** By the names of their fields. */
  files: readonly { field: string; file: File }[]
  /** The form's own key: sent again after a lost answer it is still the same thing. */
  key: string
}

/** Tabs' storage holds text alone: files stand in a database of the browser, under the same name as other drafts. */
const DATABASE = "guinguette.draft"
const STORE = "files"
/** Long enough for the next day with a network. */
const KEPT_FOR_MS = photosOnDeviceDays * 86_400_000

type Row = KeptFiles & { owner: string; name: string; keptAt: number }

/** What was kept for that form of that person; null where there is nothing, or the browser keeps nothing. */
export async function readKeptFiles(owner: string, name: string): Promise<KeptFiles | null> {
  const found = await inStore("readwrite", async (store) => {
    const rows = await answerOf<Row[]>(store.getAll())
    for (const row of rows)
      // What somebody else chose on this device is not for who is signed in now.
      if (row.owner !== owner || Date.now() - row.keptAt > KEPT_FOR_MS) store.delete([row.owner, row.name])
    return rows.find((row) => row.owner === owner && row.name === name) ?? null
  })
  return found !== null && Date.now() - found.keptAt <= KEPT_FOR_MS ? { files: found.files, key: found.key } : null
}

export async function keepFiles(owner: string, name: string, kept: KeptFiles): Promise<void> {
  await inStore("readwrite", (store) => answerOf(store.put({ ...kept, owner, name, keptAt: Date.now() })))
}

/** The form was taken: anyone who chose files for it on this device, they are not needed any more. */
export async function forgetFiles(name: string): Promise<void> {
  await inStore("readwrite", async (store) => {
    const rows = await answerOf<Row[]>(store.getAll())
    for (const row of rows) if (row.name === name) store.delete([row.owner, row.name])
  })
}

/** For a person who signs out. */
export function forgetAllFiles(): void {
  try {
    indexedDB.deleteDatabase(DATABASE)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** A browser may refuse to keep anything, in a private window for one: the form then works as it would without. */
async function inStore<Answer>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: ["owner", "name"] })
    const database = await answerOf(opening)
    try {
      return await use(database.transaction(STORE, mode).objectStore(STORE))
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error("The browser's database refused"))
  })
}
