import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Paper, paperSizes, paperThemes } from '#shared/paper.ts'
import { isRightToLeft, paperLanguages } from '#shared/paper-languages.ts'
import { cleanText, shortText, wrappableText } from './clean-text.ts'
import { fontsVersion } from './fonts.ts'
import { type KeptPicture, type Picture, pictureOf } from './logo.ts'
import { paletteOf } from './palette.ts'
import { qrSvg } from './qr.ts'

/** What the engine needs for one document: the template's data as JSON, the time printed into the file, in whole seconds, and its pictures. */
export type Payload = {
  data: string
  changedAt: number
  pictures: (Picture | KeptPicture)[]
  /** What had to be left out, for the log. */
  leftOut: string[]
}

/** The last line and the totals are held together on a page; what is longer than this might outgrow one, and would be cut off. */
const short = { characters: 400, lines: 8, totals: 12 }
/** The engine refuses addresses of 8,000 characters. */
const longestAddress = 2_000

const isShort = (text: string) => text.length <= short.characters && text.split('\n').length <= short.lines

const canKeepTotals = ({ lines, totals, link }: Paper) => {
  const last = lines.at(-1)
  if (last === undefined || totals.length > short.totals) return false
  return (
    isShort(last.description) &&
    isShort(link?.url ?? '') &&
    isShort([last.quantity, last.unitPrice, last.total, ...totals.flatMap(({ label, value }) => [label, value])].join(''))
  )
}

const party = (who: { name: string; lines: string[] }) => ({ name: wrappableText(who.name), lines: who.lines.map(wrappableText) })

const webAddress = (url: string | null) =>
  url !== null && url.length <= longestAddress && /^https?:\/\//i.test(url) ? cleanText(url) : null

const named = (pattern: string, name: string) => pattern.replace('{name}', () => name)

/** An address that doesn't fit in its column goes on below after a slash, and only a part that is longer than that is broken. */
const shownAddress = (url: string) => wrappableText(url.replace(/(?<=[^/]\/)(?=[^/])/g, '\u200b'))

const linkTo = (url: string, words: string, qrOf: string) => ({
  ...{ words, url, shown: shownAddress(url) },
  ...{ qr: qrSvg(url), qrAlt: named(qrOf, words) },
})

/** The paper as the templates read it: cleaned text, readable colours, a theme that exists. */
const dataOf = (paper: Paper, logo: string | null) => {
  const url = webAddress(paper.link?.url ?? null)
  const { words } = paper
  const language = Object.hasOwn(paperLanguages, paper.language) ? paper.language : 'en'
  return {
    kind: paper.kind,
    language,
    mirrored: isRightToLeft(language),
    words,
    number: wrappableText(paper.number),
    mark: shortText(paper.mark, 24),
    markDay: shortText(paper.markDay, 24),
    logo,
    logoAlt: shortText(named(words.logoOf, paper.business.name), 80),
    size: Object.hasOwn(paperSizes, paper.size) ? paper.size : 'letter',
    business: party(paper.business),
    customer: party(paper.customer),
    dates: paper.dates.map(({ label, value }) => ({ label: wrappableText(label), value: wrappableText(value) })),
    lines: paper.lines.map((line) => ({
      description: wrappableText(line.description),
      quantity: wrappableText(line.quantity),
      unitPrice: wrappableText(line.unitPrice),
      total: wrappableText(line.total),
      // What surely fits on a page is not torn apart at the end of one.
      whole: isShort([line.description, line.quantity, line.unitPrice, line.total].join('')),
    })),
    totals: paper.totals.map(({ label, value, strong }) => ({ label: wrappableText(label), value: wrappableText(value), strong })),
    link: url === null ? null : linkTo(url, shortText(paper.link!.words, 40), words.qrOf),
    notes: wrappableText(paper.notes),
    terms: wrappableText(paper.terms),
    footer: [shortText(paper.business.name, 44), shortText(paper.number, 28)].filter(Boolean).join(' · '),
    keepTotals: canKeepTotals(paper),
    theme: Object.hasOwn(paperThemes, paper.theme) ? paper.theme : 'classic',
    colors: paletteOf(paper.primaryColor, paper.accentColor),
  }
}

const seconds = ({ changedAt }: Paper) => Math.floor(changedAt.getTime() / 1000)

const payload = (papers: readonly Paper[], dataFor: (data: ReturnType<typeof dataOf>[]) => unknown): Payload => {
  const pictures = new Map<string, Picture | KeptPicture>()
  const leftOut: string[] = []
  const data = papers.map((paper) => {
    const picture = pictureOf(paper.logo)
    if (picture !== null) pictures.set(picture.name, picture)
    else if (paper.logo !== null) leftOut.push('its logo is no PNG or JPEG, or too large')
    return dataOf(paper, picture?.name ?? null)
  })
  return {
    data: JSON.stringify(dataFor(data)),
    changedAt: Math.max(...papers.map(seconds)),
    pictures: [...pictures.values()],
    leftOut: [...new Set(leftOut)],
  }
}

/** What the engine needs for one paper. */
export const payloadOf = (paper: Paper): Payload => payload([paper], ([data]) => data)

/** What it needs for several, one after the other in one document that is as old as the youngest of them. */
export const payloadOfAll = (papers: readonly Paper[]): Payload => payload(papers, (data) => ({ papers: data }))

let known: string | undefined

/** Changes with each change of a template, a font or the engine. Read once a process. */
const engineVersion = () => {
  if (known !== undefined) return known
  const folder = join(import.meta.dirname, 'templates')
  const enginePackage = fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-node-compiler/package.json'))
  const hash = createHash('sha256').update(fontsVersion()).update(readFileSync(enginePackage))
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.typ')) hash.update(name).update(readFileSync(join(folder, name)))
  }
  known = hash.digest('base64url')
  return known
}

/** The key of a document's bytes: 43 URL-safe characters. A picture's name, which is in the data, stands for its content. */
export const payloadHash = (payload: Payload): string =>
  createHash('sha256').update(engineVersion()).update(`\n${payload.changedAt}\n`).update(payload.data).digest('base64url')
