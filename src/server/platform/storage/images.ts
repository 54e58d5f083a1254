import sharp, { type Sharp } from 'sharp'
import type { ImageFormat } from './file-kind.ts'
import { createTurns } from './turns.ts'

/** Why an image can't be taken, in a sentence for the person who sent it. */
export class ImageError extends Error {}

export type CleanImage = { bytes: Uint8Array; contentType: string; extension: 'png' | 'jpg' | 'webp' }

/** More than any camera of today's phones makes; unpacked they are 200 to 400 MB. Unpacking an AVIF takes twice that. */
const maxPixels = (format: ImageFormat) => (format === 'avif' ? 25_000_000 : 50_000_000)
const maxSide = 4000

// Only what is taken here can be read at all: libvips knows many more formats, and each is a parser that strangers could reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
})
// Every image comes once.
sharp.cache(false)

/** Two at a time: each may take some hundred megabytes while it is unpacked. */
const inTurn = createTurns(2)

/** GIF and AVIF would be slow to write: 13 and 24 s for a photo where the others take half a second. */
const writers: Record<ImageFormat, { write: (image: Sharp) => Sharp } & Omit<CleanImage, 'bytes'>> = {
  png: { write: (image) => image.png(), contentType: 'image/png', extension: 'png' },
  gif: { write: (image) => image.png(), contentType: 'image/png', extension: 'png' },
  jpeg: { write: (image) => image.jpeg({ quality: 85, mozjpeg: false }), contentType: 'image/jpeg', extension: 'jpg' },
  webp: { write: (image) => image.webp({ quality: 85 }), contentType: 'image/webp', extension: 'webp' },
  avif: { write: (image) => image.webp({ quality: 85 }), contentType: 'image/webp', extension: 'webp' },
}

/**
 * Draws an image anew: only its pixels survive, upright and at most 4000 a side. Where it was taken (EXIF), and whatever else was hidden in the
 * file, is gone. Of an animation the first picture stays.
 * @throws ImageError when it can't be read, or has too many pixels
 */
export const drawAnew = (bytes: Uint8Array, format: ImageFormat): Promise<CleanImage> =>
  inTurn(async () => {
    const { write, contentType, extension } = writers[format]
    const most = maxPixels(format)
    const { width, height } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw new ImageError("This image can't be read: it is damaged.")
      })
    if (width * height > most)
      throw new ImageError(
        `This image has ${width} x ${height} pixels; at most ${most / 1_000_000} million can be taken. Make it smaller, then try again.`,
      )
    const image = sharp(bytes, { limitInputPixels: most, failOn: 'error', pages: 1, sequentialRead: true })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    const drawn = await write(image)
      .toBuffer()
      .catch(() => {
        throw new ImageError("This image can't be read: it is damaged or cut off.")
      })
    return { bytes: drawn, contentType, extension }
  })
