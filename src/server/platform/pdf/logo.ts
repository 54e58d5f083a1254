import { createHash } from 'node:crypto'
import type { Paper } from '#shared/paper.ts'

/** A picture as the engine gets it: a name that says what is in it, and its bytes. */
export type Picture = { name: string; bytes: Uint8Array }

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

/** The logo under a name made of its content, so that the same bytes are the same file; null for what is no PNG or JPEG, or too large. */
export const pictureOf = (logo: Paper['logo']): Picture | null => {
  if (logo === null || logo.bytes.byteLength > mostBytes) return null
  const { bytes } = logo
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The content decides, not what somebody called it: the engine goes by the name and would fail on the wrong one.
  const [extension, pixels] = startsWith(bytes, pngStart)
    ? ['png', pngPixels(view)]
    : startsWith(bytes, jpegStart)
      ? ['jpg', jpegPixels(view)]
      : ['', 0]
  if (pixels === 0 || pixels > mostPixels) return null
  return { name: `${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}.${extension}`, bytes }
}
