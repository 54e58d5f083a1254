import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import type { booksHealth } from '#shared/api/books.ts'
import type { Day } from '#shared/dates.ts'
import { type Result, type RowCheck, runCheck } from './check.ts'
import { type Differing, differing } from './compare.ts'
import { dashboardByJournal, dashboardFigures } from './dashboard-figures.ts'
import { partsOfAllTime } from './figures-looked-at.ts'
import { journalFigures } from './journal-figures.ts'
import { money } from './money.ts'
import { nameRows, type Wrong } from './name-rows.ts'
import { reportFigures } from './report-figures.ts'
import { seals } from './seals.ts'
import { search } from './search.ts'
import { sums } from './sums.ts'

export type Health = z.output<typeof booksHealth>
type Finding = Health['findings'][number]

/** The most findings that are told: whoever has more begins with these. */
export const mostFindings = 200

/** Collects what checks come to; of the findings only the first. */
const report = (db: UserDb) => {
  const checks: Health['checks'] = []
  const findings: Finding[] = []
  const left = () => mostFindings - findings.length
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
    figures: (group: string, name: string, result: Result<Differing>) => note(group, name, result, result.findings),
    rows: async (group: string, name: string, result: Result<Wrong>) => {
      const names = await nameRows(db, result.findings)
      note(
        group,
        name,
        result,
        result.findings.map(({ problem }, i) => ({ ...names[i]!, problem })),
      )
    },
    health: (): Health => ({ checks, findings, isCut: checks.reduce((sum, { wrong }) => sum + wrong, 0) > findings.length }),
  }
}

const groups: Record<string, readonly RowCheck[]> = {
  'As they were saved': seals,
  'Sums of invoices and estimates': sums,
  'Payments, refunds and states': money,
  'What the search shows': search,
}
const ofFigures = 'Journal and reports'

const rowChecks = async (db: UserDb, to: ReturnType<typeof report>) => {
  for (const [group, checks] of Object.entries(groups))
    for (const check of checks) await to.rows(group, check.name, await runCheck(db, check, to.left()))
}

/** The part of `checkBooks` that looks at stored rows: their figures are those that were saved, and agree with the rows that they follow from. */
export const checkRows = async (db: UserDb): Promise<Health> => {
  const to = report(db)
  await rowChecks(db, to)
  return to.health()
}

/**
 * Derives every total, balance and report figure anew from what it is made of, and names the rows and figures that disagree. Reads only; all of it
 * is to be of one moment.
 * @param today where the user is: reports and dashboard depend on it
 */
export const checkBooks = async (db: UserDb, today: Day): Promise<Health> => {
  // For this transaction only: sums over all that somebody has would otherwise go through files.
  await db.rows("select set_config('work_mem', '32MB', true)")
  const to = report(db)
  await rowChecks(db, to)
  const parts = partsOfAllTime(today)
  const { figures, entries } = await journalFigures(db, parts, to.left())
  await to.rows(ofFigures, 'Entries of the journal: debits and credits', entries)
  const reports = differing(await reportFigures(db, parts, today), figures, '/reports')
  to.figures(ofFigures, 'Figures of the reports: what the journal comes to', reports)
  const dashboard = differing(await dashboardFigures(db, parts, today), dashboardByJournal(figures, parts), '/')
  to.figures(ofFigures, 'Figures of the dashboard: what the journal comes to', dashboard)
  return to.health()
}
