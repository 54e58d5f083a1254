import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { getFallbackFamilies, listFontFiles } from './fonts.ts'
import type { Picture } from './logo.ts'

const templateFolder = fileURLToPath(import.meta.resolve('#server/platform/pdf/templates'))
const mainFiles = { document: join(templateFolder, 'document.typ'), report: join(templateFolder, 'report.typ') }
/** Virtual files. */
const dataFile = join(templateFolder, 'data.json')
const pictureFolder = join(templateFolder, 'pictures')
/**
 * In documents that did not use a cached layout; without a limit memory grows with each document. One keeps what all documents share
 * (fonts, parsed templates); more used more memory and saved no time when measured.
 */
const keepLayoutForDocuments = 1

export type PdfStandard = 'ua-1' | 'a-3a'

export type TypesetRequest = {
  format: 'pdf' | 'preview' | 'report'
  maxPages?: number | undefined
  data: string
  /** Unix seconds. */
  changedAt: number
  pictures: Picture[]
  missing: string[]
}

export type TypesetResult = {
  bytes: Uint8Array
  /** Null when the PDF/UA standard was met. */
  fallbackReason: string | null
  omissions: string[]
}

export type TypesetReply = { type: 'ready' } | ({ type: 'done'; memoryBytes: number } & TypesetResult) | { type: 'failed'; message: string }

export type Typesetter = {
  /** `releaseDocument` must be called before the next document, also after an error. @throws Error when the template fails */
  typeset(request: TypesetRequest, standard?: PdfStandard): TypesetResult
  diagnose(request: TypesetRequest): string[]
  /** Separate from `typeset`, so that the result is not delayed by the 1 to 12 ms that it takes. */
  releaseDocument(): void
}

type Inputs = Record<string, string>
type Main = { mainFilePath: string; inputs: Inputs }
type Diagnostic = { message?: string }

/** The engine begins a page in SVG with its background, whose path begins with the height and width in points. */
const pageBackground = /\n {4}<path class="typst-shape" fill="[^"]*" fill-rule="nonzero" d="M 0 0v ([\d.]+) h ([\d.]+) v/g
const glyphDefinitions = '\n    <defs id="glyph">'

/** In points. */
const pageGap = 18

/** All pages are below each other, but their backgrounds on top of each other. Less whitespace and fewer digits halve the size. */
const extractPages = (svg: string, maxPages: number): string => {
  const backgrounds = [...svg.matchAll(pageBackground)]
  const [first] = backgrounds
  const end = svg.lastIndexOf(glyphDefinitions)
  if (first === undefined || end < first.index) return svg
  const [height, width] = [Number(first[1]), first[2]]
  const pages = backgrounds.slice(0, maxPages).map(({ index }, nth) => {
    const page = svg.slice(index, backgrounds[nth + 1]?.index ?? end)
    if (nth === 0) return page
    return `<g transform="translate(0 ${nth * pageGap})">${page.replace('d="M 0 0v', `d="M 0 ${nth * height}v`)}</g>`
  })
  const total = pages.length === 1 ? first[1] : pages.length * (height + pageGap) - pageGap
  const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${width} ${total}" width="${width}pt" height="${total}pt">`
  return (
    head +
    (pages.join('') + svg.slice(end))
      .replace(/>\s+</g, '><')
      .replace(/(\.\d{3})\d+/g, '$1')
      .trimStart()
  )
}

const formatError = (error: unknown) => (error instanceof Error ? error.message.trim() : String(error))

