import { safeFileName } from '#server/platform/file-name.ts'
import type { Paper } from '#shared/paper.ts'

/** The name under which a paper goes out, e.g. 'Invoice-INV-2026-0001.pdf'; safe on every system, whatever its number is. A receipt goes by its invoice's. */
export const paperFileName = (kind: Paper['kind'], number: string): string => safeFileName(`${kind}-${number}.pdf`)

/** The same names in their order, no two alike, also where case makes no difference: a second one ends in ' (2)'. */
export const distinctFileNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>()
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+)(\.\w+)$/s.exec(name) ?? []
    for (let n = 1; ; n++) {
      const distinct = `${stem}${n === 1 ? '' : ` (${n})`}${ending}`
      const key = distinct.normalize('NFC').toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return distinct
    }
  })
}
