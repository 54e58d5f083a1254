import { setPriority } from 'node:os'
import { createPdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { designColors } from '#shared/pdf-document.ts'
import { documentOf, themes } from './pdf/documents.ts'
import { renderWithReactPdf } from './pdf/react-pdf.ts'
import { isSmoke, readSizes } from './support/args.ts'
import { percentile, round, summarize, timed } from './support/stats.ts'

// How fast papers are drawn, one after the other through the pool, in all themes with logo and QR code; beside @react-pdf/renderer, in this process, with
// the same words, figures, logo and code (in one plain arrangement, without tags, colours or shapes: it has less to do). Both take turns in the same run.
// Then previews of a form in which a colour changes.
//   node bench/pdf.ts [documents of 3 lines, default 60] [--smoke]

const [documents] = readSizes([60], [1])
const [fewest, previewsOfEach] = isSmoke ? [1, 1] : [10, 35]
const renderer = createPdfRenderer({ processes: 1 })
// The PDF process yields to others; so must the rival, or a busy machine would favour it.
setPriority(10)

const speed: Record<string, object> = {}
for (const lines of isSmoke ? [3, 30] : [3, 30, 300]) {
  const count = Math.max(fewest, Math.round(documents / (lines === 300 ? 6 : lines === 30 ? 2 : 1)))
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let index = 0; index < count + themes.length; index += 1) {
    const document = documentOf(lines, index)
    const our = await timed(() => renderer.render(document))
    const their = await timed(() => renderWithReactPdf(document))
    // The first of each theme warms both up.
    if (index < themes.length) continue
    ours.push(our)
    theirs.push(their)
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
  for (let index = 0; index < 5 + previewsOfEach; index += 1) {
    const primaryColor = `#${(0x101010 + index * 0x010203).toString(16)}`
    const document = { ...documentOf(3, themes.indexOf(theme)), primaryColor, accentColor: designColors[theme].accent }
    const took = await timed(async () => {
      bytes = (await renderer.preview(document)).byteLength
    })
    if (index >= 5) ms.push(took)
  }
  previews[`preview, ${theme}`] = { ...summarize(ms), kB: Math.round(bytes / 1024) }
}
console.table(previews)

await renderer.close()
