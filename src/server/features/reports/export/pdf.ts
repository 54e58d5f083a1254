import { createHash } from 'node:crypto'
import type { Business } from '#server/domain/business/business.ts'
import { toPdfBusiness, toPdfCustomer } from '#server/domain/documents/pdf/pdf-document.ts'
import { formatBalance, formatOverdue, type StatementDetails } from '#server/features/reports/builders/statement-details.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { estimateRenderMs, maxRenderMs } from '#server/platform/pdf/render-cost.ts'
import type { ReportDocument } from '#server/platform/pdf/report-document.ts'
import { formatChange } from '#shared/captions.ts'
import type { Report } from '#shared/contract/reports.ts'
import { formatDay } from '#shared/dates.ts'
import { cents, formatMoney } from '#shared/money.ts'
import { ageBucketLabels } from '#shared/reports.ts'
import { getReportFileName } from './file-name.ts'
import { buildPdfChart } from './pdf-chart.ts'
import { formatPeriod } from './period-label.ts'

/** A table of more rows would be a book of more than fifty pages, and take seconds to draw. */
export const maxPdfRows = 2_000
/** Rows of long texts are fewer: this much of what a PDF can hold, less what stands around them. */
const mostMsOfRows = maxRenderMs * 0.9
const shownCount = (count: number) => count.toLocaleString('en-US')

const cellWords = ({ text, amount, count, day }: Report['table']['rows'][number]['cells'][number]) =>
  text ?? (amount !== undefined ? formatMoney(amount) : count !== undefined ? shownCount(count) : day !== undefined ? formatDay(day) : '')

const basisWords = { accrual: 'Accrual: counted when it is invoiced', cash: 'Cash: counted when the money comes' }

const factsOf = ({ type, range, basis, previous }: Report) => [
  type === 'receivables' ? { label: 'As of', value: formatDay(range.to) } : { label: 'Period', value: formatPeriod(range) },
  ...(basis === null ? [] : [{ label: 'Basis', value: basisWords[basis] }]),
  // A customer has no use for what was before: his statement begins with it.
  ...(previous === null || type === 'statement' ? [] : [{ label: 'Compared with', value: formatPeriod(previous) }]),
]

const figuresOf = ({ headline }: Report) =>
  headline.map(({ label, amount, count, previous }) => ({
    label,
    value: amount !== undefined ? formatMoney(amount) : count !== undefined ? shownCount(count) : '',
    remark: amount === undefined || previous === null ? '' : formatChange(amount, previous, 'period'),
  }))

/** How old each part is stands at the foot of the paper. */
const figuresOfStatement = (statement: StatementDetails) =>
  [formatBalance(statement), formatOverdue(statement)].flatMap((said) => (said === null ? [] : [{ ...said, remark: '' }]))

/** Where the rows that are no sums stand that make the table long: its longest run of them. */
const longestRun = (rows: Report['table']['rows']) => {
  let longest = { start: 0, length: 0 }
  for (let start = 0; start < rows.length; start += 1) {
    let end = start
    while (rows[end]?.role === 'row') end += 1
    if (end - start > longest.length) longest = { start, length: end - start }
    start = end
  }
  return longest
}

/** How many of these rows a PDF can hold. */
const fitting = (rows: Report['table']['rows']) => {
  let leftMs = mostMsOfRows
  const over = rows.slice(0, maxPdfRows).findIndex(({ cells }) => {
    leftMs -= estimateRenderMs(cells.map(cellWords))
    return leftMs < 0
  })
  return over < 0 ? Math.min(rows.length, maxPdfRows) : over
}

/** As many rows as a PDF can hold; sums, and what follows them, are seen whatever is left out before them. */
const rowsOf = ({ table: { rows, isCut }, type }: Report, businessName: string) => {
  const { start, length } = longestRun(rows)
  const kept = fitting(rows.slice(start, start + length))
  const shown = [...rows.slice(0, start + kept), ...rows.slice(start + length)]
  const others = type === 'statement' ? `Ask ${businessName} for the others.` : 'The CSV file has all rows.'
  return {
    rows: shown.map(({ role, cells }) => ({ role, cells: cells.map(cellWords) })),
    cut: kept < length || isCut ? `Only the first ${shownCount(kept)} rows are shown here. ${others}` : '',
  }
}

const closingOf = ({ ageing, credit, ...statement }: StatementDetails) => [
  ...ageing.map(({ bucket, amount }) => ({
    label: bucket === 'current' ? 'Not yet due' : ageBucketLabels[bucket],
    value: formatMoney(amount),
  })),
  ...(credit > 0 ? [{ label: 'Credit', value: formatMoney(cents(-credit)) }] : []),
  formatBalance(statement),
]

/** Words such as '+12.5%' stand as figures do. */
const isChange = ({ rows }: Report['table'], index: number) => {
  const said = rows.map(({ cells }) => cells[index]?.text).filter(Boolean)
  return said.length > 0 && said.every((text) => /^([-+]?[\d,.]+%|-)$/.test(text!))
}

/** A report as it stands on paper. What it says itself is English, whatever the language of the business's papers is. */
const documentOf = (business: Business, report: Report, statement: StatementDetails | null): ReportDocument => {
  const { customer, table, notes } = report
  const someone = customer && { name: customer.name, lines: customer.email === null ? [] : [customer.email] }
  return {
    title: report.title,
    business: toPdfBusiness({ ...business, language: 'en' }),
    recipient: statement ? toPdfCustomer(statement.customer) : someone,
    facts: factsOf(report),
    figures: statement ? figuresOfStatement(statement) : figuresOf(report),
    chart: buildPdfChart(report.chart),
    columns: table.columns.map(({ label, kind }, index) => ({
      label,
      isFigure: kind === 'amount' || kind === 'count' || isChange(table, index),
    })),
    nothing: 'There is nothing in these days.',
    ...rowsOf(report, business.name),
    closing: statement ? closingOf(statement) : [],
    closingTitle: 'What is open, by days overdue',
    notes,
    logo: business.logoKey === null ? null : { key: business.logoKey },
    size: business.size,
    language: business.language,
    primaryColor: business.primaryColor,
    accentColor: business.accentColor,
  }
}

/**
 * A report as a PDF to answer. The same figures give the same bytes.
 * @param statement for a customer's statement: his address, and how late what he owes is
 * @throws the renderer's errors
 */
export const renderReportPdf = async (
  { pdf, account }: { pdf: PdfRenderer; account: string },
  business: Business,
  report: Report,
  statement: StatementDetails | null = null,
): Promise<FileReply & { bytes: Uint8Array }> => {
  const bytes = await pdf.renderReport(documentOf(business, report, statement), account)
  const etag = createHash('sha256').update(bytes).digest('base64url')
  return {
    bytes,
    contentType: 'application/pdf',
    fileName: getReportFileName(report.type, report.range, 'pdf'),
    etag,
    disposition: 'attachment',
  }
}
