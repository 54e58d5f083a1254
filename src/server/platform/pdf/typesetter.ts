import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fontFiles } from './fonts.ts'

const templateFolder = join(import.meta.dirname, 'templates')
const mainFilePath = join(templateFolder, 'paper.typ')
/**
 * Results of layout that no document has used for this many documents are dropped; without it memory grows with each one.
 * One keeps what all documents share (fonts, the parsed templates); more costs memory and saved no time when measured.
 */
const keepLayoutForDocuments = 1

export type Typeset = {
  pdf: Uint8Array
  /** Why the accessible form was not possible, or null when it was. */
  plainBecause: string | null
}

export type Typesetter = {
  /** `data` is the paper as JSON; `changedAt` in whole seconds. Throws when the template itself fails. */
  typeset(data: string, changedAt: number): Typeset
  /** The template's errors and warnings for this paper; none is how it should be. */
  diagnose(data: string): string[]
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

  const diagnose = (inputs: Record<string, string>) => {
    const compiled = compiler.compile({ mainFilePath, inputs, resetRead: false })
    return ((compiled.takeDiagnostics()?.shortDiagnostics ?? []) as Diagnostic[]).map((each) => each.message ?? JSON.stringify(each))
  }

  const plain = (data: string, changedAt: number, strictError: unknown): Typeset => {
    const inputs = { data, fallback: 'yes' }
    try {
      const pdf = compiler.pdf({ mainFilePath, inputs, resetRead: false }, { creationTimestamp: changedAt })
      return { pdf, plainBecause: sentences(reason(strictError)) || 'a character is in none of the fonts' }
    } catch (error) {
      throw new Error(`The PDF template failed: ${diagnose(inputs).join('; ') || reason(error)}`)
    }
  }

  return {
    typeset(data, changedAt) {
      try {
        const pdf = compiler.pdf(
          { mainFilePath, inputs: { data }, resetRead: false },
          { pdfStandard: 'ua-1', creationTimestamp: changedAt },
        )
        return { pdf, plainBecause: null }
      } catch (error) {
        return plain(data, changedAt, error)
      } finally {
        compiler.evictCache(keepLayoutForDocuments)
      }
    },
    diagnose(data) {
      try {
        return diagnose({ data })
      } finally {
        compiler.evictCache(keepLayoutForDocuments)
      }
    },
  }
}
