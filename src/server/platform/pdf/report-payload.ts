import { pageSizes } from '#shared/pdf-document.ts'
import { cleanText, toWrappableText, truncateText } from './clean-text.ts'
import type { Payload } from './document-payload.ts'
import { toPicture } from './logo.ts'
import { buildPalette } from './palette.ts'
import type { ReportDocument } from './report-document.ts'

/** What surely fits on a page is not torn apart at the end of one. */
const short = { characters: 400, lines: 8 }
const isShort = (cells: readonly string[]) => {
  const text = cells.join('')
  return text.length <= short.characters && text.split('\n').length <= short.lines
}

/** Characters of a column of words that is as wide as what stands in it; a wider one shares the room that is left. */
const narrow = 14
/** A figure of more characters would starve the words. */
const widestFigure = 22
/** In millimetres: about what a character takes, what parts two columns, the least for one that shares, and an upright sheet between its margins. */
const room = { character: 1.6, gap: 4.2, share: 40, sheet: 176 }

const longest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, text.length), 0)

type Column = { label: string; isFigure: boolean; width: 'auto' | 'share' | 'capped'; share: number }

const columnsOf = ({ columns, rows }: ReportDocument): { columns: Column[]; isWide: boolean } => {
  const lengths = columns.map(({ label }, index) =>
    Math.max(label.length, longest(rows.filter(({ role }) => role !== 'heading').map(({ cells }) => cells[index] ?? ''))),
  )
  const hasWords = columns.some(({ isFigure }, index) => !isFigure && lengths[index]! > narrow)
  const laid = columns.map(({ label, isFigure }, index): Column => {
    const length = lengths[index]!
    // One column takes the room that is left, or the table would end in the middle of the page.
    const shares = !isFigure && (length > narrow || (!hasWords && index === 0))
    const width = shares ? 'share' : length > widestFigure ? 'capped' : 'auto'
    return { label: toWrappableText(label), isFigure, width, share: Math.min(Math.max(length, 12), 36) }
  })
  const needed = laid.map(({ width }, index) => (width === 'share' ? room.share : Math.min(lengths[index]!, widestFigure) * room.character))
  return { columns: laid, isWide: needed.reduce((sum, each) => sum + each + room.gap, 0) > room.sheet }
}

const party = (who: { name: string; lines: string[] }) => ({ name: toWrappableText(who.name), lines: who.lines.map(toWrappableText) })
const labelled = ({ label, value }: { label: string; value: string }) => ({ label: toWrappableText(label), value: toWrappableText(value) })

const chartOf = ({ chart }: ReportDocument) =>
  chart && {
    ...chart,
    series: chart.series.map((name) => truncateText(name, 40)),
    rulers: chart.rulers.map((ruler) => ({ ...ruler, label: truncateText(ruler.label, 24) })),
    labels: chart.labels.map(({ at, label }) => ({ at, label: truncateText(label, 24) })),
    alt: cleanText(chart.alt),
  }

/** What the engine needs for a report: cleaned text, readable colours, widths that suit what stands in the columns. */
export const buildReportPayload = (report: ReportDocument): Payload => {
  const picture = toPicture(report.logo)
  const { columns, isWide } = columnsOf(report)
  const data = {
    title: toWrappableText(report.title),
    language: report.language,
    mirrored: false,
    business: party(report.business),
    recipient: report.recipient && party(report.recipient),
    facts: report.facts.map(labelled),
    figures: report.figures.map((figure) => ({ ...labelled(figure), remark: toWrappableText(figure.remark) })),
    chart: chartOf(report),
    columns,
    isWide,
    rows: report.rows.map(({ role, cells }) => ({
      role,
      cells: report.columns.map((_, index) => toWrappableText(cells[index] ?? '')),
      whole: isShort(cells),
    })),
    nothing: toWrappableText(report.nothing),
    cut: toWrappableText(report.cut),
    closing: report.closing.map(labelled),
    closingTitle: toWrappableText(report.closingTitle),
    notes: report.notes.map(toWrappableText),
    logo: picture?.name ?? null,
    logoAlt: truncateText(`Logo of ${report.business.name}`, 80),
    size: Object.hasOwn(pageSizes, report.size) ? report.size : 'letter',
    footer: [truncateText(report.business.name, 44), truncateText(report.title, 40)].filter(Boolean).join(' · '),
    colors: buildPalette(report.primaryColor, report.accentColor),
  }
  return {
    data: JSON.stringify(data),
    // It bears no time of its own: the same figures are the same file.
    changedAt: 0,
    pictures: picture === null ? [] : [picture],
    leftOut: picture === null && report.logo !== null ? ['its logo is no PNG or JPEG, or too large'] : [],
  }
}
