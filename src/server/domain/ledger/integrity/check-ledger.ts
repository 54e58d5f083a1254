import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import type { booksHealth } from '#shared/contract/books.ts'
import type { Day } from '#shared/dates.ts'
import { checksumChecks } from './checksum-checks.ts'
import { compareFigures, type FigureDiscrepancy } from './compare-figures.ts'
import { getComparedPeriods } from './compared-figures.ts'
import { deriveDashboardFigures, readDashboardFigures } from './dashboard-figures.ts'
import { computeJournalFigures } from './journal-figures.ts'
import { type Discrepancy, labelRows } from './label-rows.ts'
import { paymentChecks } from './payment-checks.ts'
import { readReportFigures } from './report-figures.ts'
import { type CheckResult, type RowCheck, runRowCheck } from './row-check.ts'
import { searchChecks } from './search-checks.ts'
import { totalChecks } from './total-checks.ts'

export type IntegrityReport = z.output<typeof booksHealth>
type Finding = IntegrityReport['findings'][number]

/** The most findings that are told: whoever has more begins with these. */
export const maxFindings = 200

/** Collects what checks come to; of the findings only the first. */
const report = (db: UserDb) => {
  const checks: IntegrityReport['checks'] = []
  const findings: Finding[] = []
  const left = () => maxFindings - findings.length
  const note = (
    group: string,
    name: string,
    { looked, wrong }: { looked: number; wrong: number },
    found: readonly Omit<Finding, 'check'>[],
  ) => {
    checks.push({ group, name, looked, wrong })
    findings.push(...found.slice(0, left()).map((finding) => ({ check: name, ...finding })))
  }
  return {
    left,
    figures: (group: string, name: string, result: CheckResult<FigureDiscrepancy>) => note(group, name, result, result.findings),
    rows: async (group: string, name: string, result: CheckResult<Discrepancy>) => {
      const names = await labelRows(db, result.findings)
      note(
        group,
        name,
        result,
        result.findings.map(({ problem }, i) => ({ ...names[i]!, problem })),
      )
    },
    health: (): IntegrityReport => ({ checks, findings, isCut: checks.reduce((sum, { wrong }) => sum + wrong, 0) > findings.length }),
  }
}

const groups: Record<string, readonly RowCheck[]> = {
  'As they were saved': checksumChecks,
  'Sums of invoices and estimates': totalChecks,
  'Payments, refunds and states': paymentChecks,
  'What the search shows': searchChecks,
}
const ofFigures = 'Journal and reports'

const rowChecks = async (db: UserDb, to: ReturnType<typeof report>) => {
  for (const [group, checks] of Object.entries(groups))
    for (const check of checks) await to.rows(group, check.name, await runRowCheck(db, check, to.left()))
}

/** The part of `checkBooks` that looks at stored rows: their figures are those that were saved, and agree with the rows that they follow from. */
export const checkStoredRows = async (db: UserDb): Promise<IntegrityReport> => {
  const to = report(db)
  await rowChecks(db, to)
  return to.health()
}

/**
 * Derives every total, balance and report figure anew from what it is made of, and names the rows and figures that disagree. Reads only; all of it
 * is to be of one moment.
 * @param today where the user is: reports and dashboard depend on it
 */
export const checkLedger = async (db: UserDb, today: Day): Promise<IntegrityReport> => {
  // For this transaction only: sums over all that somebody has would otherwise go through files.
  await db.rows("select set_config('work_mem', '32MB', true)")
  const to = report(db)
  await rowChecks(db, to)
  const parts = getComparedPeriods(today)
  const { figures, entries } = await computeJournalFigures(db, parts, to.left())
  await to.rows(ofFigures, 'Entries of the journal: debits and credits', entries)
  const reports = compareFigures(await readReportFigures(db, parts, today), figures, '/reports')
  to.figures(ofFigures, 'Figures of the reports: what the journal comes to', reports)
  const dashboard = compareFigures(await readDashboardFigures(db, parts, today), deriveDashboardFigures(figures, parts), '/')
  to.figures(ofFigures, 'Figures of the dashboard: what the journal comes to', dashboard)
  return to.health()
}
