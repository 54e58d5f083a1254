import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fallbackFamilies, fontFiles } from './fonts.ts'
import type { Picture } from './logo.ts'
import type { Payload } from './payload.ts'

const templateFolder = join(import.meta.dirname, 'templates')
const mainFilePath = join(templateFolder, 'paper.typ')
/** Exists only in the engine's mind. */
const pictureFolder = 'pictures'
/**
 * Results of layout that no document has used for this many documents are dropped; without it memory grows with each one.
 * One keeps what all documents share (fonts, the parsed templates); more costs memory and saved no time when measured.
 */
const keepLayoutForDocuments = 1

export type Typeset = {
  pdf: Uint8Array
  /** Why the accessible form was not possible, or null when it was. */
  plainBecause: string | null
  /** What had to be left out, each as a reason. */
  leftOut: string[]
}

/** Forms in which a paper can be asked for: readable by everybody, or fit for an archive and for attachments. */
export type PdfStandard = 'ua-1' | 'a-3a'

export type Typesetter = {
  /** Throws when the template itself fails. A picture that can't be drawn is left out. */
  typeset(payload: Payload, standard?: PdfStandard): Typeset
  /** The template's errors and warnings for this paper; none is how it should be. */
  diagnose(payload: Payload): string[]
}

type Diagnostic = { message?: string }

const reason = (error: unknown) => (error instanceof Error ? error.message.trim() : String(error))

/** The engine prints its errors as a debug list; the first few sentences are enough for a log. */
const sentences = (list: string) => {
  const found = [...list.matchAll(/message: "((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]?.replaceAll('\\"', '"'))
  return found.length === 0 ? list : found.slice(0, 3).join('; ') + (found.length > 3 ? ` (and ${found.length - 3} more)` : '')
}

/** Loads the engine and the fonts (about 0.2 s). Belongs into a process of its own: a failure inside may end the process. */
export const createTypesetter = (): Typesetter => {
  const compiler = NodeCompiler.create({ workspace: templateFolder, fontArgs: [{ fontPaths: fontFiles() }] })
  const families = JSON.stringify(fallbackFamilies())

  const diagnose = (inputs: Record<string, string>) => {
    const compiled = compiler.compile({ mainFilePath, inputs, resetRead: false })
    return ((compiled.takeDiagnostics()?.shortDiagnostics ?? []) as Diagnostic[]).map((each) => each.message ?? JSON.stringify(each))
  }

  const shelve = (pictures: Picture[]) => {
    for (const { name, bytes } of pictures) compiler.mapShadow(join(templateFolder, pictureFolder, name), Buffer.from(bytes))
  }

  /** Whether a page with nothing else on it can be drawn. */
  const isWhole = ({ name }: Picture) => {
    try {
      compiler.pdf({ mainFilePath: join(templateFolder, 'picture.typ'), inputs: { name }, resetRead: false }, {})
      return true
    } catch {
      return false
    }
  }

  const plain = (inputs: Record<string, string>, changedAt: number, strictError: unknown): Typeset => {
    const lenient = { ...inputs, fallback: 'yes' }
    try {
      const pdf = compiler.pdf({ mainFilePath, inputs: lenient, resetRead: false }, { creationTimestamp: changedAt })
      return { pdf, plainBecause: sentences(reason(strictError)) || 'a character is in none of the fonts', leftOut: [] }
    } catch (error) {
      throw new Error(`The PDF template failed: ${diagnose(lenient).join('; ') || reason(error)}`)
    }
  }

  const strict = (inputs: Record<string, string>, changedAt: number, pdfStandard: PdfStandard): Typeset => ({
    pdf: compiler.pdf({ mainFilePath, inputs, resetRead: false }, { pdfStandard, creationTimestamp: changedAt }),
    plainBecause: null,
    leftOut: [],
  })

  const typeset = ({ data, changedAt, pictures }: Payload, standard: PdfStandard): Typeset => {
    const inputs = { data, families }
    try {
      return strict(inputs, changedAt, standard)
    } catch (error) {
      // Looked at only now: nearly all are whole, and looking costs as much as drawing.
      const broken = pictures.filter((picture) => !isWhole(picture)).map(({ name }) => name)
      if (broken.length === 0) return plain(inputs, changedAt, error)
      const without = { ...inputs, broken: JSON.stringify(broken) }
      const leftOut = ['its logo is damaged']
      try {
        return { ...strict(without, changedAt, standard), leftOut }
      } catch (another) {
        return { ...plain(without, changedAt, another), leftOut }
      }
    }
  }

  /** Does something with the pictures at hand, and forgets them and what was laid out afterwards. */
  const withPictures = <Result>(pictures: Picture[], work: () => Result): Result => {
    try {
      shelve(pictures)
      return work()
    } finally {
      if (pictures.length > 0) compiler.resetShadow()
      compiler.evictCache(keepLayoutForDocuments)
    }
  }

  return {
    typeset: (payload, standard = 'ua-1') => withPictures(payload.pictures, () => typeset(payload, standard)),
    diagnose: ({ data, pictures }) => withPictures(pictures, () => diagnose({ data, families })),
  }
}
