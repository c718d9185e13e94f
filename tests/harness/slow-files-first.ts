import { BaseSequencer, type TestSpecification } from "vitest/node"

/** These files mostly wait: started last, they would delay the whole run. */
const waiting = [
  "tests/health/unanswerable.test.ts",
  "server/platform/database/embedded.test.ts",
  "server/money/payments/stripe.test.ts",
  "tests/health/request-log.test.ts",
  "server/outside/mails/delivery.test.ts",
]

export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = waiting.findIndex((file) => moduleId.endsWith(file))
      return index < 0 ? waiting.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
