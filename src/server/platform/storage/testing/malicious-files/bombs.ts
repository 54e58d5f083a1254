import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { blank, chunk, header, join, type MaliciousFile, mark, patched, picture, png, pngStart, u16, u32 } from './bytes.ts'

/** Small files that become large: by their pixels, compressed data or frames, or by false sizes in their headers. */
export const bombs = async (): Promise<MaliciousFile[]> => {
  const [jpeg, webp, avif, gif] = await Promise.all(
    (['jpeg', 'webp', 'avif', 'gif'] as const).map((format) => picture().toFormat(format).toBuffer()),
  )
  return Object.entries({
    ...createPngBombs(),
    ...createFalseSizes(jpeg!, webp!, avif!, gif!),
    ...(await createAnimations()),
    'a JPEG with thousands of scans': await createScans(),
  }).map(([name, bytes]) => ({ name, bytes }))
}

const some = { width: 32, height: 32 }
const pixels = chunk('IDAT', deflateSync(Buffer.alloc(32 * 97, 5)))
const createPngBombs = (): Record<string, Buffer> => {
  const manyZeros = deflateSync(Buffer.alloc(100_000_000))
  return {
    'a PNG of 30,000 x 30,000': blank({ width: 30_000, height: 30_000, depth: 1, color: 0, bytesPerPixel: 1 / 8 }),
    'a PNG of 50,000,000 x 1': blank({ width: 50_000_000, height: 1, depth: 1, color: 0, bytesPerPixel: 1 / 8 }),
    'a PNG of 49 million deep pixels': blank({ width: 7000, height: 7000, depth: 16, color: 0, bytesPerPixel: 2 }),
    'a PNG of 25 million pixels, interlaced': png(
      { width: 5000, height: 5000, depth: 8, color: 0, interlaced: true },
      chunk('IDAT', deflateSync(Buffer.alloc(25_100_000), { level: 9 })),
    ),
    'a PNG that claims 65,535 x 65,535': png({ width: 65_535, height: 65_535 }, pixels),
    'a PNG that claims 2,147,483,647 x 2,147,483,647': png({ width: 0x7fffffff, height: 0x7fffffff }, pixels),
    'a PNG that claims an impossible size': png({ width: 0xffffffff, height: 0xffffffff }, pixels),
    'a PNG without width': png({ width: 0, height: 32 }, pixels),
    'a PNG without height': png({ width: 32, height: 0 }, pixels),
    'a PNG with far too few pixels': png({ width: 3000, height: 3000 }, pixels),
    'a PNG with far too many pixels': png(some, chunk('IDAT', manyZeros)),
    'a PNG with a color profile of 100 MB': png(some, chunk('iCCP', join('p\0\0', manyZeros)), pixels),
    'a PNG with a text of 100 MB': png(some, chunk('zTXt', join('t\0\0', manyZeros)), pixels),
    'a PNG with an international text of 100 MB': png(some, chunk('iTXt', join('t\0\x01\0\0\0', manyZeros)), pixels),
    'a PNG with 20,000 texts': png(some, ...Array.from({ length: 20_000 }, () => chunk('tEXt', `k\0${mark}`)), pixels),
    'a PNG with 20,000 compressed texts': png(
      some,
      ...Array.from({ length: 20_000 }, () => chunk('zTXt', join('k\0\0', compressed))),
      pixels,
    ),
    'a PNG with a chunk that claims 4 GB': join(pngStart, header(some), u32(0xfffffff0), 'tEXt'),
  }
}
const compressed = deflateSync(Buffer.alloc(50_000))

/** Pictures with false sizes in their headers. */
const createFalseSizes = (jpeg: Buffer, webp: Buffer, avif: Buffer, gif: Buffer): Record<string, Buffer> => {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  const size = avif.indexOf('ispe') + 8
  // A still WebP has its width and height, of 14 bits each, after its frame's start code.
  const webpSize = webp.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3
  return {
    'a JPEG that claims 65,535 x 65,535': patched(jpeg, frame + 5, join(u16(65_535), u16(65_535))),
    'a JPEG without height': patched(jpeg, frame + 5, u16(0)),
    'a JPEG without width': patched(jpeg, frame + 7, u16(0)),
    'an AVIF that claims 60,000 x 60,000': patched(avif, size, join(u32(60_000), u32(60_000))),
    'an AVIF that claims 4,294,967,295 x 4,294,967,295': patched(avif, size, join(u32(0xffffffff), u32(0xffffffff))),
    'an AVIF that claims a slightly larger size': patched(avif, size, join(u32(128), u32(128))),
    'an AVIF without size': patched(avif, size, join(u32(0), u32(0))),
    'a WebP that claims 16,383 x 16,383': patched(webp, webpSize, Buffer.from([0xff, 0x3f, 0xff, 0x3f])),
    'a WebP without size': patched(webp, webpSize, Buffer.alloc(4)),
    'a WebP that claims 4 GB': patched(webp, 4, Buffer.alloc(4, 0xff)),
    'a GIF that claims 65,535 x 65,535': patched(gif, 6, Buffer.alloc(4, 0xff)),
    'a GIF without size': patched(gif, 6, Buffer.alloc(4)),
  }
}

/** Pictures with thousands of frames, of which we use one. */
const createAnimations = async (): Promise<Record<string, Buffer>> => {
  const count = 2000
  const frames = () =>
    sharp(Buffer.from(Array.from({ length: 16 * 16 * 3 * count }, (_, i) => (i / 768) % 250)), {
      raw: { width: 16, height: 16 * count, channels: 3, pageHeight: 16 },
    })
  const control = (sequence: number) =>
    chunk('fcTL', join(u32(sequence), u32(32), u32(32), u32(0), u32(0), u16(1), u16(10), Buffer.from([0, 0])))
  const data = deflateSync(Buffer.alloc(32 * 97, 5))
  return {
    'a PNG of 5,000 frames': png(
      some,
      chunk('acTL', join(u32(5001), u32(0))),
      control(0),
      pixels,
      ...Array.from({ length: 5000 }, (_, i) => join(control(2 * i + 1), chunk('fdAT', join(u32(2 * i + 2), data)))),
    ),
    'a GIF of 2,000 frames': await frames().gif({ effort: 1, reuse: true }).toBuffer(),
    'a WebP of 2,000 frames': await frames().webp({ effort: 0 }).toBuffer(),
  }
}

/** A progressive JPEG whose last scan is repeated 5,000 times: each one decodes all pixels again. */
const createScans = async (): Promise<Buffer> => {
  const whole = await picture(2000, 2000).jpeg({ progressive: true }).toBuffer()
  const last = whole.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = whole.subarray(last, -2)
  return join(whole.subarray(0, -2), ...Array.from({ length: 5000 }, () => scan), '\xff\xd9').subarray(0, 5_000_000)
}
