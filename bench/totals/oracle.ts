import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DocumentTotals, TotalsInput } from '#shared/document-totals.ts'

/** Whether Python 3 is installed. */
export const hasPython: boolean = spawnSync('python3', ['--version']).status === 0

type Oracle = {
  /** The totals of some documents, in their order. @throws Error when the process ends early */
  compute(documents: readonly TotalsInput[]): Promise<DocumentTotals[]>
  stop(): void
}

/** Starts a process that computes totals with Python's exact fractions (oracle.py). */
export const startOracle = (): Oracle => {
  const child = spawn('python3', [fileURLToPath(new URL('./oracle.py', import.meta.url))], { stdio: ['pipe', 'pipe', 'inherit'] })
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    compute: async (documents) => {
      child.stdin.write(documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
      const totals: DocumentTotals[] = []
      while (totals.length < documents.length) {
        const { value, done } = await replies.next()
        if (done) throw new Error('oracle.py ended early')
        totals.push(JSON.parse(value))
      }
      return totals
    },
    stop: () => child.stdin.end(),
  }
}
