export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif'
/** `description` is for messages and includes the article: 'a PDF'. */
export type FileType = { format: ImageFormat | 'pdf' | null; description: string }

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)

const signatures: [string, FileType][] = [
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

/** By content; name and declared content type are ignored. */
export const detectFileType = (bytes: Uint8Array): FileType => {
  if (bytes.length === 0) return { format: null, description: 'an empty file' }
  const head = ascii(bytes, 0, 4096)
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return { format: 'webp', description: 'a WebP image' }
  if (head.slice(4, 8) === 'ftyp') return detectMediaType(head)
  return signatures.find(([start]) => head.startsWith(start))?.[1] ?? detectTextType(head)
}

/** Photos and videos share a container format (ISO base media); its list of brands distinguishes them. */
const detectMediaType = (head: string): FileType => {
  const length = Math.min(head.charCodeAt(2) * 256 + head.charCodeAt(3), 256)
  const brands = head.slice(8, 12) + head.slice(16, Math.max(length, 16))
  if (/avif|avis/.test(brands)) return { format: 'avif', description: 'an AVIF image' }
  if (/hei[cxms]|hev[cxms]|mif1|msf1/.test(brands)) return { format: null, description: 'a HEIC photo' }
  return { format: null, description: 'a video or sound file' }
}

const detectTextType = (head: string): FileType => {
  // Byte order marks and the zero bytes of UTF-16 are removed. Tags may follow comments and declarations.
  const text = head.replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '')
  if (/<svg[\s>:/]/i.test(text) || /<\w+:svg[\s>]/i.test(text)) return { format: null, description: 'an SVG drawing' }
  if (/<(!doctype\s+html|html|head|body|script|iframe|title|meta|img|a|p|div|style|form)[\s>/]/i.test(text))
    return { format: null, description: 'an HTML page' }
  if (text.trimStart().startsWith('<?php')) return { format: null, description: 'a PHP script' }
  if (text.trimStart().startsWith('<')) return { format: null, description: 'an XML file' }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish binary files from text
  const isBinary = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head)
  return { format: null, description: isBinary ? 'a file of an unknown type' : 'a text file' }
}

/** Readers expect the end marker in the last kilobyte. */
export const isCompletePdf = (bytes: Uint8Array): boolean => ascii(bytes, Math.max(0, bytes.length - 1024), bytes.length).includes('%%EOF')
