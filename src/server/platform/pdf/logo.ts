import { createHash } from 'node:crypto'
import type { PdfDocument } from '#shared/pdf-document.ts'

/** The engine detects PNG or JPEG by content. */
export type Picture = { name: string; bytes: Uint8Array }
export type StoredPicture = { name: string; key: string }

/** Decoding larger pictures takes seconds and gigabytes, however small the file is. */
const maxPixels = 25_000_000
const maxBytes = 10 * 1024 * 1024

const startsWith = (bytes: Uint8Array, start: number[]) => start.every((value, index) => bytes[index] === value)
const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegSignature = [0xff, 0xd8, 0xff]

const countPngPixels = (bytes: DataView) => (bytes.byteLength < 24 ? 0 : bytes.getUint32(16) * bytes.getUint32(20))

/** In the frame header: markers C0 to CF, except C4, C8 and CC. */
const countJpegPixels = (bytes: DataView) => {
  for (let at = 2; at + 9 < bytes.byteLength; at += 2 + bytes.getUint16(at + 2)) {
    if (bytes.getUint8(at) !== 0xff) return 0
    const marker = bytes.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return bytes.getUint16(at + 5) * bytes.getUint16(at + 7)
  }
  return 0
}

export const isDrawable = (bytes: Uint8Array): boolean => {
  if (bytes.byteLength > maxBytes) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pixels = startsWith(bytes, pngSignature) ? countPngPixels(view) : startsWith(bytes, jpegSignature) ? countJpegPixels(view) : 0
  return pixels > 0 && pixels <= maxPixels
}

const hashName = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex').slice(0, 32)

/** The same logo has the same name. Null for bytes that cannot be drawn. */
export const toPicture = (logo: PdfDocument['logo']): Picture | StoredPicture | null => {
  if (logo === null) return null
  if ('key' in logo) return { name: hashName(`key ${logo.key}`), key: logo.key }
  return isDrawable(logo.bytes) ? { name: hashName(logo.bytes), bytes: logo.bytes } : null
}