/** The engine quotes texts that it cannot draw, which may be names, and the log must not contain names. */
const toCodePoints = (text: string) =>
  text.replace(/[^\x20-\x7e]/gu, (character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase()}`)

const extractMessages = (list: string) => {
  const messages = [...list.matchAll(/message: "((?:[^"\\]|\\.)*)"/g)].map((match) => toCodePoints(match[1]!.replaceAll('\\"', '"')))
  const distinct = [...new Set(messages)]
  if (distinct.length === 0) return toCodePoints(list)
  return distinct.slice(0, 3).join('; ') + (distinct.length > 3 ? ` (and ${distinct.length - 3} more)` : '')
}

/** Takes about 0.2 s. Must run in a process of its own, because an engine failure may end the process. */
export const createTypesetter = (): Typesetter => {
  const compiler = NodeCompiler.create({ workspace: templateFolder, fontArgs: [{ fontPaths: listFontFiles() }] })
  const families = JSON.stringify(getFallbackFamilies())

  const diagnose = (main: Main) => {
    const compiled = compiler.compile({ ...main, resetRead: false })
    return ((compiled.takeDiagnostics()?.shortDiagnostics ?? []) as Diagnostic[]).map((each) => each.message ?? JSON.stringify(each))
  }

  const getMain = ({ format }: TypesetRequest, broken: string[] = []): Main => ({
    mainFilePath: mainFiles[format === 'report' ? 'report' : 'document'],
    inputs: { families, ...(broken.length > 0 && { broken: JSON.stringify(broken) }) },
  })

  const canDraw = ({ name }: Picture) => {
    try {
      compiler.pdf({ mainFilePath: join(templateFolder, 'picture.typ'), inputs: { name }, resetRead: false }, {})
      return true
    } catch {
      return false
    }
  }

  const createTemplateError = (main: Main, error: unknown) =>
    new Error(`The PDF template failed: ${diagnose(main).join('; ') || formatError(error)}`)

  const renderStandard = (main: Main, { changedAt }: TypesetRequest, pdfStandard: PdfStandard): TypesetResult => ({
    bytes: compiler.pdf({ ...main, resetRead: false }, { pdfStandard, creationTimestamp: changedAt }),
    fallbackReason: null,
    omissions: [],
  })

  /** Without a standard, which forbids characters that are in none of the bundled fonts: system fonts are used for them. */
  const renderFallback = (main: Main, { changedAt }: TypesetRequest, standardError: unknown): TypesetResult => {
    const lenient = { ...main, inputs: { ...main.inputs, fallback: 'yes' } }
    try {
      const bytes = compiler.pdf({ ...lenient, resetRead: false }, { creationTimestamp: changedAt })
      return { bytes, fallbackReason: extractMessages(formatError(standardError)) || 'a character is in none of the fonts', omissions: [] }
    } catch (error) {
      throw createTemplateError(lenient, error)
    }
  }

  const renderPdf = (main: Main, request: TypesetRequest, standard: PdfStandard): TypesetResult => {
    try {
      return renderStandard(main, request, standard)
    } catch (error) {
      // A damaged picture fails here too; the caller handles that.
      return renderFallback(main, request, error)
    }
  }

  const renderPreview = (main: Main, maxPages = 1): TypesetResult => {
    const lenient = { ...main, inputs: { ...main.inputs, fallback: 'yes', preview: 'yes' } }
    try {
      const svg = compiler.plainSvg({ ...lenient, resetRead: false })
      return { bytes: Buffer.from(extractPages(svg, maxPages)), fallbackReason: null, omissions: [] }
    } catch (error) {
      throw createTemplateError(lenient, error)
    }
  }

  const render = (request: TypesetRequest, standard: PdfStandard): TypesetResult => {
    const renderWithout = (pictures: string[]) => {
      const main = getMain(request, pictures)
      return request.format === 'preview' ? renderPreview(main, request.maxPages) : renderPdf(main, request, standard)
    }
    try {
      return renderWithout(request.missing)
    } catch (error) {
      // Pictures are checked only after a failure, because nearly all are valid and a check takes as long as drawing them.
      const broken = request.pictures.filter((picture) => !canDraw(picture)).map(({ name }) => name)
      if (broken.length === 0) throw error
      return { ...renderWithout([...request.missing, ...broken]), omissions: ['its logo is damaged'] }
    }
  }

  let mappedPictures: Picture[] = []

  const releaseDocument = () => {
    for (const { name } of mappedPictures) compiler.unmapShadow(join(pictureFolder, name))
    mappedPictures = []
    compiler.evictCache(keepLayoutForDocuments)
  }

  const mapFiles = ({ data, pictures }: TypesetRequest) => {
    // A file instead of an input: changed inputs make the engine parse all templates again, a sixth of the time of a small document.
    compiler.mapShadow(dataFile, Buffer.from(data))
    mappedPictures = pictures
    for (const { name, bytes } of pictures) compiler.mapShadow(join(pictureFolder, name), Buffer.from(bytes))
  }

  return {
    typeset(request, standard = 'ua-1') {
      mapFiles(request)
      return render(request, standard)
    },
    diagnose(request) {
      mapFiles(request)
      return diagnose(getMain(request))
    },
    releaseDocument,
  }
}
