import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ownFolder = join(import.meta.dirname, 'fonts')
/**
 * Chinese, Japanese and Korean characters come from installed packages: about 5 MB a weight are too much to carry along. One that is not
 * installed is passed over; the first that has a character draws it.
 */
const eastAsian = [
  { family: 'Noto Sans JP', packageName: '@expo-google-fonts/noto-sans-jp', file: 'NotoSansJP' },
  { family: 'Noto Sans SC', packageName: '@expo-google-fonts/noto-sans-sc', file: 'NotoSansSC' },
  { family: 'Noto Sans KR', packageName: '@expo-google-fonts/noto-sans-kr', file: 'NotoSansKR' },
]
const ownFallbacks = ['Inter', 'Vazirmatn', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Noto Sans Thai']

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

const weightsOf = ({ packageName, file }: (typeof eastAsian)[number]) => {
  try {
    const root = dirname(fileURLToPath(import.meta.resolve(`${packageName}/package.json`)))
    return ['400Regular', '700Bold'].map((weight) => join(root, weight, `${file}_${weight}.ttf`)).filter((path) => sizeOf(path) > 0)
  } catch {
    return []
  }
}

/** Whose shapes of the characters that the three share come first in a paper of that language; elsewhere the Japanese ones do. */
const ownHan: Record<string, string> = { zh: 'Noto Sans SC', ko: 'Noto Sans KR' }

/**
 * By language, and under 'other' for all the rest: families to look in, one after the other, for what a theme's own font lacks. Only such as are
 * there: an unknown one is a warning.
 */
export const getFallbackFamilies = (): Record<string, string[]> => {
  const han = eastAsian.filter((font) => weightsOf(font).length > 0).map(({ family }) => family)
  const list = (first?: string) => [
    ...ownFallbacks,
    ...han.filter((family) => family === first),
    ...han.filter((family) => family !== first),
    'Noto Emoji',
  ]
  return { ...Object.fromEntries(Object.entries(ownHan).map(([language, family]) => [language, list(family)])), other: list() }
}

/** Absolute paths of every font that papers are set in, in a fixed order. The East Asian ones are absent where their package is. */
export const listFontFiles = (): string[] => [
  ...readdirSync(ownFolder)
    .filter((name) => name.endsWith('.ttf'))
    .sort()
    .map((name) => join(ownFolder, name)),
  ...eastAsian.flatMap(weightsOf),
]

/** Changes when a font is added, removed or replaced; for keys of caches. */
export const getFontsVersion = (): string =>
  listFontFiles()
    .map((file) => `${basename(file)}:${sizeOf(file)}`)
    .join(' ')
