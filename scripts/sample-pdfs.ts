import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { type DocumentDesign, documentDesigns } from '#shared/pdf-document.ts'
import { showHelp } from './cli/cli.ts'
import { buildSamples } from './sample-pdfs/samples.ts'

showHelp(`Renders sample documents in each design for review: PDFs, and an image of every page if poppler's pdftoppm is installed.
  npm run sample-pdfs                   all designs: ${Object.keys(documentDesigns).join(', ')}
  npm run sample-pdfs -- DESIGN ...     some`)

const folder = join(import.meta.dirname, '../.sample-pdfs')
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !Object.hasOwn(documentDesigns, name))
if (unknown.length > 0) {
  console.error(`There is no design ${unknown.join(' or ')}. The designs are: ${Object.keys(documentDesigns).join(', ')}.`)
  process.exit(1)
}
const designs = (requested.length > 0 ? requested : Object.keys(documentDesigns)) as DocumentDesign[]

const renderImages = (file: string) => {
  try {
    execFileSync('pdftoppm', ['-png', '-r', '80', file, file.slice(0, -'.pdf'.length)])
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

if (requested.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const renderer = createPdfRenderer()
let hasImages = true
for (const design of designs) {
  for (const [name, document] of Object.entries(await buildSamples(design))) {
    const file = join(folder, `${design}-${name}.pdf`)
    writeFileSync(file, await renderer.render(document))
    hasImages = renderImages(file) && hasImages
  }
}
await renderer.close()
console.log(hasImages ? `PDFs and images are in ${folder}` : `PDFs are in ${folder}; for images of them, install poppler's pdftoppm.`)
