import { safeFileName } from '#server/platform/text/file-name.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'

/** The name under which a paper goes out, e.g. 'Invoice-INV-2026-0001.pdf'; safe on every system, whatever its number is. A receipt goes by its invoice's. */
export const documentFileName = (kind: PdfDocument['kind'], number: string): string => safeFileName(`${kind}-${number}.pdf`)

/** Gives names one after the other, no two alike, also where case makes no difference: a second one ends in ' (2)'. */
export const createNameDeduplicator = (): ((name: string) => string) => {
  const taken = new Set<string>()
  /** The count at which a free one was found last, so that thousands of one name don't each try all before. */
  const reached = new Map<string, number>()
  const keyOf = (name: string) => name.normalize('NFC').toLowerCase()
  return (name) => {
    const [, stem = name, ending = ''] = /^(.+)(\.\w+)$/s.exec(name) ?? []
    for (let n = reached.get(keyOf(name)) ?? 1; ; n++) {
      const distinct = `${stem}${n === 1 ? '' : ` (${n})`}${ending}`
      if (taken.has(keyOf(distinct))) continue
      taken.add(keyOf(distinct))
      reached.set(keyOf(name), n)
      return distinct
    }
  }
}

/** The same names in their order, made distinct. */
export const toDistinctFileNames = (names: readonly string[]): string[] => names.map(createNameDeduplicator())
