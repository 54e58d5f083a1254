import { readdirSync } from 'node:fs'

// What `npm run soak` runs. The drivers are test files; `npm test` runs a few rounds of each.

/** One process: a run of test files, or a program whose exit code tells whether it passed. */
export type Step = { name: string; limitMinutes: number } & (
  | { files: readonly string[] }
  | { script: string; args: readonly string[] /** Whether it runs in the first round only: it knows no seed. */; once?: boolean }
)

const features = 'src/features'
const payments = `${features}/payments`

const lives: Step[] = [
  {
    name: 'random lives',
    limitMinutes: 120,
    files: [
      'src/server/domain/ledger/journal/hledger.test.ts',
      `${features}/account/export/stream.test.ts`,
      `${features}/books/large-amounts.test.ts`,
      `${features}/books/random-life.test.ts`,
      `${features}/estimates/multi-node.test.ts`,
      `${features}/invoices/model.test.ts`,
      `${features}/recurring-invoices/schedule-lives.test.ts`,
      `${features}/reminders/reminder-lives.test.ts`,
      `${features}/reports/drill-down.test.ts`,
      `${features}/reports/statement-currencies.test.ts`,
      `${features}/reports/statement-schedule/statement-schedule.test.ts`,
      `${payments}/testing/random-scenarios/scenarios.test.ts`,
      `${payments}/testing/saved-cards/scenarios.test.ts`,
      'src/server/integration/seed.test.ts',
      'src/server/integration/two-nodes.test.ts',
    ],
  },
]

const kills: Step[] = [
  {
    name: 'kills',
    limitMinutes: 60,
    files: [
      'src/server/domain/scheduled-sends/scheduled-sends.test.ts',
      `${features}/credit-notes/races.test.ts`,
      `${features}/recurring-invoices/schedule-lives.test.ts`,
      `${features}/reminders/reminder-lives.test.ts`,
      `${features}/reports/statement-schedule/statement-schedule.test.ts`,
      `${payments}/saved-cards/charges.test.ts`,
      `${payments}/testing/crashes/crashes.test.ts`,
      'src/server/operations/backup/restore-embedded.test.ts',
      'src/server/operations/embedded-postgres/kills.test.ts',
      'src/server/operations/key-rotation/rotate-key.test.ts',
      'src/server/testing/killed-settlements.test.ts',
    ],
  },
]

const mutants: Step[] = [
  {
    name: 'mutants',
    limitMinutes: 60,
    files: [`${payments}/testing/random-scenarios/mutants.test.ts`, 'src/shared/document-totals-mutants.test.ts'],
  },
]

const listBenches = (): string[] => readdirSync('bench').filter((file) => file.endsWith('.ts') && file !== 'fault-injection.ts')

const benches: Step[] = [
  { name: 'smoke runs of all benches', limitMinutes: 30, files: ['test/benches.test.ts'] },
  ...listBenches().map((file): Step => ({ name: `bench/${file}`, limitMinutes: 20, script: `bench/${file}`, args: [], once: true })),
]

const faults: Step[] = [
  { name: 'bench/fault-injection.ts', limitMinutes: 60, script: 'bench/fault-injection.ts', args: ['--full', '--seed', '<seed>'] },
]

export const parts = { lives, kills, mutants, benches, faults } as const
export type PartName = keyof typeof parts
export const partNames = Object.keys(parts) as PartName[]
