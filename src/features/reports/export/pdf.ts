import { createHash } from 'node:crypto'
import { formatPeriod } from '#features/reports/builders/periods.ts'
import { formatBalance, formatOverdue, type StatementDetails } from '#features/reports/builders/statement-details.ts'
import { type Business, getLocale, inLanguageOf } from '#server/domain/business/business.ts'
import { documentLabels } from '#server/domain/documents/labels/index.ts'
import { formatPdfMoney, toPdfBusiness, toPdfCustomer } from '#server/domain/documents/pdf/pdf-document.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { estimateRenderMs, maxRenderMs } from '#server/platform/pdf/render-cost.ts'
import type { ReportDocument } from '#server/platform/pdf/report-document.ts'
import { formatChange } from '#shared/captions.ts'
import type { Report } from '#shared/contract/reports.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Texts, textsIn } from '#shared/customer-texts.ts'
import { formatDay } from '#shared/dates.ts'
import { toSafeFileName } from '#shared/file-names.ts'
import { formatFigureIn } from '#shared/language-format.ts'
import { formatMoney, toSum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { type AgeBucket, ageBucketLabels, type ReportType, reportTitles } from '#shared/reports.ts'
import { buildPdfChart } from './pdf-chart.ts'

export const getReportFileName = (type: ReportType, { from, to }: Range, ending: 'csv' | 'pdf'): string =>
  `${reportTitles[type].replace('&', 'and').replaceAll(' ', '-').toLowerCase()}-${from}-to-${to}.${ending}`

/** About fifty pages, which take seconds to render. */
export const maxPdfRows = 2_000
/** The rest is for what surrounds the rows. */
const maxRowsMs = maxRenderMs * 0.9
const formatCount = (count: number) => count.toLocaleString('en-US')

/** Where the page is read from the right, a minus stays before its digits. */
const withSignInPlace = (texts: Texts): Texts => ({
  ...texts,
  money: (amount, currency) => formatPdfMoney(amount, currency, texts.locale),
})

/** A statement is in the language of its customer's documents; the owner's own reports are in English. */
export const getReportTexts = (business: Business, statement: StatementDetails | null): Texts =>
  withSignInPlace(textsIn(statement ? getLocale(inLanguageOf(business, statement.customer)) : 'en'))

type Cell = Report['table']['rows'][number]['cells'][number]

const formatCell = ({ text, amount, count, day }: Cell, currency: Currency, texts: Texts) =>
  text ??
  (amount !== undefined
    ? texts.money(amount, currency)
    : count !== undefined
      ? formatCount(count)
      : day !== undefined
        ? texts.day(day)
        : '')

const basisLabels = { accrual: 'Accrual: counted when it is invoiced', cash: 'Cash: counted when the money comes' }

const listFacts = ({ type, range, basis, previous }: Report, texts: Texts) => [
  type === 'receivables' ? { label: 'As of', value: formatDay(range.to) } : { label: texts.t('Period'), value: formatPeriod(range, texts) },
  ...(basis === null ? [] : [{ label: 'Basis', value: basisLabels[basis] }]),
  // A statement is not compared with an earlier period: it starts with the balance.
  ...(previous === null || type === 'statement' ? [] : [{ label: 'Compared with', value: formatPeriod(previous) }]),
]

const listFigures = ({ headline }: Report, currency: Currency) =>
  headline.map(({ label, amount, count, previous }) => ({
    label,
    value: amount !== undefined ? formatMoney(amount, currency) : count !== undefined ? formatCount(count) : '',
    remark: amount === undefined || previous === null ? '' : formatChange(amount, previous, 'period'),
  }))

/** The ages of the open amounts are below the table. With several currencies, each has one figure. */
const listStatementFigures = ({ balances }: StatementDetails, texts: Texts) =>
  balances.flatMap((balance) => {
    const due = { ...formatBalance(balance, texts), remark: '' }
    const overdue = formatOverdue(balance, texts)
    if (overdue === null) return [due]
    return balances.length > 1 ? [{ ...due, remark: `${overdue.label} ${overdue.value}` }] : [due, { ...overdue, remark: '' }]
  })

type Row = Report['table']['rows'][number]
const isSum = ({ role }: Row) => role !== 'row'

/** A run is between sums; a table is long because one run is, or several are. */
const findRuns = (rows: readonly Row[]) => {
  const runs: { start: number; end: number }[] = []
  for (const [index, row] of rows.entries()) {
    const last = runs.at(-1)
    if (isSum(row)) continue
    if (last?.end === index) last.end = index + 1
    else runs.push({ start: index, end: index + 1 })
  }
  return runs
}

/** Sums and what follows them are kept; the last rows of the longest runs are left out. */
const selectRows = ({ table: { rows, isCut }, type }: Report, { name: business, currency }: Business, texts: Texts) => {
  const formatRow = (row: Row) => row.cells.map((cell) => formatCell(cell, row.currency ?? currency, texts))
  const runs = findRuns(rows).toSorted((a, b) => a.end - a.start - (b.end - b.start))
  const leftOut = new Set<Row>()
  let [leftMs, leftRows] = [maxRowsMs, maxPdfRows]
  for (const { start, end } of runs)
    for (const [index, row] of rows.slice(start, end).entries()) {
      const costMs = estimateRenderMs(formatRow(row))
      if (leftRows <= 0 || costMs > leftMs) {
        for (const over of rows.slice(start + index, end)) leftOut.add(over)
        break
      }
      leftMs -= costMs
      leftRows -= 1
    }
  const shown = rows.filter((row) => !leftOut.has(row))
  const explainCut = (count: string) =>
    type === 'statement'
      ? texts.t('Only the first {count} rows are shown here. Ask {business} for the others.', {
          count: formatFigureIn(texts.locale, count),
          business,
        })
      : `Only the first ${count} rows are shown here. The CSV file has all rows.`
  const count = runs.length === 0 ? 0 : rows.slice(runs.at(-1)!.start, runs.at(-1)!.end).filter((row) => !leftOut.has(row)).length
  return {
    rows: shown.map((row) => ({ role: row.role, cells: formatRow(row) })),
    cut: leftOut.size === 0 && !isCut ? '' : explainCut(formatCount(count)),
  }
}

/** 'days1' -> '1-30'; nothing for what isn't due yet. */
const toDays = (bucket: AgeBucket): string => ageBucketLabels[bucket].replace(' days', '')

const createClosings = ({ balances }: StatementDetails, texts: Texts) => {
  const { t, money } = texts
  return balances.map(({ ageing, credit, ...balance }) => ({
    title:
      balances.length > 1
        ? t('Open balance in {currency} by days overdue', { currency: balance.currency })
        : t('Open balance by days overdue'),
    sums: [
      ...ageing.map(({ bucket, amount }) => ({
        label: bucket === 'current' ? t('Not yet due') : t('{range} days', { range: toDays(bucket) }),
        value: money(amount, balance.currency),
      })),
      ...(credit > 0 ? [{ label: t('Credit'), value: money(toSum(-credit), balance.currency) }] : []),
      formatBalance(balance, texts),
    ],
  }))
}

/** Text such as '+12.5%' is aligned like numbers. */
const isChange = ({ rows }: Report['table'], index: number) => {
  const said = rows.map(({ cells }) => cells[index]?.text).filter(Boolean)
  return said.length > 0 && said.every((text) => /^([-+]?[\d,.]+%|-)$/.test(text!))
}

const toPdfDocument = (business: Business, report: Report, statement: StatementDetails | null): ReportDocument => {
  const texts = getReportTexts(business, statement)
  const { language } = texts
  const { pageOf, logoOf, notes: notesTitle } = documentLabels[language]
  const { customer, table, notes } = report
  const fallbackBusinessName = customer && { name: customer.name, lines: customer.email === null ? [] : [customer.email] }
  return {
    title: report.title,
    business: toPdfBusiness({ ...business, language }),
    recipient: statement ? toPdfCustomer(statement.customer, { ...business, language }) : fallbackBusinessName,
    facts: listFacts(report, texts),
    figures: statement ? listStatementFigures(statement, texts) : listFigures(report, business.currency),
    chart: buildPdfChart(report.chart, business.currency),
    columns: table.columns.map(({ label, kind }, index) => ({
      label,
      isFigure: kind === 'amount' || kind === 'count' || isChange(table, index),
    })),
    emptyText: texts.t('There is nothing in these days.'),
    ...selectRows(report, business, texts),
    closings: statement ? createClosings(statement, texts) : [],
    notes,
    logo: business.logoKey === null ? null : { key: business.logoKey },
    size: business.size,
    language,
    words: { to: texts.t('To'), notes: notesTitle, pageOf, logoOf },
    primaryColor: business.primaryColor,
    accentColor: business.accentColor,
  }
}

/** The same figures give the same bytes. @throws the errors of the renderer */
export const renderReportPdf = async (
  { pdf, account }: { pdf: PdfRenderer; account: string },
  business: Business,
  report: Report,
  statement: StatementDetails | null = null,
): Promise<FileReply & { bytes: Uint8Array }> => {
  const document = toPdfDocument(business, report, statement)
  const bytes = await pdf.renderReport(document, account)
  const etag = createHash('sha256').update(bytes).digest('base64url')
  return {
    bytes,
    contentType: 'application/pdf',
    fileName:
      document.language === 'en'
        ? getReportFileName(report.type, report.range, 'pdf')
        : toSafeFileName(`${report.title.replaceAll(' ', '-')}-${report.range.from}-${report.range.to}.pdf`),
    etag,
    disposition: 'attachment',
  }
}
