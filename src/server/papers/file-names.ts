/** What no system takes in a file's name, and marks that turn the reading direction. */
const unsafe = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff<>:"/\\|?*]/gu
/** Names that are devices on Windows, whatever follows the dot. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

const safe = (text: string) => {
  const name = text
    .replace(unsafe, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .replace(devices, '_$1')
  return name || 'invoice'
}

/**
 * File names for texts that anybody may have typed, in their order: safe on every system, and no two alike, also where case makes no difference.
 * @param extension with its dot
 */
export const fileNames = (texts: readonly string[], extension: string): string[] => {
  const taken = new Set<string>()
  return texts.map((text) => {
    const stem = safe(text)
    for (let n = 1; ; n++) {
      const name = `${stem}${n === 1 ? '' : ` (${n})`}${extension}`
      const key = name.normalize('NFC').toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  })
}
