import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { getFallbackFamilies, listFontFiles } from './fonts.ts'
import type { Picture } from './logo.ts'
import type { TypesetRequest, TypesetResult } from './typesetter-messages.ts'

/** How the engine begins a page: with its ground, of whose path the first two figures are the height and the width, in points. */
const ground = /\n {4}<path class="typst-shape" fill="[^"]*" fill-rule="nonzero" d="M 0 0v ([\d.]+) h ([\d.]+) v/g
const definitions = '\n    <defs id="glyph">'

/**
 * Of the engine's drawing of all pages below each other: the first, without the room between the tags, and to a thousandth of a point. That is about
 * half of its size. What isn't laid out as expected stays as it is.
 */
const extractFirstPage = (svg: string): string => {
  const [first, second] = svg.matchAll(ground)
  const end = svg.lastIndexOf(definitions)
  if (first === undefined || end < first.index) return svg
  const [, height, width] = first
  const head = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${width} ${height}" width="${width}pt" height="${height}pt">`
  const page = svg.slice(first.index, second?.index ?? end) + svg.slice(end)
  return (
    head +
    page
      .replace(/>\s+</g, '><')
      .replace(/(\.\d{3})\d+/g, '$1')
      .trimStart()
  )
}

const templateFolder = join(import.meta.dirname, 'templates')
const mainFilePaths = { document: join(templateFolder, 'document.typ'), report: join(templateFolder, 'report.typ') }
/** These exist only in the engine's mind. */
const dataFile = join(templateFolder, 'data.json')
const pictureFolder = join(templateFolder, 'pictures')
/**
 * Results of layout that no document has used for this many documents are dropped; without it memory grows with each one.
 * One keeps what all documents share (fonts, the parsed templates); more costs memory and saved no time when measured.
 */
const keepLayoutForDocuments = 1

/** Forms in which a PDF can be asked for: readable by everybody, or fit for an archive and for attachments. */
export type PdfStandard = 'ua-1' | 'a-3a'

export type Typesetter = {
  /** Throws when the template itself fails. A picture that can't be drawn is left out. Either way, `tidy` is due before the next. */
  typeset(request: TypesetRequest, standard?: PdfStandard): TypesetResult
  /** The template's errors and warnings for this paper; none is how it should be. */
  diagnose(request: TypesetRequest): string[]
  /** Forgets the document's pictures and what was laid out for it alone; apart, so that nobody waits for it. Takes 1 to 12 ms. */
  releaseDocument(): void
}

type Inputs = Record<string, string>
/** Where the template begins, and what is said to it. */
type Main = { mainFilePath: string; inputs: Inputs }
type Diagnostic = { message?: string }

const reason = (error: unknown) => (error instanceof Error ? error.message.trim() : String(error))

