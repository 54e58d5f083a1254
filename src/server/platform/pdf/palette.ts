/** The colors of a template as '#rrggbb'. 'on…' is text on that color, '…Ink' the color as text on white. */
export type Palette = {
  primary: string
  onPrimary: string
  primaryInk: string
  accent: string
  onAccent: string
  accentInk: string
  /** The accent color and muted text, on the primary color. */
  accentOnPrimary: string
  quietOnPrimary: string
  /** Muted text on the accent color. */
  quietOnAccent: string
  /** Pale backgrounds for dark text. */
  primaryTint: string
  accentTint: string
}

type Rgb = [number, number, number]
const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** The minimum contrast of WCAG 2 (AA) for text of normal size. */
const minContrast = 4.5
/** Above this contrast, the background is darkened slightly for white text, which is hardly visible; below it, the text is black. */
const minContrastForWhite = 3.5

const parse = (color: string): Rgb | null => {
  const digits = /^#([0-9a-f]{6})$/i.exec(color)?.[1]
  if (digits === undefined) return null
  const value = Number.parseInt(digits, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const format = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const luminance = (rgb: Rgb) => {
  const [red, green, blue] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: Rgb, other: Rgb) => {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}

/** Mixes two colors. @param part the share of the first one, 0 to 1 */
const mix = (one: Rgb, other: Rgb, part: number) => one.map((value, index) => Math.round(value * part + other[index]! * (1 - part))) as Rgb

/** Moves a color towards a readable one, only as far as it becomes readable on the background. */
const makeReadable = (color: Rgb, background: Rgb, readable: Rgb): Rgb => {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mix(readable, color, part)
    if (contrast(mixed, background) >= minContrast) return mixed
  }
  return readable
}

const contrastWithWhite = (rgb: Rgb) => 1.05 / (luminance(rgb) + 0.05)

/** Darkens a color until it is readable on white. */
const darken = (rgb: Rgb): Rgb => {
  let darker = rgb
  while (contrastWithWhite(darker) < minContrast) darker = darker.map((part) => Math.floor(part * 0.97)) as Rgb
  return darker
}

const buildShades = (rgb: Rgb) => {
  const hasWhiteText = contrastWithWhite(rgb) >= minContrastForWhite
  const fill = hasWhiteText ? darken(rgb) : rgb
  const on = hasWhiteText ? white : black
  return { fill, on, ink: darken(rgb), quiet: makeReadable(mix(on, fill, 0.72), fill, on), tint: mix(fill, white, 0.07) }
}

/** Builds readable shades of the user's two colors. Values that are not '#rrggbb' are replaced by the default colors. */
export const buildPalette = (primaryColor: string, accentColor: string): Palette => {
  const primary = buildShades(parse(primaryColor) ?? [0x33, 0x33, 0x33])
  const accent = buildShades(parse(accentColor) ?? [0x00, 0x79, 0xf2])
  return {
    primary: format(primary.fill),
    onPrimary: format(primary.on),
    primaryInk: format(primary.ink),
    accent: format(accent.fill),
    onAccent: format(accent.on),
    accentInk: format(accent.ink),
    accentOnPrimary: format(makeReadable(accent.fill, primary.fill, primary.on)),
    quietOnPrimary: format(primary.quiet),
    quietOnAccent: format(accent.quiet),
    primaryTint: format(primary.tint),
    accentTint: format(accent.tint),
  }
}
