import { readFileSync } from 'node:fs'
import sharp from 'sharp'

const source = readFileSync(new URL('../../public/favicon.svg', import.meta.url), 'utf8')

/** The logo on its colored tile: `<svg viewBox="0 0 32 32"><rect fill="..."/> artwork </svg>`. */
const parts = /<svg [^>]*viewBox="0 0 32 32">\s*<rect [^>]*fill="(#[0-9a-f]{6})"\/>(.*)<\/svg>/s.exec(source)
if (!parts) throw new Error('public/favicon.svg has no tile of 32 by 32 to draw the icons from')
const [, tileColor, artwork] = parts as unknown as [string, string, string]

export const icoHeaderBytes = 22

type Drawing = { viewBox: string; body: string }

/** Renders the drawing at the given size, instead of scaling a small image. */
const png = ({ viewBox, body }: Drawing, pixels: number, { isOpaque = false } = {}) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="${viewBox}">${body}</svg>`
  const image = sharp(Buffer.from(svg))
  return (isOpaque ? image.flatten({ background: tileColor }) : image).png({ compressionLevel: 9 }).toBuffer()
}

/** A file of the old format with one PNG in it, as browsers understand it since 2006. */
const ico = async (image: Promise<Buffer>, pixels: number) => {
  const content = await image
  const header = Buffer.alloc(icoHeaderBytes)
  // An icon with one image, its width and height, and from byte 10 on: one plane of 32 bits, the size and the start of the image.
  header.set([0, 0, 1, 0, 1, 0, pixels, pixels, 0, 0, 1, 0, 32, 0])
  header.writeUInt32LE(content.length, 14)
  header.writeUInt32LE(icoHeaderBytes, 18)
  return Buffer.concat([header, content])
}

const tile: Drawing = { viewBox: '0 0 32 32', body: source.replace(/<\/?svg[^>]*>/g, '') }
/** Without rounded corners: the system cuts its own shape out of it. The logo is inside every such shape. */
const square: Drawing = { viewBox: '0 0 32 32', body: `<rect width="32" height="32" fill="${tileColor}"/>${artwork}` }
const round: Drawing = { viewBox: '0 0 32 32', body: `<circle cx="16" cy="16" r="16" fill="${tileColor}"/>${artwork}` }
/** Android moves and crops this layer: two thirds of it are visible. */
const foreground: Drawing = { viewBox: '-8 -8 48 48', body: artwork }
/** The launch screen: the tile centered on the page's color. */
const launch = (color: string): Drawing => ({
  viewBox: '-126 -126 284 284',
  body: `<rect x="-126" y="-126" width="284" height="284" fill="${color}"/>${tile.body}`,
})

/** What programs show in place of a link: 1200 by 630 pixels, as Open Graph expects it. */
const preview = () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="-24 -5 80 42"><rect x="-24" y="-5" width="80" height="42" fill="${tileColor}"/>${artwork}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: tileColor }).png({ compressionLevel: 9, palette: true }).toBuffer()
}

const android = 'native/android/app/src/main/res'
const ios = 'native/ios/App/App/Assets.xcassets'
/** The size of an icon of 48 units in pixels, by screen density. */
const densities = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 }

export type Image = { path: string; draw: () => Promise<Buffer> }

/** All images that are drawn from the source, and their paths. */
export const images: readonly Image[] = [
  // Programs that read no page ask for this address.
  { path: 'public/favicon.ico', draw: () => ico(png(tile, 48), 48) },
  { path: 'public/preview.png', draw: preview },
  { path: 'public/icons/icon-192.png', draw: () => png(tile, 192) },
  { path: 'public/icons/icon-512.png', draw: () => png(tile, 512) },
  { path: 'public/icons/icon-maskable-512.png', draw: () => png(square, 512) },
  // iOS rounds the corners itself, and shows transparency as black.
  { path: 'public/icons/apple-touch-icon.png', draw: () => png(square, 180, { isOpaque: true }) },
  { path: `${ios}/AppIcon.appiconset/AppIcon-512@2x.png`, draw: () => png(square, 1024, { isOpaque: true }) },
  { path: `${ios}/Splash.imageset/splash-light.png`, draw: () => png(launch('#f5f6f7'), 2732) },
  { path: `${ios}/Splash.imageset/splash-dark.png`, draw: () => png(launch('#0d1113'), 2732) },
  ...Object.entries(densities).flatMap(([density, pixels]) => [
    { path: `${android}/mipmap-${density}/ic_launcher.png`, draw: () => png(tile, pixels) },
    { path: `${android}/mipmap-${density}/ic_launcher_round.png`, draw: () => png(round, pixels) },
    { path: `${android}/mipmap-${density}/ic_launcher_foreground.png`, draw: () => png(foreground, (pixels * 108) / 48) },
  ]),
]
