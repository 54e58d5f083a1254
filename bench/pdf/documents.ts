import { type DocumentDesign, documentDesigns, type PdfDocument } from '#shared/pdf-document.ts'
import { buildSamples } from '../../scripts/sample-pdfs/samples.ts'

export const themes = Object.keys(documentDesigns) as DocumentDesign[]
const samples = await Promise.all(themes.map(buildSamples))

/** An invoice with logo and QR code, in the themes in turn. Its number and link are unique, so that neither it nor its QR code is cached. */
export const createDocument = (lines: number, index: number): PdfDocument => {
  const base = samples[index % themes.length]![lines < 30 ? 3 : 120]!
  const number = `B-${lines}-${index}`
  const link = { ...base.link!, url: `https://billfold.example/pay/${number.padEnd(22, 'x')}` }
  return { ...base, number, link, lines: Array.from({ length: lines }, (_, line) => base.lines[line % base.lines.length]!) }
}
