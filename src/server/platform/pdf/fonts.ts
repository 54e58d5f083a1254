import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ownFolder = join(import.meta.dirname, 'fonts')
/** Japanese and Chinese characters come from an installed package: 5.5 MB a weight is too much to carry along. */
const japanesePackage = '@expo-google-fonts/noto-sans-jp'
const japaneseFiles = ['400Regular/NotoSansJP_400Regular.ttf', '700Bold/NotoSansJP_700Bold.ttf']

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

const japaneseFonts = () => {
  try {
    const root = dirname(fileURLToPath(import.meta.resolve(`${japanesePackage}/package.json`)))
    return japaneseFiles.map((file) => join(root, file)).filter((file) => sizeOf(file) > 0)
  } catch {
    return []
  }
}

/** Absolute paths of every font that papers are set in, in a fixed order. The Japanese ones are absent where their package is. */
export const fontFiles = (): string[] => [
  ...readdirSync(ownFolder)
    .filter((name) => name.endsWith('.ttf'))
    .sort()
    .map((name) => join(ownFolder, name)),
  ...japaneseFonts(),
]

/** Changes when a font is added, removed or replaced; for keys of caches. */
export const fontsVersion = (): string =>
  fontFiles()
    .map((file) => `${basename(file)}:${sizeOf(file)}`)
    .join(' ')
