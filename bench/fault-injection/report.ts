/** What one part comes to: the columns of the table. */
export type Row = {
  part: string
  /** Changes that were asked for, and answered as done. */
  acknowledged: number
  /** Kills, cuts, fillings or jumps, as the part has it. */
  faults: number
  /** Requests whose answer never came; they were asked again. */
  unanswered: number
  /** Acknowledged, and not there, or not as it was acknowledged. */
  lost: number
  /** Something that is there by half: sums, states or files that disagree. */
  torn: number
  /** There without anybody having asked for it, or more than once. */
  duplicated: number
  /** Invoices that are paid without money, or not paid with all of it. */
  wronglyPaid: number
  /** E-mails that were queued and never arrived. */
  lostMails: number
  /** Messages that arrived more than once. */
  doubleMails: number
  /** Answers that are neither what was asked for nor a sentence that says to try again (503, 507). */
  wrongAnswers: number
  /** Server processes that ended though nobody ended them. */
  exits: number
  /** How long it took until something succeeded again, in milliseconds. */
  recoveriesMs: readonly number[]
  /** What was wrong, in words; the first few. */
  findings: readonly string[]
  /** What the reader should know: what was skipped, and why. */
  notes: readonly string[]
  /** What is counted, and is no failure here: in such parts a message may come twice (`mayDouble`). */
  mayDouble?: boolean
}

const zero = {
  acknowledged: 0,
  faults: 0,
  unanswered: 0,
  lost: 0,
  torn: 0,
  duplicated: 0,
  wronglyPaid: 0,
  lostMails: 0,
  doubleMails: 0,
  wrongAnswers: 0,
  exits: 0,
  recoveriesMs: [],
  findings: [],
  notes: [],
}

/** A row with nothing in it but what is given. */
export const createRow = (part: string, given: Partial<Row> = {}): Row => ({ ...zero, ...given, part })

/** Whether a row tells of something that must never be. */
export const hasFailed = (row: Row): boolean =>
  row.lost + row.torn + row.duplicated + row.wronglyPaid + row.lostMails + row.wrongAnswers + row.exits + row.findings.length > 0 ||
  (row.doubleMails > 0 && !row.mayDouble)

/** The value below which a share of all lies; 0 for none. @param share 0.5 for the median */
export const quantile = (values: readonly number[], share: number): number =>
  values.length === 0 ? 0 : values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

const cells = (row: Row): string[] => [
  row.part,
  String(row.faults),
  String(row.acknowledged),
  String(row.unanswered),
  String(row.lost),
  String(row.torn),
  String(row.duplicated),
  String(row.wronglyPaid),
  String(row.lostMails),
  `${row.doubleMails}${row.mayDouble && row.doubleMails > 0 ? '*' : ''}`,
  String(row.wrongAnswers),
  String(row.exits),
  row.recoveriesMs.length === 0 ? '-' : `${Math.round(quantile(row.recoveriesMs, 0.5))} / ${Math.round(Math.max(...row.recoveriesMs))}`,
]
const heads = [
  'part',
  'faults',
  'acknowledged',
  'unanswered',
  'acknowledged and lost',
  'torn',
  'duplicated',
  'wrong paid marks',
  'lost mails',
  'double mails',
  'wrong answers',
  'exits',
  'recovery ms p50 / max',
]

/** All rows as a table of text. */
export const formatTable = (rows: readonly Row[]): string => {
  const all = [heads, ...rows.map(cells)]
  const widths = heads.map((_, column) => Math.max(...all.map((line) => line[column]!.length)))
  const lines = all.map(
    (line) => `| ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`,
  )
  return [lines[0]!, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.slice(1)].join('\n')
}

/** One part's row for whoever watches, in a line of words. */
export const formatRow = (row: Row): string => {
  const counted = heads.slice(1).map((head, i) => [head, cells(row)[i + 1]!] as const)
  return `${row.part}: ${counted
    .filter(([head, cell]) => (cell !== '0' && cell !== '-') || ['acknowledged and lost', 'torn', 'duplicated'].includes(head))
    .map(([head, cell]) => `${head} ${cell}`)
    .join(', ')}`
}
