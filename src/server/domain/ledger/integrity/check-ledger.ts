import type { z } from 'zod'
import type { SearchedRecords } from '#server/domain/search/rebuild.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { booksHealth } from '#shared/contract/books.ts'
import type { Day } from '#shared/dates.ts'
import { compareFigures, type FigureDiscrepancy, getComparedPeriods } from './compared-figures.ts'
import { compareJournalWithRecords, journalChecks } from './journal-checks.ts'
import { computeJournalFigures } from './journal-figures.ts'
import { type Discrepancy, labelRows } from './label-rows.ts'
import { paymentChecks } from './payment-checks.ts'
import { checkClosings, checkMonths, closedDayCheck } from './period-checks.ts'
import { type CheckResult, type RowCheck, runRowCheck } from './row-check.ts'
import { checkSearchEntries, listSearchedKinds } from './search-checks.ts'
import { deriveDashboardFigures, readDashboardFigures, readReportFigures } from './shown-figures.ts'
import { totalChecks } from './total-checks.ts'

export type IntegrityReport = z.output<typeof booksHealth>
type Finding = IntegrityReport['findings'][number]

export const maxFindings = 200

const createReport = (db: UserDb, records: SearchedRecords) => {
  const checks: IntegrityReport['checks'] = []
  const findings: Finding[] = []
  const getRemaining = () => maxFindings - findings.length
  const addCheck = (
    group: string,
    name: string,
    { looked, wrong }: { looked: number; wrong: number },
    found: readonly Omit<Finding, 'check'>[],
  ) => {
    checks.push({ group, name, looked, wrong })
    findings.push(...found.slice(0, getRemaining()).map((finding) => ({ check: name, ...finding })))
  }
  return {
    left: getRemaining,
    addFigures: (group: string, name: string, result: CheckResult<FigureDiscrepancy>) => addCheck(group, name, result, result.findings),
    addRows: async (group: string, name: string, result: CheckResult<Discrepancy>) => {
      const labels = await labelRows(db, result.findings, records)
      addCheck(
        group,
        name,
        result,
        result.findings.map(({ problem }, i) => ({ ...labels[i]!, problem })),
      )
    },
    build: (): IntegrityReport => ({ checks, findings, isCut: checks.reduce((sum, { wrong }) => sum + wrong, 0) > findings.length }),
  }
}

const groups: Record<string, readonly RowCheck[]> = {
  'Sums of invoices and estimates': totalChecks,
  'Payments, refunds and states': paymentChecks,
  Journal: [...journalChecks, closedDayCheck],
}
const figuresGroup = 'Reports'

const runRowChecks = async (db: UserDb, report: ReturnType<typeof createReport>, records: SearchedRecords) => {
  for (const [group, checks] of Object.entries(groups))
    for (const check of checks) await report.addRows(group, check.name, await runRowCheck(db, check, report.left()))
  await report.addRows('Journal', 'Entries: what the records come to', await compareJournalWithRecords(db, report.left()))
  await report.addRows('Journal', 'Closings: balances and entries of the closed period', await checkClosings(db, report.left()))
  report.addFigures('Journal', 'Sums of the months: those of the entries', await checkMonths(db, report.left()))
  for (const { kind, name } of listSearchedKinds(records))
    await report.addRows('What the search shows', name, await checkSearchEntries(db, kind, records, report.left()))
}

export const checkStoredRows = async (db: UserDb, records: SearchedRecords): Promise<IntegrityReport> => {
  const report = createReport(db, records)
  await runRowChecks(db, report, records)
  return report.build()
}

/** Changes nothing. @param db a repeatable-read transaction @param today in the user's time zone: reports and dashboard depend on it */
export const checkLedger = async (db: UserDb, today: Day, records: SearchedRecords): Promise<IntegrityReport> => {
  // For this transaction only: sums over all rows of a user would otherwise use temporary files.
  await db.rows("select set_config('work_mem', '32MB', true)")
  const report = createReport(db, records)
  await runRowChecks(db, report, records)
  const periods = getComparedPeriods(today)
  const figures = await computeJournalFigures(db, periods)
  const reports = compareFigures(await readReportFigures(db, periods, today), figures, '/reports')
  report.addFigures(figuresGroup, 'Figures of the reports: what the journal comes to', reports)
  const dashboard = compareFigures(await readDashboardFigures(db, periods, today), deriveDashboardFigures(figures, periods), '/')
  report.addFigures(figuresGroup, 'Figures of the dashboard: what the journal comes to', dashboard)
  return report.build()
}
