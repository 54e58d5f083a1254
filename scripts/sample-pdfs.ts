import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { type DocumentDesign, documentDesigns } from '#shared/pdf-document.ts'
import { buildSamples } from './sample-pdfs/samples.ts'

// Draws each theme in all that it must bear, so that it can be looked at: PDFs, and a picture of every page where poppler's pdftoppm is installed.
//   npm run sample-pdfs [-- theme ...]

const folder = join(import.meta.dirname, '../.sample-pdfs')
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(documentDesigns, name))
if (unknown.length > 0) {
  console.error(`No theme is called ${unknown.join(' or ')}. There are: ${Object.keys(documentDesigns).join(', ')}.`)
  process.exit(1)
}
const themes = (asked.length > 0 ? asked : Object.keys(documentDesigns)) as DocumentDesign[]

const paint = (file: string) => {
  try {
    execFileSync('pdftoppm', ['-png', '-r', '80', file, file.slice(0, -'.pdf'.length)])
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

if (asked.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const renderer = createPdfRenderer()
let painted = true
for (const theme of themes) {
  for (const [name, document] of Object.entries(await buildSamples(theme))) {
    const file = join(folder, `${theme}-${name}.pdf`)
    writeFileSync(file, await renderer.render(document))
    painted = paint(file) && painted
  }
}
await renderer.close()
console.log(painted ? `PDFs and pictures are in ${folder}` : `PDFs are in ${folder}; for pictures of them, install poppler's pdftoppm.`)
