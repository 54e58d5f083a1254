import { createHash } from 'node:crypto'
import type { PdfDocument } from '#shared/pdf-document.ts'

/** A picture as the engine gets it: a name of letters and digits, and its bytes. The engine tells PNG from JPEG by what is in it. */
export type Picture = { name: string; bytes: Uint8Array }
/** One whose bytes are yet to be fetched, by the key under which the store has it. */
export type StoredPicture = { name: string; key: string }

/** A picture of more than this takes seconds and gigabytes to unpack, however small its file. */
const mostPixels = 25_000_000
const mostBytes = 10 * 1024 * 1024

const startsWith = (bytes: Uint8Array, start: number[]) => start.every((value, index) => bytes[index] === value)
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegStart = [0xff, 0xd8, 0xff]

const pngPixels = (bytes: DataView) => (bytes.byteLength < 24 ? 0 : bytes.getUint32(16) * bytes.getUint32(20))

/** Walks the segments up to the one that says the size: C0 to CF, of which three mean something else. */
const jpegPixels = (bytes: DataView) => {
  for (let at = 2; at + 9 < bytes.byteLength; at += 2 + bytes.getUint16(at + 2)) {
    if (bytes.getUint8(at) !== 0xff) return 0
    const marker = bytes.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return bytes.getUint16(at + 5) * bytes.getUint16(at + 7)
  }
  return 0
}

/** Whether it is a PNG or JPEG of a size that can be unpacked. The content decides, not what somebody called it. */
export const isDrawable = (bytes: Uint8Array): boolean => {
  if (bytes.byteLength > mostBytes) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pixels = startsWith(bytes, pngStart) ? pngPixels(view) : startsWith(bytes, jpegStart) ? jpegPixels(view) : 0
  return pixels > 0 && pixels <= mostPixels
}

const nameOf = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex').slice(0, 32)

/**
 * The logo under a name that stands for its content: the same bytes are the same file, and so is the same key, whose bytes never change.
 * Null for a paper without one, and for bytes that can't be drawn.
 */
export const toPicture = (logo: PdfDocument['logo']): Picture | StoredPicture | null => {
  if (logo === null) return null
  if ('key' in logo) return { name: nameOf(`key ${logo.key}`), key: logo.key }
  return isDrawable(logo.bytes) ? { name: nameOf(logo.bytes), bytes: logo.bytes } : null
}
