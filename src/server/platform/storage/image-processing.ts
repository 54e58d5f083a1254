import type { Sharp } from 'sharp'
import { createFairQueue } from '#server/platform/jobs/fair-queue.ts'
import type { ImageFormat } from './file-type.ts'

/** The message is for the user. */
export class ImageError extends Error {}

export type CleanImage = { bytes: Uint8Array; contentType: string; extension: 'png' | 'jpg' | 'webp' }

/** Opened in a tab, an image has an opaque origin and runs no scripts. */
export const imagePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** More than current phone cameras produce. Decoded, such an image takes 200 to 400 MB, and twice as much for AVIF. */
const maxPixels = (format: ImageFormat) => (format === 'avif' ? 25_000_000 : 50_000_000)

const configureSharp = async () => {
  const { default: sharp } = await import('sharp')
  // libvips supports many more formats; their parsers are disabled to reduce the attack surface.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
  })
  sharp.cache(false)
  return sharp
}
let configured: ReturnType<typeof configureSharp> | undefined
const loadSharp = () => (configured ??= configureSharp())

/** One at a time, because decoding may take several hundred megabytes; accounts take turns. */
const queue = createFairQueue({ atOnce: 1, maxWaiting: 20 })

type Writer = { write: (image: Sharp) => Sharp } & Omit<CleanImage, 'bytes'>
export type ImageProfile = {
  /** In pixels; larger images are scaled down. */
  maxSide: number
  writers: Record<ImageFormat, Writer>
  describeRefusal(width: number, height: number): string | null
}

const asPng: Writer = { write: (image) => image.png(), contentType: 'image/png', extension: 'png' }
const asJpeg: Writer = { write: (image) => image.jpeg({ quality: 85, mozjpeg: false }), contentType: 'image/jpeg', extension: 'jpg' }
const asWebp: Writer = { write: (image) => image.webp({ quality: 85 }), contentType: 'image/webp', extension: 'webp' }

/** GIF and AVIF are not written: encoding a photo would take 13 and 24 s, where the other formats take half a second. */
export const receiptImageProfile: ImageProfile = {
  maxSide: 4000,
  writers: { png: asPng, gif: asPng, jpeg: asJpeg, webp: asWebp, avif: asWebp },
  describeRefusal: () => null,
}

const minLogoSide = 16
const maxLogoRatio = 20
const sharpJpeg: Writer = { ...asJpeg, write: (image) => image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }) }
const smallPng: Writer = { ...asPng, write: (image) => image.png({ compressionLevel: 9 }) }

/** Logos are printed at most 60 mm wide, by an engine that reads PNG and JPEG: 1200 pixels are 500 dots per inch, and keep documents small. */
export const logoImageProfile: ImageProfile = {
  maxSide: 1200,
  writers: { png: smallPng, gif: smallPng, jpeg: sharpJpeg, webp: smallPng, avif: smallPng },
  describeRefusal: (width, height) => {
    if (Math.min(width, height) < minLogoSide)
      return `This image has ${width} x ${height} pixels, which is too small for a logo. Choose one with at least ${minLogoSide} on each side.`
    if (Math.max(width, height) > maxLogoRatio * Math.min(width, height))
      return `This image has ${width} x ${height} pixels: on paper it would be a line. Choose one with a ratio of at most ${maxLogoRatio} to 1.`
    return null
  },
}

const createDamagedError = () => new ImageError("This image can't be read: it is damaged or incomplete.")

/**
 * Only the pixels remain, without EXIF data (such as the location) and anything else hidden in the file. Of an animation the first frame
 * remains.
 * @throws ImageError when the image is refused; AppError 429 when too many images of the account wait
 */
export const reencodeImage = (
  userId: number,
  bytes: Uint8Array,
  format: ImageFormat,
  { maxSide, writers, describeRefusal }: ImageProfile,
): Promise<CleanImage> =>
  queue.run(`user:${userId}`, async () => {
    const { write, contentType, extension } = writers[format]
    const limit = maxPixels(format)
    const sharp = await loadSharp()
    const { width, height } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw createDamagedError()
      })
    const refusal =
      width * height > limit
        ? `This image has ${width} x ${height} pixels; at most ${limit / 1_000_000} million are allowed. Make it smaller, then try again.`
        : describeRefusal(width, height)
    if (refusal) throw new ImageError(refusal)
    const image = sharp(bytes, { limitInputPixels: limit, failOn: 'error', pages: 1, sequentialRead: true })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    const encoded = await write(image)
      .toBuffer()
      .catch(() => {
        throw createDamagedError()
      })
    return { bytes: encoded, contentType, extension }
  })

/** Only for re-encoded images, because it decodes the whole image. */
export const isFullyTransparent = async (bytes: Uint8Array): Promise<boolean> => {
  const image = (await loadSharp())(bytes)
  const { hasAlpha } = await image.metadata()
  return hasAlpha && (await image.stats()).channels.at(-1)!.max === 0
}

/** Stored logos are small: no email waits for a photo. */
const mailQueue = createFairQueue({ atOnce: 1, maxWaiting: Number.POSITIVE_INFINITY })

/** In CSS pixels. */
const mailLogoBox = { width: 240, height: 48 }

/** Its ground becomes white: in dark mode mail programs darken the page below a transparent image. The size is in CSS pixels. */
export const scaleLogoForMail = (bytes: Uint8Array) =>
  mailQueue.run('mail', async () => {
    const sharp = await loadSharp()
    const { width, height } = await sharp(bytes).metadata()
    const scale = Math.min(1, mailLogoBox.width / width, mailLogoBox.height / height)
    const scaled = await sharp(bytes, { failOn: 'error' })
      .flatten({ background: '#ffffff' })
      .resize({ width: mailLogoBox.width * 2, height: mailLogoBox.height * 2, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer()
    const round = (side: number) => Math.max(1, Math.round(side * scale))
    return { bytes: scaled as Uint8Array, contentType: 'image/png', width: round(width), height: round(height) }
  })
