import { placedDrawings } from "../seed/drawings.ts"
import { environment } from "../server/platform/environment.server.ts"
import { drawIllustration } from "../server/platform/images/illustration.ts"

if (environment.seed === "demo") {
  const drawings = await placedDrawings()
  await Promise.all(drawings.map(({ file }) => drawIllustration(file)))
}
