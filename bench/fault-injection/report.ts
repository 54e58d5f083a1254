import { median } from '../support/stats.ts'

/** The result of a scenario: a row of the table. */
export type Row = {
  scenario: string
  /** How many changes a server acknowledged. */
  acknowledged: number
  /** How many faults were injected. */
  faults: number
  /** Requests without a response. Clients repeated them. */
  unanswered: number
  /** Records that were acknowledged but are missing or different. */
  lost: number
  /** Records that contradict one another: sums, states, files. */
  inconsistent: number
  /** Records that no client created, or that exist twice. */
  duplicated: number
  /** Invoices that are paid without sufficient payments, or open in spite of them. */
  wronglyPaid: number
  /** Emails that were queued but not delivered. */
  lostEmails: number
  /** Messages that were delivered more than once. */
  duplicateEmails: number
  /** Responses that are neither a success nor a request to retry (503, 507). */
  wrongResponses: number
  /** Server processes that ended by themselves. */
  exits: number
  /** The time from the end of each fault to the next success. */
  recoveriesMs: readonly number[]
  /** Descriptions of the first failures. */
  findings: readonly string[]
  /** Remarks, e.g. why a scenario was skipped. */
  notes: readonly string[]
  /** Whether duplicate emails are no failure in this scenario. */
  allowsDuplicateEmails?: boolean
}

const emptyRow = {
  acknowledged: 0,
  faults: 0,
  unanswered: 0,
  lost: 0,
  inconsistent: 0,
  duplicated: 0,
  wronglyPaid: 0,
  lostEmails: 0,
  duplicateEmails: 0,
  wrongResponses: 0,
  exits: 0,
  recoveriesMs: [],
  findings: [],
  notes: [],
}

/** Creates a row. What is not given is 0. */
export const createRow = (scenario: string, values: Partial<Row> = {}): Row => ({ ...emptyRow, ...values, scenario })

export const hasFailed = (row: Row): boolean =>
  row.lost + row.inconsistent + row.duplicated + row.wronglyPaid + row.lostEmails + row.wrongResponses + row.exits + row.findings.length >
    0 ||
  (row.duplicateEmails > 0 && !row.allowsDuplicateEmails)

const formatCells = (row: Row): string[] => [
  row.scenario,
  String(row.faults),
  String(row.acknowledged),
  String(row.unanswered),
  String(row.lost),
  String(row.inconsistent),
  String(row.duplicated),
  String(row.wronglyPaid),
  String(row.lostEmails),
  `${row.duplicateEmails}${row.allowsDuplicateEmails && row.duplicateEmails > 0 ? '*' : ''}`,
  String(row.wrongResponses),
  String(row.exits),
  row.recoveriesMs.length === 0 ? '-' : `${Math.round(median(row.recoveriesMs))} / ${Math.round(Math.max(...row.recoveriesMs))}`,
]
const headers = [
  'scenario',
  'faults',
  'acknowledged',
  'unanswered',
  'lost',
  'inconsistent',
  'duplicated',
  'wrongly paid',
  'lost emails',
  'duplicate emails',
  'wrong responses',
  'exits',
  'recovery ms p50 / max',
]

/** Formats all rows as a Markdown table. */
export const formatTable = (rows: readonly Row[]): string => {
  const table = [headers, ...rows.map(formatCells)]
  const widths = headers.map((_, column) => Math.max(...table.map((cells) => cells[column]!.length)))
  const lines = table.map(
    (cells) => `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`,
  )
  return [lines[0]!, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.slice(1)].join('\n')
}

/** Formats a row as one line of text, without most of the zeros. */
export const formatRow = (row: Row): string => {
  const cells = formatCells(row)
  return `${row.scenario}: ${headers
    .map((header, i) => [header, cells[i]!] as const)
    .slice(1)
    .filter(([header, cell]) => (cell !== '0' && cell !== '-') || ['lost', 'inconsistent', 'duplicated'].includes(header))
    .map(([header, cell]) => `${header} ${cell}`)
    .join(', ')}`
}
