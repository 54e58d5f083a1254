import { safeFileName } from '#server/platform/text/file-name.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'

/** A document's file name, e.g. 'Invoice-INV-2026-0001.pdf', made safe for every file system. */
export const documentFileName = (kind: PdfDocument['kind'], number: string): string => safeFileName(`${kind}-${number}.pdf`)

/** Creates a function that makes each name distinct from the earlier ones, ignoring case and Unicode normalization, by a suffix ' (2)'. */
export const createNameDeduplicator = (): ((name: string) => string) => {
  const taken = new Set<string>()
  /** The last suffix of each name, so that thousands of equal names don't each try all earlier suffixes. */
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

/** Makes the names distinct, in their order. */
export const toDistinctFileNames = (names: readonly string[]): string[] => names.map(createNameDeduplicator())
