/** The colours a template paints with, each '#rrggbb'. 'on' is text upon the colour, 'ink' the colour as text upon white. */
export type Palette = {
  primary: string
  onPrimary: string
  primaryInk: string
  accent: string
  onAccent: string
  accentInk: string
  /** The accent, and a quieter voice, as text upon the primary colour. */
  accentOnPrimary: string
  quietOnPrimary: string
  /** A quieter voice upon the accent. */
  quietOnAccent: string
  /** Pale grounds on which dark text stays dark. */
  primaryTint: string
  accentTint: string
}

type Rgb = [number, number, number]
const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
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

const contrast = (one: Rgb, other: Rgb) => {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

/** `part` of one colour, the rest of the other. */
const mix = (one: Rgb, other: Rgb, part: number) => one.map((value, index) => Math.round(value * part + other[index]! * (1 - part))) as Rgb

/** The colour, moved as little as it takes towards one that is known to be readable on this ground. */
const liftedTowards = (known: Rgb, color: Rgb, ground: Rgb): Rgb => {
  for (let part = 0; part < 1; part += 0.05) {
    const lifted = mix(known, color, part)
    if (contrast(lifted, ground) >= readable) return lifted
  }
  return known
}

const againstWhite = (rgb: Rgb) => 1.05 / (luminance(rgb) + 0.05)

const deepen = (rgb: Rgb): Rgb => {
  let deeper = rgb
  while (againstWhite(deeper) < readable) deeper = deeper.map((part) => Math.floor(part * 0.97)) as Rgb
  return deeper
}

const shades = (rgb: Rgb) => {
  const takesWhite = againstWhite(rgb) >= nearlyReadable
  const fill = takesWhite ? deepen(rgb) : rgb
  const on = takesWhite ? white : black
  return { fill, on, ink: deepen(rgb), quiet: liftedTowards(on, mix(on, fill, 0.72), fill), tint: mix(fill, white, 0.07) }
}

/** Readable shades of the user's two colours. What is not '#rrggbb' counts as the product's default. */
export const buildPalette = (primaryColor: string, accentColor: string): Palette => {
  const primary = shades(parse(primaryColor) ?? [0x33, 0x33, 0x33])
  const accent = shades(parse(accentColor) ?? [0x00, 0x79, 0xf2])
  return {
    primary: print(primary.fill),
    onPrimary: print(primary.on),
    primaryInk: print(primary.ink),
    accent: print(accent.fill),
    onAccent: print(accent.on),
    accentInk: print(accent.ink),
    accentOnPrimary: print(liftedTowards(primary.on, accent.fill, primary.fill)),
    quietOnPrimary: print(primary.quiet),
    quietOnAccent: print(accent.quiet),
    primaryTint: print(primary.tint),
    accentTint: print(accent.tint),
  }
}
