/** As '#rrggbb'. 'on…' is text on that color, '…Ink' the color as text on white, 'quiet…' muted text. */
export type Palette = {
  primary: string
  onPrimary: string
  primaryInk: string
  accent: string
  onAccent: string
  accentInk: string
  accentOnPrimary: string
  quietOnPrimary: string
  quietOnAccent: string
  primaryTint: string
  accentTint: string
}

type Rgb = [number, number, number]
const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
const defaultPrimary: Rgb = [0x33, 0x33, 0x33]
const defaultAccent: Rgb = [0x00, 0x79, 0xf2]
/** WCAG 2 (AA) for text of normal size. */
const minContrast = 4.5
/** Above it, the background is darkened slightly for white text, which is hardly visible; below it, the text is black. */
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

/** @param part the share of the first color, 0 to 1 */
const mix = (one: Rgb, other: Rgb, part: number) => one.map((value, index) => Math.round(value * part + other[index]! * (1 - part))) as Rgb

/** Only as far as it has enough contrast with the background. */
const makeReadable = (color: Rgb, background: Rgb, readable: Rgb, least = minContrast): Rgb => {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mix(readable, color, part)
    if (contrast(mixed, background) >= least) return mixed
  }
  return readable
}

const contrastWithWhite = (rgb: Rgb) => 1.05 / (luminance(rgb) + 0.05)

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

/** Values that are not '#rrggbb' are replaced by the default colors. */
export const buildPalette = (primaryColor: string, accentColor: string): Palette => {
  const primary = buildShades(parse(primaryColor) ?? defaultPrimary)
  const accent = buildShades(parse(accentColor) ?? defaultAccent)
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

export type BrandShade = {
  fill: string
  on: string
  hover: string
  /** The same as `fill`, unless that is too pale to be told from the page. */
  edge: string
  stripe: string
}

export type BrandColors = { light: BrandShade; dark: BrandShade }

/** WCAG 2 (AA) for the outline of a control. */
const minOutlineContrast = 3

const surfaces = {
  light: { background: white, ink: [0x14, 0x19, 0x1d] as Rgb },
  dark: { background: [0x15, 0x1a, 0x1d] as Rgb, ink: [0xe9, 0xed, 0xef] as Rgb },
}
type Surface = (typeof surfaces)[keyof typeof surfaces]

const getChroma = (rgb: Rgb) => Math.max(...rgb) - Math.min(...rgb)
const isColorless = (rgb: Rgb) => getChroma(rgb) < 24

/** By its own hue as far as that goes, which mixing with white would turn into gray. */
const lighten = (rgb: Rgb, background: Rgb): Rgb => {
  const strongest = 255 / Math.max(...rgb)
  for (let factor = 1; factor < strongest; factor += 0.05) {
    const lighter = rgb.map((part) => Math.round(part * factor)) as Rgb
    if (contrast(lighter, background) >= minOutlineContrast) return lighter
  }
  return makeReadable(rgb.map((part) => Math.round(part * strongest)) as Rgb, background, white, minOutlineContrast)
}

/**
 * White on a white page and black on a dark one take the color of the page's text, so that the button does not look disabled. Other light
 * colors stay as they are, because an outline sets them off.
 */
const makeVisible = (rgb: Rgb, { background, ink }: Surface): Rgb => {
  if (contrast(rgb, background) >= minOutlineContrast) return rgb
  if (isColorless(rgb)) return ink
  return luminance(background) < luminance(ink) ? lighten(rgb, background) : rgb
}

const buildShade = (primary: Rgb, accent: Rgb, surface: Surface): BrandShade => {
  const { fill, on } = buildShades(makeVisible(primary, surface))
  return {
    fill: format(fill),
    on: format(on),
    hover: format(mix(fill, on === white ? black : white, 0.86)),
    edge: format(makeReadable(fill, surface.background, surface.ink, minOutlineContrast)),
    stripe: format(makeVisible(accent, surface)),
  }
}

/** For public pages and emails, with the same rules for readable text as PDFs. */
export const buildBrandColors = (primaryColor: string, accentColor: string): BrandColors => {
  const [primary, accent] = [parse(primaryColor) ?? defaultPrimary, parse(accentColor) ?? defaultAccent]
  return { light: buildShade(primary, accent, surfaces.light), dark: buildShade(primary, accent, surfaces.dark) }
}

/** Paler colors are a background. */
const maxLuminance = 0.85
/** The share of an image's pixels below which a color is noise, and the share of the main color's weight from which another one counts. */
const [minShare, minSecondShare] = [0.005, 0.1]
const minDistance = 96

/**
 * For documents, from the pixels of a logo (red, green, blue and alpha, 0 to 255): the two colors that stand out, the darker one first. Of a logo with one
 * color a darker or lighter shade is the other; null without a color.
 */
export const findLogoColors = (pixels: ArrayLike<number>): { primary: string; accent: string } | null => {
  const groups = new Map<number, { count: number; sum: Rgb }>()
  for (let at = 0; at < pixels.length; at += 4) {
    const rgb: Rgb = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    if (pixels[at + 3]! < 128 || isColorless(rgb) || luminance(rgb) > maxLuminance) continue
    const key = rgb.reduce((bits, part) => (bits << 3) | (part >> 5), 0)
    const { count, sum } = groups.get(key) ?? { count: 0, sum: [0, 0, 0] }
    groups.set(key, { count: count + 1, sum: sum.map((value, index) => value + rgb[index]!) as Rgb })
  }
  const colors = [...groups.values()]
    .filter(({ count }) => count >= (pixels.length / 4) * minShare)
    .map(({ count, sum }) => ({ count, rgb: sum.map((value) => value / count) as Rgb }))
    .map(({ count, rgb }) => ({ rgb, weight: count * getChroma(rgb) }))
    .sort((one, other) => other.weight - one.weight)
  const [main] = colors
  if (!main) return null
  const second = colors.find(
    ({ rgb, weight }) =>
      weight >= main.weight * minSecondShare && Math.hypot(...rgb.map((part, index) => part - main.rgb[index]!)) >= minDistance,
  )
  const isDark = luminance(main.rgb) < 0.18
  const other = second?.rgb ?? mix(main.rgb, isDark ? white : black, 0.6)
  const [primary, accent] = luminance(main.rgb) < luminance(other) ? [main.rgb, other] : [other, main.rgb]
  return { primary: format(primary), accent: format(accent) }
}
