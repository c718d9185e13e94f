declare module "lighthouse" {
  export type Result = {
    audits: Record<
      string,
      { title: string; score: number | null; numericValue?: number; displayValue?: string } | undefined
    >
    categories: Record<
      string,
      { score: number | null; auditRefs: readonly { id: string; weight: number }[] } | undefined
    >
    environment: { benchmarkIndex: number }
    runtimeError?: { message: string }
    finalDisplayedUrl: string
  }
  export default function lighthouse(url: string, flags: Record<string, unknown>): Promise<{ lhr: Result } | undefined>
}

declare module "@stryker-mutator/core" {
  export class Stryker {
    constructor(options: Record<string, unknown>)
    runMutationTest(): Promise<readonly { fileName: string; status: string }[]>
  }
}
