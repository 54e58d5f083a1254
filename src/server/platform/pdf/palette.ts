/** The colours a template paints with, each '#rrggbb'. 'on' is text upon the colour, 'ink' the colour as text upon white. */
export type Palette = {
  primary: string
  onPrimary: string
  primaryInk: string
  accent: string
  onAccent: string
  accentInk: string
}

type Rgb = [number, number, number]
const white: Rgb = [255, 255, 255]
/** WCAG's least contrast for text of ordinary size. */
const readable = 4.5
/** From here on white text needs so small a deepening of its ground that nobody sees it; below, the text turns black. */
const nearlyReadable = 3.5

const parse = (color: string): Rgb | null => {
  const digits = /^#([0-9a-f]{6})$/i.exec(color)?.[1]
  if (digits === undefined) return null
  const value = Number.parseInt(digits, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const print = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const luminance = (rgb: Rgb) => {
  const [red, green, blue] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const againstWhite = (rgb: Rgb) => 1.05 / (luminance(rgb) + 0.05)

const deepen = (rgb: Rgb): Rgb => {
  let deeper = rgb
  while (againstWhite(deeper) < readable) deeper = deeper.map((part) => Math.floor(part * 0.97)) as Rgb
  return deeper
}

const shades = (rgb: Rgb) => {
  const takesWhite = againstWhite(rgb) >= nearlyReadable
  return { fill: print(takesWhite ? deepen(rgb) : rgb), on: takesWhite ? print(white) : '#000000', ink: print(deepen(rgb)) }
}

/** Readable shades of the user's two colours. What is not '#rrggbb' counts as the product's default. */
export const paletteOf = (primaryColor: string, accentColor: string): Palette => {
  const primary = shades(parse(primaryColor) ?? [0x33, 0x33, 0x33])
  const accent = shades(parse(accentColor) ?? [0x00, 0x79, 0xf2])
  return {
    primary: primary.fill,
    onPrimary: primary.on,
    primaryInk: primary.ink,
    accent: accent.fill,
    onAccent: accent.on,
    accentInk: accent.ink,
  }
}
