import { setPriority } from 'node:os'
import { createPdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { designColors } from '#shared/pdf-document.ts'
import { createDocument, themes } from './pdf/documents.ts'
import { renderWithReactPdf } from './pdf/react-pdf.ts'
import { isSmoke, readSizes } from './support/args.ts'
import { percentile, round, timed } from './support/stats.ts'

// Measures how fast PDFs are rendered one after another, in all themes with logo and QR code, against @react-pdf/renderer in this process. The latter
// draws the same text, amounts, logo and QR code in one plain layout without tags, colors and shapes, which is less work. Both alternate in the same
// run. Then previews are rendered, each with another color.
//   node bench/pdf.ts [documents of 3 lines, default 60] [--smoke]

const [documents] = readSizes([60], [1])
const [minDocuments, previewsPerTheme] = isSmoke ? [1, 1] : [10, 35]
const renderer = createPdfRenderer({ processes: 1 })
// The PDF process has a low priority. So must this one, or @react-pdf/renderer would have an advantage.
setPriority(10)

const summarize = (ms: readonly number[]) => ({
  'documents / s': round((1000 * ms.length) / ms.reduce((sum, each) => sum + each, 0)),
  'median ms': round(percentile(ms, 0.5)),
  'p99 ms': round(percentile(ms, 0.99)),
})

const speed: Record<string, object> = {}
for (const lines of isSmoke ? [3, 30] : [3, 30, 300]) {
  const count = Math.max(minDocuments, Math.round(documents / (lines === 300 ? 6 : lines === 30 ? 2 : 1)))
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let index = 0; index < count + themes.length; index += 1) {
    const document = createDocument(lines, index)
    const ourMs = await timed(() => renderer.render(document))
    const theirMs = await timed(() => renderWithReactPdf(document))
    // The first document of each theme is a warm-up.
    if (index < themes.length) continue
    ours.push(ourMs)
    theirs.push(theirMs)
  }
  speed[`${lines} lines, ours`] = summarize(ours)
  speed[`${lines} lines, @react-pdf/renderer`] = summarize(theirs)
  speed[`${lines} lines, times faster`] = {
    'documents / s': round(theirs.reduce((sum, each) => sum + each, 0) / ours.reduce((sum, each) => sum + each, 0)),
    'median ms': round(percentile(theirs, 0.5) / percentile(ours, 0.5)),
    'p99 ms': round(percentile(theirs, 0.99) / percentile(ours, 0.99)),
  }
}
console.table(speed)

const previews: Record<string, object> = {}
for (const theme of themes) {
  const ms: number[] = []
  let bytes = 0
  for (let index = 0; index < 5 + previewsPerTheme; index += 1) {
    const primaryColor = `#${(0x101010 + index * 0x010203).toString(16)}`
    const document = { ...createDocument(3, themes.indexOf(theme)), primaryColor, accentColor: designColors[theme].accent }
    const previewMs = await timed(async () => {
      bytes = (await renderer.preview(document)).byteLength
    })
    if (index >= 5) ms.push(previewMs)
  }
  previews[`preview, ${theme}`] = { ...summarize(ms), kB: Math.round(bytes / 1024) }
}
console.table(previews)

await renderer.close()
