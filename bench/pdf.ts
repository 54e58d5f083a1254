import { createPdfRenderer } from '#server/platform/pdf/pdf.ts'
import { type PaperTheme, paperThemes } from '#shared/paper.ts'
import { samplesOf } from '../scripts/papers/samples.ts'
import { rivalPdf } from './pdf/rival.ts'

// How fast papers are drawn, one after the other through the pool, with logo and QR code; beside @react-pdf/renderer, in this process, with the same words
// and figures (one plain arrangement, without tags, code or shapes: it has less to do). Both take turns in the same run.
//   node bench/pdf.ts [documents of 3 lines, default 60]

const documents = Number(process.argv[2] ?? 60)
const themes = Object.keys(paperThemes) as PaperTheme[]
const renderer = createPdfRenderer({ processes: 1 })

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
const at = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!
const figuresOf = (ms: number[]) => ({
  'documents / s': Number(((1000 * ms.length) / ms.reduce((sum, each) => sum + each, 0)).toFixed(1)),
  'median ms': Number(at(ms, 0.5).toFixed(1)),
  'p99 ms': Number(at(ms, 0.99).toFixed(1)),
})

const samples = await Promise.all(themes.map(samplesOf))
const table: Record<string, object> = {}
for (const lines of [3, 30, 300]) {
  const count = Math.max(10, Math.round(documents / (lines === 300 ? 6 : lines === 30 ? 2 : 1)))
  const ours: number[] = []
  const theirs: number[] = []
  for (let index = -5; index < count; index += 1) {
    const base = samples[(index + 5) % themes.length]![lines === 3 ? 3 : 120]!
    // Numbered, so that none comes from the cache.
    const paper = {
      ...base,
      number: `B-${lines}-${index}`,
      lines: Array.from({ length: lines }, (_, line) => base.lines[line % base.lines.length]!),
    }
    const our = await timed(() => renderer.render(paper))
    // Its own time grows fast with the lines.
    const their = index < 0 || (lines === 300 && index >= 5) ? null : await timed(() => rivalPdf(paper))
    if (index >= 0) ours.push(our)
    if (their !== null) theirs.push(their)
  }
  table[`${lines} lines, ours`] = figuresOf(ours)
  table[`${lines} lines, @react-pdf/renderer`] = figuresOf(theirs)
}
await renderer.close()
console.table(table)
