import sharp, { type Sharp } from 'sharp'
import { createFairQueue } from '#server/platform/jobs/fair-queue.ts'
import type { ImageFormat } from './file-type.ts'

/** Why an image can't be taken, in a sentence for the person who sent it. */
export class ImageError extends Error {}

export type CleanImage = { bytes: Uint8Array; contentType: string; extension: 'png' | 'jpg' | 'webp' }

/** The policy under which an image is answered: opened by itself it has no origin and runs nothing. */
export const imagePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** More than any camera of today's phones makes; unpacked they are 200 to 400 MB. Unpacking an AVIF takes twice that. */
const maxPixels = (format: ImageFormat) => (format === 'avif' ? 25_000_000 : 50_000_000)

// Only what is taken here can be read at all: libvips knows many more formats, and each is a parser that strangers could reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
})
// Every image comes once.
sharp.cache(false)

/** Two at a time: each may take some hundred megabytes while it is unpacked. */
const turns = createFairQueue({ atOnce: 2 })

type Writer = { write: (image: Sharp) => Sharp } & Omit<CleanImage, 'bytes'>
/** How images of a purpose are drawn. */
export type ImageProfile = {
  /** In pixels; larger ones become smaller. */
  maxSide: number
  writers: Record<ImageFormat, Writer>
  /** Why an image of that size isn't wanted, or null. */
  whyNot(width: number, height: number): string | null
}

const asPng: Writer = { write: (image) => image.png(), contentType: 'image/png', extension: 'png' }
const asJpeg: Writer = { write: (image) => image.jpeg({ quality: 85, mozjpeg: false }), contentType: 'image/jpeg', extension: 'jpg' }
const asWebp: Writer = { write: (image) => image.webp({ quality: 85 }), contentType: 'image/webp', extension: 'webp' }

/** GIF and AVIF would be slow to write: 13 and 24 s for a photo where the others take half a second. */
export const receiptImageProfile: ImageProfile = {
  maxSide: 4000,
  writers: { png: asPng, gif: asPng, jpeg: asJpeg, webp: asWebp, avif: asWebp },
  whyNot: () => null,
}

const smallestLogo = 16
const longestLogo = 20
const sharpJpeg: Writer = { ...asJpeg, write: (image) => image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }) }
const smallPng: Writer = { ...asPng, write: (image) => image.png({ compressionLevel: 9 }) }

/** Logos are printed 60 mm wide at most, by an engine that reads PNG and JPEG: 500 dots per inch are plenty, and keep the papers small. */
export const logoImageProfile: ImageProfile = {
  maxSide: 1200,
  writers: { png: smallPng, gif: smallPng, jpeg: sharpJpeg, webp: smallPng, avif: smallPng },
  whyNot: (width, height) => {
    if (Math.min(width, height) < smallestLogo)
      return `This image has ${width} x ${height} pixels, which is too small for a logo. Choose one with at least ${smallestLogo} on each side.`
    if (Math.max(width, height) > longestLogo * Math.min(width, height))
      return `This image has ${width} x ${height} pixels: on paper it would be a line. Choose one whose sides differ less, at most ${longestLogo} to 1.`
    return null
  },
}

const damaged = () => new ImageError("This image can't be read: it is damaged or cut off.")

/**
 * Draws an image anew: only its pixels survive, upright, in sRGB, and at most as large as its purpose needs. Where it was taken (EXIF), and whatever
 * else was hidden in the file, is gone. Of an animation the first picture stays.
 * @throws ImageError when it can't be read, has too many pixels, or isn't fit for its purpose
 */
export const reencodeImage = (bytes: Uint8Array, format: ImageFormat, { maxSide, writers, whyNot }: ImageProfile): Promise<CleanImage> =>
  turns.run('image', async () => {
    const { write, contentType, extension } = writers[format]
    const most = maxPixels(format)
    const { width, height } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw damaged()
      })
    const refusal =
      width * height > most
        ? `This image has ${width} x ${height} pixels; at most ${most / 1_000_000} million can be taken. Make it smaller, then try again.`
        : whyNot(width, height)
    if (refusal) throw new ImageError(refusal)
    const image = sharp(bytes, { limitInputPixels: most, failOn: 'error', pages: 1, sequentialRead: true })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    const drawn = await write(image)
      .toBuffer()
      .catch(() => {
        throw damaged()
      })
    return { bytes: drawn, contentType, extension }
  })

/** Whether nothing of an image can be seen. Ask only about one that was drawn anew: all of it is unpacked. */
export const isFullyTransparent = async (bytes: Uint8Array): Promise<boolean> => {
  const image = sharp(bytes)
  const { hasAlpha } = await image.metadata()
  return hasAlpha && (await image.stats()).channels.at(-1)!.max === 0
}
