import { createPdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { createDocument } from './pdf/documents.ts'
import { readSizes } from './support/args.ts'
import { getMemoryMb, watchChildren } from './support/processes.ts'

// Measures the memory of the PDF renderer, configured as in the server, over many documents of mixed sizes. Linux only.
//   node bench/pdf-memory.ts [documents, default 2000] [--smoke]

const [documents] = readSizes([2000], [20])
const children = watchChildren()
const renderer = createPdfRenderer({ processes: 1 })

/** The number of lines: mostly few, sometimes many. */
const countLines = (index: number) => (index % 50 === 49 ? 300 : index % 5 === 4 ? 30 : 3)

const table: Record<string, object> = {}
let highest = 0
for (let index = 0; index < documents; index += 1) {
  await renderer.render(createDocument(countLines(index), index))
  const child = getMemoryMb(children.at(-1)!)
  highest = Math.max(highest, child.resident)
  if ((index + 1) % Math.ceil(documents / 10) === 0 || index === 0)
    table[`after ${index + 1}`] = {
      'server MB': getMemoryMb('self').resident,
      'PDF process MB': child.resident,
      'proportional share MB': child.share,
      'highest MB': highest,
      'processes started': children.length,
    }
}
console.table(table)
await renderer.close()
