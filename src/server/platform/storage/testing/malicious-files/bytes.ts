import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A file that an attacker may upload. `name` describes it in test output. */
export type MaliciousFile = {
  name: string
  bytes: Buffer
  /** The uploaded file's name; when missing, a name without an extension. */
  fileName?: string
  /** The pixels themselves contain the mark, so it stays when the picture is converted. */
  isPainted?: true
}

/** Occurs in everything that is hidden in a file, and in nothing else. */
export const mark = 'PLANTED_7f3a'
export const script = `<script>${mark}()</script>`
export const php = `<?php ${mark}(); ?>`

export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
export const join = (...parts: (Uint8Array | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin1(part) : part)))
export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
/** Returns a copy with other bytes at that offset. */
export const patched = (bytes: Buffer, at: number, other: Uint8Array): Buffer => {
  if (at < 0 || at + other.length > bytes.length) throw new RangeError('outside the file')
  return join(bytes.subarray(0, at), other, bytes.subarray(at + other.length))
}

/** Creates a small picture with a few colors. */
export const picture = (width = 64, height = 32) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } }).composite([
    { input: { create: { width: width >> 1, height: height >> 1, channels: 3, background: '#36c' } }, left: 3, top: 3 },
  ])

export const pngStart = latin1('\x89PNG\r\n\x1a\n')
export const chunk = (type: string, data: Uint8Array | string = ''): Buffer => {
  const body = join(type, data)
  return join(u32(body.length - 4), body, u32(crc32(body)))
}
type Header = { width: number; height: number; depth?: number; color?: number; interlaced?: boolean }
export const header = ({ width, height, depth = 8, color = 2, interlaced = false }: Header): Buffer =>
  chunk('IHDR', join(u32(width), u32(height), Buffer.from([depth, color, 0, 0, interlaced ? 1 : 0])))
/** Creates a PNG with those chunks between its header and its end. */
export const png = (of: Header, ...chunks: Buffer[]): Buffer => join(pngStart, header(of), ...chunks, chunk('IEND'))
/** Creates a PNG with only zero bytes as pixels, so that it is small however many pixels it has. */
export const blank = (of: Header & { bytesPerPixel: number }): Buffer =>
  png(of, chunk('IDAT', deflateSync(Buffer.alloc(of.height * (Math.ceil(of.width * of.bytesPerPixel) + 1)), { level: 9 })))
