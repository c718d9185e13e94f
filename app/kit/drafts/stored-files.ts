import { photosOnDeviceDays } from "../../../domain/retention/on-device.ts"

type StoredFiles = {
  files: readonly { field: string; file: File }[]
  key: string
}

/** Session storage holds only text, so files go to IndexedDB. */
const DATABASE = "guinguette.draft"
const STORE = "files"
const MAX_AGE_MS = photosOnDeviceDays * 86_400_000

type Row = StoredFiles & { owner: string; name: string; keptAt: number }

export async function readStoredFiles(owner: string, name: string): Promise<StoredFiles | null> {
  const match = await withStore("readwrite", async (store) => {
    const rows = await requestResult<Row[]>(store.getAll())
    for (const row of rows)
      // Never show one person's files to another on the same device.
      if (row.owner !== owner || Date.now() - row.keptAt > MAX_AGE_MS) store.delete([row.owner, row.name])
    return rows.find((row) => row.owner === owner && row.name === name) ?? null
  })
  return match !== null && Date.now() - match.keptAt <= MAX_AGE_MS ? { files: match.files, key: match.key } : null
}

export async function storeFiles(owner: string, name: string, stored: StoredFiles): Promise<void> {
  await withStore("readwrite", (store) => requestResult(store.put({ ...stored, owner, name, keptAt: Date.now() })))
}

export async function forgetFiles(name: string): Promise<void> {
  await withStore("readwrite", async (store) => {
    const rows = await requestResult<Row[]>(store.getAll())
    for (const row of rows) if (row.name === name) store.delete([row.owner, row.name])
  })
}

export function forgetAllFiles(): void {
  try {
    indexedDB.deleteDatabase(DATABASE)
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Browsers may refuse storage, for example in a private window. */
async function withStore<Answer>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: ["owner", "name"] })
    const database = await requestResult(opening)
    try {
      return await use(database.transaction(STORE, mode).objectStore(STORE))
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

function requestResult<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error("The browser's database refused"))
  })
}
