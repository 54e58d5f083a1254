import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentLanguages, isRightToLeft } from '#shared/document-languages.ts'
import { documentDesigns, type PdfDocument, pageSizes } from '#shared/pdf-document.ts'
import { cleanText, toWrappableText, truncateText } from './clean-text.ts'
import { getFontsVersion } from './fonts.ts'
import { type Picture, type StoredPicture, toPicture } from './logo.ts'
import { buildPalette } from './palette.ts'
import { drawPrintedQrCode } from './qr-code.ts'

/** What the engine needs for one document: the template's data as JSON, the time printed into the file, in whole seconds, and its pictures. */
export type Payload = {
  data: string
  changedAt: number
  pictures: (Picture | StoredPicture)[]
  /** What had to be left out, for the log. */
  leftOut: string[]
}

/** The last line and the totals are held together on a page; what is longer than this might outgrow one, and would be cut off. */
const short = { characters: 400, lines: 8, totals: 12 }
/** The engine refuses addresses of 8,000 characters. */
const longestAddress = 2_000

const isShort = (text: string) => text.length <= short.characters && text.split('\n').length <= short.lines

const canKeepTotals = ({ lines, totals, link }: PdfDocument) => {
  const last = lines.at(-1)
  if (last === undefined || totals.length > short.totals) return false
  return (
    isShort(last.description) &&
    isShort(link?.url ?? '') &&
    isShort([last.quantity, last.unitPrice, last.total, ...totals.flatMap(({ label, value }) => [label, value])].join(''))
  )
}

const party = (who: { name: string; lines: string[] }) => ({ name: toWrappableText(who.name), lines: who.lines.map(toWrappableText) })

const webAddress = (url: string | null) =>
  url !== null && url.length <= longestAddress && /^https?:\/\//i.test(url) ? cleanText(url) : null

const named = (pattern: string, name: string) => pattern.replace('{name}', () => name)

/** An address that doesn't fit in its column goes on below after a slash, and only a part that is longer than that is broken. */
const shownAddress = (url: string) => toWrappableText(url.replace(/(?<=[^/]\/)(?=[^/])/g, '\u200b'))

const linkTo = (url: string, words: string, qrOf: string) => ({
  ...{ words, url, shown: shownAddress(url) },
  ...{ qr: drawPrintedQrCode(url), qrAlt: named(qrOf, words) },
})

/** The paper as the templates read it: cleaned text, readable colours, a theme that exists. */
const dataOf = (document: PdfDocument, logo: string | null) => {
  const url = webAddress(document.link?.url ?? null)
  const { words } = document
  const language = Object.hasOwn(documentLanguages, document.language) ? document.language : 'en'
  return {
    kind: document.kind,
    language,
    mirrored: isRightToLeft(language),
    words,
    number: toWrappableText(document.number),
    mark: truncateText(document.mark, 24),
    markDay: truncateText(document.markDay, 24),
    logo,
    logoAlt: truncateText(named(words.logoOf, document.business.name), 80),
    size: Object.hasOwn(pageSizes, document.size) ? document.size : 'letter',
    business: party(document.business),
    customer: party(document.customer),
    dates: document.dates.map(({ label, value }) => ({ label: toWrappableText(label), value: toWrappableText(value) })),
    lines: document.lines.map((line) => ({
      description: toWrappableText(line.description),
      quantity: toWrappableText(line.quantity),
      unitPrice: toWrappableText(line.unitPrice),
      total: toWrappableText(line.total),
      // What surely fits on a page is not torn apart at the end of one.
      whole: isShort([line.description, line.quantity, line.unitPrice, line.total].join('')),
    })),
    totals: document.totals.map(({ label, value, strong }) => ({ label: toWrappableText(label), value: toWrappableText(value), strong })),
    link: url === null ? null : linkTo(url, truncateText(document.link!.words, 40), words.qrOf),
    notes: toWrappableText(document.notes),
    terms: toWrappableText(document.terms),
    footer: [truncateText(document.business.name, 44), truncateText(document.number, 28)].filter(Boolean).join(' · '),
    keepTotals: canKeepTotals(document),
    theme: Object.hasOwn(documentDesigns, document.theme) ? document.theme : 'classic',
    colors: buildPalette(document.primaryColor, document.accentColor),
  }
}

const seconds = ({ changedAt }: PdfDocument) => Math.floor(changedAt.getTime() / 1000)

const payload = (documents: readonly PdfDocument[], dataFor: (data: ReturnType<typeof dataOf>[]) => unknown): Payload => {
  const pictures = new Map<string, Picture | StoredPicture>()
  const leftOut: string[] = []
  const data = documents.map((document) => {
    const picture = toPicture(document.logo)
    if (picture !== null) pictures.set(picture.name, picture)
    else if (document.logo !== null) leftOut.push('its logo is no PNG or JPEG, or too large')
    return dataOf(document, picture?.name ?? null)
  })
  return {
    data: JSON.stringify(dataFor(data)),
    changedAt: Math.max(...documents.map(seconds)),
    pictures: [...pictures.values()],
    leftOut: [...new Set(leftOut)],
  }
}

/** What the engine needs for one paper. */
export const buildPayload = (document: PdfDocument): Payload => payload([document], ([data]) => data)

/** What it needs for several, one after the other in one document that is as old as the youngest of them. */
export const buildCombinedPayload = (documents: readonly PdfDocument[]): Payload => payload(documents, (data) => ({ documents: data }))

let known: string | undefined

/** Changes with each change of a template, a font or the engine. Read once a process. */
const engineVersion = () => {
  if (known !== undefined) return known
  const folder = join(import.meta.dirname, 'templates')
  const enginePackage = fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-node-compiler/package.json'))
  const hash = createHash('sha256').update(getFontsVersion()).update(readFileSync(enginePackage))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.typ')) hash.update(name).update(readFileSync(join(folder, name)))
  }
  known = hash.digest('base64url')
  return known
}

/** The key of a document's bytes: 43 URL-safe characters. A picture's name, which is in the data, stands for its content. */
export const hashPayload = (payload: Payload): string =>
  createHash('sha256').update(engineVersion()).update(`\n${payload.changedAt}\n`).update(payload.data).digest('base64url')
