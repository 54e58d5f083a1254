import { readFileSync } from 'node:fs'
import sharp from 'sharp'

const source = readFileSync(new URL('../../public/favicon.svg', import.meta.url), 'utf8')

/** The mark on its coloured tile: `<svg viewBox="0 0 32 32"><rect fill="..."/> artwork </svg>`. */
const parts = /<svg [^>]*viewBox="0 0 32 32">\s*<rect [^>]*fill="(#[0-9a-f]{6})"\/>(.*)<\/svg>/s.exec(source)
if (!parts) throw new Error('public/favicon.svg has no tile of 32 by 32 to draw the icons from')
const [, tileColor, artwork] = parts as unknown as [string, string, string]

type Drawing = { viewBox: string; body: string }

/** Drawn at the size that is asked for, not drawn small and blown up. */
const png = ({ viewBox, body }: Drawing, pixels: number, { isOpaque = false } = {}) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="${viewBox}">${body}</svg>`
  const drawn = sharp(Buffer.from(svg))
  return (isOpaque ? drawn.flatten({ background: tileColor }) : drawn).png({ compressionLevel: 9 }).toBuffer()
}

const tile: Drawing = { viewBox: '0 0 32 32', body: source.replace(/<\/?svg[^>]*>/g, '') }
/** Colour to the very edge: the system cuts its own shape out of it. The mark lies within every such shape. */
const square: Drawing = { viewBox: '0 0 32 32', body: `<rect width="32" height="32" fill="${tileColor}"/>${artwork}` }
const round: Drawing = { viewBox: '0 0 32 32', body: `<circle cx="16" cy="16" r="16" fill="${tileColor}"/>${artwork}` }
/** Android moves and cuts this layer: two thirds of it are seen. */
const foreground: Drawing = { viewBox: '-8 -8 48 48', body: artwork }
/** While the app starts: the tile in the middle of the page's colour. */
const launch = (color: string): Drawing => ({
  viewBox: '-126 -126 284 284',
  body: `<rect x="-126" y="-126" width="284" height="284" fill="${color}"/>${tile.body}`,
})

const android = 'native/android/app/src/main/res'
const ios = 'native/ios/App/App/Assets.xcassets'
/** Pixels of an icon of 48 units, by the density of the screen. */
const densities = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 }

export type Image = { path: string; draw: () => Promise<Buffer> }

/** Every picture that is made of the one source, and where it lies. */
export const images: readonly Image[] = [
  { path: 'public/icons/icon-192.png', draw: () => png(tile, 192) },
  { path: 'public/icons/icon-512.png', draw: () => png(tile, 512) },
  { path: 'public/icons/icon-maskable-512.png', draw: () => png(square, 512) },
  // iOS cuts its own corners, and shows black where nothing is.
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
