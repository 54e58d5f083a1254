/** Control characters and line separators, which would start another header. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu
/** Bidirectional controls: with them 'gpj.exe' is displayed as 'exe.jpg'. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const forbidden = /[<>:"/\\|?*]+/g
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * Safe on every file system and in headers: without folders, less than 255 bytes, with its extension; 'attachment' when nothing is left.
 */
export const toSafeFileName = (text: string): string => {
  const plain = text
    .toWellFormed()
    .replace(bidiControls, '')
    .replace(breaks, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(forbidden, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .replace(devices, '_$1')
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  const stem = [...plain.slice(0, plain.length - extension.length)].slice(0, 60).join('')
  return `${stem || 'attachment'}${extension}`
}

/** 'Invoice-INV-2026-0001.pdf'; a receipt has its invoice's number. @param title of the type, in the language of the document */
export const documentFileName = (title: string, number: string): string => toSafeFileName(`${title.replaceAll(' ', '-')}-${number}.pdf`)

/** Ignores case and Unicode normalization; adds ' (2)'. */
export const createNameDeduplicator = (): ((name: string) => string) => {
  const taken = new Set<string>()
  /** So that thousands of equal names don't each try all earlier suffixes. */
  const reached = new Map<string, number>()
  const toKey = (name: string) => name.normalize('NFC').toLowerCase()
  return (name) => {
    const [, stem = name, extension = ''] = /^(.+)(\.\w+)$/s.exec(name) ?? []
    for (let n = reached.get(toKey(name)) ?? 1; ; n++) {
      const distinct = `${stem}${n === 1 ? '' : ` (${n})`}${extension}`
      if (taken.has(toKey(distinct))) continue
      taken.add(toKey(distinct))
      reached.set(toKey(name), n)
      return distinct
    }
  }
}

export const toDistinctFileNames = (names: readonly string[]): string[] => names.map(createNameDeduplicator())
