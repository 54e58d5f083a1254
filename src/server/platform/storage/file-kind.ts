export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'
/** What bytes are. `words` names it with its article, for messages: 'a PDF'. */
export type FileKind = { format: ImageFormat | 'pdf' | null; words: string }

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)

/** Begins with the bytes, written as one character each. */
const magic: [string, FileKind][] = [
  ['\x89PNG\r\n\x1a\n', { format: 'png', words: 'a PNG image' }],
  ['\xff\xd8\xff', { format: 'jpeg', words: 'a JPEG image' }],
  ['GIF87a', { format: 'gif', words: 'a GIF image' }],
  ['GIF89a', { format: 'gif', words: 'a GIF image' }],
  ['%PDF-', { format: 'pdf', words: 'a PDF' }],
  ['PK\x03\x04', { format: null, words: 'a ZIP archive or an Office document' }],
  ['PK\x05\x06', { format: null, words: 'a ZIP archive' }],
  ['\x1f\x8b', { format: null, words: 'a compressed archive' }],
  ['7z\xbc\xaf', { format: null, words: 'a 7z archive' }],
  ['Rar!', { format: null, words: 'a RAR archive' }],
  ['MZ', { format: null, words: 'a Windows program' }],
  ['\x7fELF', { format: null, words: 'a Linux program' }],
  ['\xca\xfe\xba\xbe', { format: null, words: 'a program' }],
  ['\xcf\xfa\xed\xfe', { format: null, words: 'a Mac program' }],
  ['\0asm', { format: null, words: 'a program' }],
  ['II*\0', { format: null, words: 'a TIFF image' }],
  ['MM\0*', { format: null, words: 'a TIFF image' }],
  ['BM', { format: null, words: 'a BMP image' }],
  ['\0\0\x01\0', { format: null, words: 'an icon' }],
  ['\xd0\xcf\x11\xe0', { format: null, words: 'an old Office document' }],
  ['8BPS', { format: null, words: 'a Photoshop file' }],
  ['#!', { format: null, words: 'a script' }],
]

/** What the bytes are, by themselves: neither a name nor what a browser said counts. */
export const kindOf = (bytes: Uint8Array): FileKind => {
  if (bytes.length === 0) return { format: null, words: 'an empty file' }
  const head = ascii(bytes, 0, 4096)
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return { format: 'webp', words: 'a WebP image' }
  if (head.slice(4, 8) === 'ftyp') return mediaKind(head)
  return magic.find(([start]) => head.startsWith(start))?.[1] ?? textKind(head)
}

/** Photos and films share a container; its list of brands tells them apart. */
const mediaKind = (head: string): FileKind => {
  const length = Math.min(head.charCodeAt(2) * 256 + head.charCodeAt(3), 256)
  const brands = head.slice(8, 12) + head.slice(16, Math.max(length, 16))
  if (/avif|avis/.test(brands)) return { format: 'avif', words: 'an AVIF image' }
  if (/hei[cxms]|hev[cxms]|mif1|msf1/.test(brands)) return { format: null, words: 'a HEIC photo' }
  return { format: null, words: 'a video or sound file' }
}

const textKind = (head: string): FileKind => {
  // UTF-16 and byte order marks are looked through; a tag may stand behind a comment or a declaration.
  const text = head.replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '')
  if (/<svg[\s>:/]/i.test(text) || /<\w+:svg[\s>]/i.test(text)) return { format: null, words: 'an SVG drawing' }
  if (/<(!doctype\s+html|html|head|body|script|iframe|title|meta|img|a|p|div|style|form)[\s>/]/i.test(text))
    return { format: null, words: 'an HTML page' }
  if (text.trimStart().startsWith('<?php')) return { format: null, words: 'a PHP script' }
  if (text.trimStart().startsWith('<')) return { format: null, words: 'an XML file' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells other files from text
  return { format: null, words: /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head) ? 'a file of a kind that is not known here' : 'a text file' }
}

/** Whether a PDF is all there: readers look for its end in the last kilobyte. */
export const isWholePdf = (bytes: Uint8Array): boolean => ascii(bytes, Math.max(0, bytes.length - 1024), bytes.length).includes('%%EOF')
