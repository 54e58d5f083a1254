export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'
/** What bytes are. `words` names it with its article, for messages: 'a PDF'. */
export type FileType = { format: ImageFormat | 'pdf' | null; description: string }

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)

/** Begins with the bytes, written as one character each. */
const magic: [string, FileType][] = [
  ['\x89PNG\r\n\x1a\n', { format: 'png', description: 'a PNG image' }],
  ['\xff\xd8\xff', { format: 'jpeg', description: 'a JPEG image' }],
  ['GIF87a', { format: 'gif', description: 'a GIF image' }],
  ['GIF89a', { format: 'gif', description: 'a GIF image' }],
  ['%PDF-', { format: 'pdf', description: 'a PDF' }],
  ['PK\x03\x04', { format: null, description: 'a ZIP archive or an Office document' }],
  ['PK\x05\x06', { format: null, description: 'a ZIP archive' }],
  ['\x1f\x8b', { format: null, description: 'a compressed archive' }],
  ['7z\xbc\xaf', { format: null, description: 'a 7z archive' }],
  ['Rar!', { format: null, description: 'a RAR archive' }],
  ['MZ', { format: null, description: 'a Windows program' }],
  ['\x7fELF', { format: null, description: 'a Linux program' }],
  ['\xca\xfe\xba\xbe', { format: null, description: 'a program' }],
  ['\xcf\xfa\xed\xfe', { format: null, description: 'a Mac program' }],
  ['\0asm', { format: null, description: 'a program' }],
  ['II*\0', { format: null, description: 'a TIFF image' }],
  ['MM\0*', { format: null, description: 'a TIFF image' }],
  ['BM', { format: null, description: 'a BMP image' }],
  ['\0\0\x01\0', { format: null, description: 'an icon' }],
  ['\xd0\xcf\x11\xe0', { format: null, description: 'an old Office document' }],
  ['8BPS', { format: null, description: 'a Photoshop file' }],
  ['#!', { format: null, description: 'a script' }],
]

/** What the bytes are, by themselves: neither a name nor what a browser said counts. */
export const detectFileType = (bytes: Uint8Array): FileType => {
  if (bytes.length === 0) return { format: null, description: 'an empty file' }
  const head = ascii(bytes, 0, 4096)
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return { format: 'webp', description: 'a WebP image' }
  if (head.slice(4, 8) === 'ftyp') return mediaKind(head)
  return magic.find(([start]) => head.startsWith(start))?.[1] ?? textKind(head)
}

/** Photos and films share a container; its list of brands tells them apart. */
const mediaKind = (head: string): FileType => {
  const length = Math.min(head.charCodeAt(2) * 256 + head.charCodeAt(3), 256)
  const brands = head.slice(8, 12) + head.slice(16, Math.max(length, 16))
  if (/avif|avis/.test(brands)) return { format: 'avif', description: 'an AVIF image' }
  if (/hei[cxms]|hev[cxms]|mif1|msf1/.test(brands)) return { format: null, description: 'a HEIC photo' }
  return { format: null, description: 'a video or sound file' }
}

const textKind = (head: string): FileType => {
  // UTF-16 and byte order marks are looked through; a tag may stand behind a comment or a declaration.
  const text = head.replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '')
  if (/<svg[\s>:/]/i.test(text) || /<\w+:svg[\s>]/i.test(text)) return { format: null, description: 'an SVG drawing' }
  if (/<(!doctype\s+html|html|head|body|script|iframe|title|meta|img|a|p|div|style|form)[\s>/]/i.test(text))
    return { format: null, description: 'an HTML page' }
  if (text.trimStart().startsWith('<?php')) return { format: null, description: 'a PHP script' }
  if (text.trimStart().startsWith('<')) return { format: null, description: 'an XML file' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells other files from text
  return {
    format: null,
    description: /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head) ? 'a file of a kind that is not known here' : 'a text file',
  }
}

/** Whether a PDF is all there: readers look for its end in the last kilobyte. */
export const isCompletePdf = (bytes: Uint8Array): boolean => ascii(bytes, Math.max(0, bytes.length - 1024), bytes.length).includes('%%EOF')