/** Characters beyond ASCII as code points. The engine quotes the text that it can't draw, and a name may be written in it: the log holds no names. */
const asCodePoints = (text: string) =>
  text.replace(/[^\x20-\x7e]/gu, (character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase()}`)

/** The engine prints its errors as a debug list; the first few different sentences are enough for a log. */
const sentences = (list: string) => {
  const messages = [...list.matchAll(/message: "((?:[^"\\]|\\.)*)"/g)].map((match) => asCodePoints(match[1]!.replaceAll('\\"', '"')))
  const found = [...new Set(messages)]
  if (found.length === 0) return asCodePoints(list)
  return found.slice(0, 3).join('; ') + (found.length > 3 ? ` (and ${found.length - 3} more)` : '')
}

/** Loads the engine and the fonts (about 0.2 s). Belongs into a process of its own: a failure inside may end the process. */
export const createTypesetter = (): Typesetter => {
  const compiler = NodeCompiler.create({ workspace: templateFolder, fontArgs: [{ fontPaths: listFontFiles() }] })
  const families = JSON.stringify(getFallbackFamilies())

  const diagnose = (main: Main) => {
    const compiled = compiler.compile({ ...main, resetRead: false })
    return ((compiled.takeDiagnostics()?.shortDiagnostics ?? []) as Diagnostic[]).map((each) => each.message ?? JSON.stringify(each))
  }

  const mainOf = ({ form }: TypesetRequest, broken: string[] = []): Main => ({
    mainFilePath: mainFilePaths[form === 'report' ? 'report' : 'document'],
    inputs: { families, ...(broken.length > 0 && { broken: JSON.stringify(broken) }) },
  })

  /** Whether a page with nothing else on it can be drawn. */
  const isWhole = ({ name }: Picture) => {
    try {
      compiler.pdf({ mainFilePath: join(templateFolder, 'picture.typ'), inputs: { name }, resetRead: false }, {})
      return true
    } catch {
      return false
    }
  }

  const failure = (main: Main, error: unknown) => new Error(`The PDF template failed: ${diagnose(main).join('; ') || reason(error)}`)

  const strict = (main: Main, { changedAt }: TypesetRequest, pdfStandard: PdfStandard): TypesetResult => ({
    bytes: compiler.pdf({ ...main, resetRead: false }, { pdfStandard, creationTimestamp: changedAt }),
    fallbackReason: null,
    omissions: [],
  })

  /** Without the standard, which forbids characters that none of our fonts has: they are borrowed from the system's. */
  const plain = (main: Main, { changedAt }: TypesetRequest, strictError: unknown): TypesetResult => {
    const lenient = { ...main, inputs: { ...main.inputs, fallback: 'yes' } }
    try {
      const bytes = compiler.pdf({ ...lenient, resetRead: false }, { creationTimestamp: changedAt })
      return { bytes, fallbackReason: sentences(reason(strictError)) || 'a character is in none of the fonts', omissions: [] }
    } catch (error) {
      throw failure(lenient, error)
    }
  }

  const pdf = (main: Main, request: TypesetRequest, standard: PdfStandard): TypesetResult => {
    try {
      return strict(main, request, standard)
    } catch (error) {
      // A damaged picture fails in either way; the caller knows what to do about that.
      return plain(main, request, error)
    }
  }

  /** A picture claims no standard: characters are borrowed at once. */
  const preview = (main: Main): TypesetResult => {
    const lenient = { ...main, inputs: { ...main.inputs, fallback: 'yes', preview: 'yes' } }
    try {
      const svg = compiler.plainSvg({ ...lenient, resetRead: false })
      return { bytes: Buffer.from(extractFirstPage(svg)), fallbackReason: null, omissions: [] }
    } catch (error) {
      throw failure(lenient, error)
    }
  }

  const typeset = (request: TypesetRequest, standard: PdfStandard): TypesetResult => {
    const without = (names: string[]) => {
      const main = mainOf(request, names)
      return request.form === 'preview' ? preview(main) : pdf(main, request, standard)
    }
    try {
      return without(request.missing)
    } catch (error) {
      // Looked at only now: nearly all are whole, and looking costs as much as drawing.
      const broken = request.pictures.filter((picture) => !isWhole(picture)).map(({ name }) => name)
      if (broken.length === 0) throw error
      return { ...without([...request.missing, ...broken]), omissions: ['its logo is damaged'] }
    }
  }

  let shelved: Picture[] = []

  const tidy = () => {
    for (const { name } of shelved) compiler.unmapShadow(join(pictureFolder, name))
    shelved = []
    compiler.evictCache(keepLayoutForDocuments)
  }

  const shelve = ({ data, pictures }: TypesetRequest) => {
    // As a file, not among the inputs: a change of those makes the engine read each template anew, a sixth of a small paper's time.
    compiler.mapShadow(dataFile, Buffer.from(data))
    shelved = pictures
    for (const { name, bytes } of pictures) compiler.mapShadow(join(pictureFolder, name), Buffer.from(bytes))
  }

  return {
    typeset(request, standard = 'ua-1') {
      shelve(request)
      return typeset(request, standard)
    },
    diagnose(request) {
      shelve(request)
      return diagnose(mainOf(request))
    },
    releaseDocument: tidy,
  }
}
