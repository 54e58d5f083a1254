import { type DocumentLanguage, documentLanguages, isRightToLeft } from '#shared/document-languages.ts'
import { buildPalette } from '#shared/palette.ts'
import { pageSizes } from '#shared/pdf-document.ts'
import { cleanParty, cleanText, fitsOnPage, toWrappableText, truncateText } from './clean-text.ts'
import type { Payload } from './document-payload.ts'
import { toPicture } from './logo.ts'
import type { ReportDocument } from './report-document.ts'

/** In characters. Wider text columns share the remaining width. */
const maxAutoTextLength = 14
/** In characters: leaves room for text. */
const maxFigureLength = 22
/** In millimeters; `share` is the minimum of a shared column, `page` a portrait page without margins. */
const widths = { character: 1.6, gap: 4.2, share: 40, page: 176 }

const getMaxLength = (texts: readonly string[]) => texts.reduce((max, text) => Math.max(max, text.length), 0)

type Column = { label: string; isFigure: boolean; width: 'auto' | 'share' | 'capped'; share: number }

const layOutColumns = ({ columns, rows }: ReportDocument): { columns: Column[]; isWide: boolean } => {
  const lengths = columns.map(({ label }, index) =>
    Math.max(label.length, getMaxLength(rows.filter(({ role }) => role !== 'heading').map(({ cells }) => cells[index] ?? ''))),
  )
  const hasLongText = columns.some(({ isFigure }, index) => !isFigure && lengths[index]! > maxAutoTextLength)
  const laidOut = columns.map(({ label, isFigure }, index): Column => {
    const length = lengths[index]!
    // At least one column takes the remaining width, so that the table fills the page.
    const shares = !isFigure && (length > maxAutoTextLength || (!hasLongText && index === 0))
    const width = shares ? 'share' : length > maxFigureLength ? 'capped' : 'auto'
    return { label: toWrappableText(label), isFigure, width, share: Math.min(Math.max(length, 12), 36) }
  })
  const needed = laidOut.map(({ width }, index) =>
    width === 'share' ? widths.share : Math.min(lengths[index]!, maxFigureLength) * widths.character,
  )
  return { columns: laidOut, isWide: needed.reduce((sum, each) => sum + each + widths.gap, 0) > widths.page }
}

const cleanLabelled = ({ label, value }: { label: string; value: string }) => ({
  label: toWrappableText(label),
  value: toWrappableText(value),
})

const cleanChart = ({ chart }: ReportDocument) =>
  chart && {
    ...chart,
    series: chart.series.map((name) => truncateText(name, 40)),
    rulers: chart.rulers.map((ruler) => ({ ...ruler, label: truncateText(ruler.label, 24) })),
    labels: chart.labels.map(({ at, label }) => ({ at, label: truncateText(label, 24) })),
    alt: cleanText(chart.alt),
  }

export const buildReportPayload = (report: ReportDocument): Payload => {
  const picture = toPicture(report.logo)
  const { columns, isWide } = layOutColumns(report)
  const language = Object.hasOwn(documentLanguages, report.language) ? (report.language as DocumentLanguage) : 'en'
  const data = {
    title: toWrappableText(report.title),
    language,
    mirrored: isRightToLeft(language),
    words: report.words,
    business: cleanParty(report.business),
    recipient: report.recipient && cleanParty(report.recipient),
    facts: report.facts.map(cleanLabelled),
    figures: report.figures.map((figure) => ({ ...cleanLabelled(figure), remark: toWrappableText(figure.remark) })),
    chart: cleanChart(report),
    columns,
    isWide,
    rows: report.rows.map(({ role, cells }) => ({
      role,
      cells: report.columns.map((_, index) => toWrappableText(cells[index] ?? '')),
      whole: fitsOnPage(cells),
    })),
    emptyText: toWrappableText(report.emptyText),
    cut: toWrappableText(report.cut),
    closings: report.closings.map(({ title, sums }) => ({ title: toWrappableText(title), sums: sums.map(cleanLabelled) })),
    notes: report.notes.map(toWrappableText),
    logo: picture?.name ?? null,
    logoAlt: truncateText(
      report.words.logoOf.replace('{name}', () => report.business.name),
      80,
    ),
    size: Object.hasOwn(pageSizes, report.size) ? report.size : 'letter',
    footer: [truncateText(report.business.name, 44), truncateText(report.title, 40)].filter(Boolean).join(' · '),
    colors: buildPalette(report.primaryColor, report.accentColor),
  }
  return {
    data: JSON.stringify(data),
    // Without a creation time, so that the same figures give the same file.
    changedAt: 0,
    pictures: picture === null ? [] : [picture],
    omissions: picture === null && report.logo !== null ? ['its logo is no PNG or JPEG, or too large'] : [],
  }
}
