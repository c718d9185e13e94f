import { writeFile } from "node:fs/promises"
import siteMap from "../../app/routes.ts"
import { authorities, authorityDocument } from "../../tests/docs/authority-table.ts"

// Who may have what, for every address: written from the site map, compared with it by tests/docs/authority.test.ts.
await writeFile("docs/authority.md", authorityDocument(authorities(await siteMap)))
// The channel to who started this would keep it alive.
process.disconnect?.()
