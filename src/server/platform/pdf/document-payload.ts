import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawQrCode, drawSwissQrCode } from '#server/platform/text/qr-code.ts'
import { documentLanguages, isRightToLeft } from '#shared/document-languages.ts'
import { buildPalette } from '#shared/palette.ts'
import { documentDesigns, type PdfDocument, pageSizes, type SwissBillPart } from '#shared/pdf-document.ts'
import { cleanParty, cleanText, fitsOnPage, toWrappableText, truncateText } from './clean-text.ts'
import { getFontsVersion } from './fonts.ts'
import { type Picture, type StoredPicture, toPicture } from './logo.ts'

/** `changedAt` is in Unix seconds. */
export type Payload = {
  data: string
  changedAt: number
  pictures: (Picture | StoredPicture)[]
  omissions: string[]
}

/** More may not fit on one page with the last line. */
const maxKeptTotals = 20
/** The engine refuses URLs of 8,000 characters. */
const maxUrlLength = 2_000

const canKeepTotals = ({ lines, totals, link }: PdfDocument) => {
  const last = lines.at(-1)
  if (last === undefined || totals.length > maxKeptTotals) return false
  return (
    fitsOnPage([last.description]) &&
    fitsOnPage([link?.url ?? '']) &&
    fitsOnPage([last.quantity, last.unitPrice, last.total]) &&
    totals.every(({ label, value }) => fitsOnPage([label, value]))
  )
}

const cleanUrl = (url: string | null) => (url !== null && url.length <= maxUrlLength && /^https?:\/\//i.test(url) ? cleanText(url) : null)

const fillName = (pattern: string, name: string) => pattern.replace('{name}', () => name)

/** Within the URL's parts only if they are longer than a line. */
const toWrappableUrl = (url: string) => toWrappableText(url.replace(/(?<=[^/]\/)(?=[^/])/g, '\u200b'))

/** Longer URLs would need modules that are too small for a phone's camera at the printed size. */
const maxScannableBytes = 220

const cache = new Map<string, string | null>()
/** Drawing takes a millisecond, and each document asks twice: for its cache key and for its content. */
const maxCached = 100

/** Null when the text is empty or too long to be scanned from paper. */
export const drawPrintedQrCode = (text: string): string | null => {
  const cached = cache.get(text)
  if (cached !== undefined) return cached
  const [oldest] = cache.keys()
  if (oldest !== undefined && cache.size >= maxCached) cache.delete(oldest)
  const svg = text === '' || Buffer.byteLength(text) > maxScannableBytes ? null : drawQrCode(text)
  cache.set(text, svg)
  return svg
}

const toWrappableFact = ({ label, value }: { label: string; value: string }) => ({
  label: toWrappableText(label),
  value: toWrappableText(value),
})

const buildLink = (url: string, words: string, qrOf: string) => ({
  ...{ words, url, shown: toWrappableUrl(url) },
  ...{ qr: drawPrintedQrCode(url), qrAlt: fillName(qrOf, words) },
})

const buildSwissBill = ({ account, reference, message, payer, code, ...shown }: SwissBillPart) => ({
  ...shown,
  account: account.map(toWrappableText),
  reference,
  message: message && toWrappableText(message),
  payer: payer?.map(toWrappableText) ?? null,
  qr: drawSwissQrCode(code),
})

const buildData = (document: PdfDocument, logo: string | null) => {
  const url = cleanUrl(document.link?.url ?? null)
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
    logoAlt: truncateText(fillName(words.logoOf, document.business.name), 80),
    size: Object.hasOwn(pageSizes, document.size) ? document.size : 'letter',
    business: cleanParty(document.business),
    customer: cleanParty(document.customer),
    dates: document.dates.map(toWrappableFact),
    references: (document.references ?? []).map(toWrappableFact),
    lines: document.lines.map((line) => ({
      description: toWrappableText(line.description),
      quantity: toWrappableText(line.quantity),
      unitPrice: toWrappableText(line.unitPrice),
      tax: toWrappableText(line.tax ?? ''),
      total: toWrappableText(line.total),
      whole: fitsOnPage([line.description, line.quantity, line.unitPrice, line.total]),
    })),
    totals: document.totals.map(({ label, value, strong }) => ({ label: toWrappableText(label), value: toWrappableText(value), strong })),
    link: url === null ? null : buildLink(url, truncateText(document.link!.words, 40), words.qrOf),
    transfer:
      // The payment part says the same.
      document.transfer == null || document.transfer.swissBill
        ? null
        : {
            title: document.transfer.title,
            rows: document.transfer.rows.map(toWrappableFact),
            qr: document.transfer.code === null ? null : drawPrintedQrCode(document.transfer.code),
            scan: document.transfer.scan,
          },
    swissBill: document.transfer?.swissBill ? buildSwissBill(document.transfer.swissBill) : null,
    notes: toWrappableText(document.notes),
    terms: toWrappableText(document.terms),
    footer: [truncateText(document.business.name, 44), truncateText(document.number, 28)].filter(Boolean).join(' · '),
    keepTotals: canKeepTotals(document),
    theme: Object.hasOwn(documentDesigns, document.theme) ? document.theme : 'classic',
    colors: buildPalette(document.primaryColor, document.accentColor),
  }
}

const toUnixSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

const build = (documents: readonly PdfDocument[], wrap: (data: ReturnType<typeof buildData>[]) => unknown): Payload => {
  const pictures = new Map<string, Picture | StoredPicture>()
  const omissions: string[] = []
  const data = documents.map((document) => {
    const picture = toPicture(document.logo)
    if (picture !== null) pictures.set(picture.name, picture)
    else if (document.logo !== null) omissions.push('its logo is no PNG or JPEG, or too large')
    return buildData(document, picture?.name ?? null)
  })
  return {
    data: JSON.stringify(wrap(data)),
    changedAt: Math.max(...documents.map(({ changedAt }) => toUnixSeconds(changedAt))),
    pictures: [...pictures.values()],
    omissions: [...new Set(omissions)],
  }
}

export const buildPayload = (document: PdfDocument): Payload => build([document], ([data]) => data)

export const buildCombinedPayload = (documents: readonly PdfDocument[]): Payload => build(documents, (data) => ({ documents: data }))

let cachedVersion: string | undefined

const getEngineVersion = () => {
  if (cachedVersion !== undefined) return cachedVersion
  const folder = fileURLToPath(import.meta.resolve('#server/platform/pdf/templates'))
  const enginePackage = fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-node-compiler/package.json'))
  const hash = createHash('sha256').update(getFontsVersion()).update(readFileSync(enginePackage))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.typ')) hash.update(name).update(readFileSync(join(folder, name)))
  }
  cachedVersion = hash.digest('base64url')
  return cachedVersion
}

/** Pictures are included by their names in the data, which are hashes of their content. */
export const hashPayload = (payload: Payload): string =>
  createHash('sha256').update(getEngineVersion()).update(`\n${payload.changedAt}\n`).update(payload.data).digest('base64url')
