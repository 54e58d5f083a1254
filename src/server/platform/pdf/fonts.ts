import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ownFolder = fileURLToPath(import.meta.resolve('#server/platform/pdf/fonts'))
/** Optional npm packages, because they have about 5 MB per weight; those that are not installed are skipped. */
const eastAsian = [
  { family: 'Noto Sans JP', packageName: '@expo-google-fonts/noto-sans-jp', file: 'NotoSansJP' },
  { family: 'Noto Sans SC', packageName: '@expo-google-fonts/noto-sans-sc', file: 'NotoSansSC' },
  { family: 'Noto Sans KR', packageName: '@expo-google-fonts/noto-sans-kr', file: 'NotoSansKR' },
]
const ownFallbacks = ['Inter', 'Vazirmatn', 'Noto Sans Hebrew', 'Noto Sans Devanagari', 'Noto Sans Thai']

const getSize = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

const listWeights = ({ packageName, file }: (typeof eastAsian)[number]) => {
  try {
    const root = dirname(fileURLToPath(import.meta.resolve(`${packageName}/package.json`)))
    return ['400Regular', '700Bold'].map((weight) => join(root, weight, `${file}_${weight}.ttf`)).filter((path) => getSize(path) > 0)
  } catch {
    return []
  }
}

/** Variants of shared Han characters by a document's language; Japanese by default. */
const preferredHan: Record<string, string> = { zh: 'Noto Sans SC', ko: 'Noto Sans KR' }

/** By language, and under 'other'. Only families that are installed, because Typst warns about unknown ones. */
export const getFallbackFamilies = (): Record<string, string[]> => {
  const han = eastAsian.filter((font) => listWeights(font).length > 0).map(({ family }) => family)
  const list = (first?: string) => [
    ...ownFallbacks,
    ...han.filter((family) => family === first),
    ...han.filter((family) => family !== first),
    'Noto Emoji',
  ]
  return { ...Object.fromEntries(Object.entries(preferredHan).map(([language, family]) => [language, list(family)])), other: list() }
}

export const listFontFiles = (): string[] => [
  ...readdirSync(ownFolder)
    .filter((name) => name.endsWith('.ttf'))
    .sort()
    .map((name) => join(ownFolder, name)),
  ...eastAsian.flatMap(listWeights),
]

export const getFontsVersion = (): string =>
  listFontFiles()
    .map((file) => `${basename(file)}:${getSize(file)}`)
    .join(' ')
