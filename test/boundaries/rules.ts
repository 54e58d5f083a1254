import type { Import } from './imports.ts'
import { isAmong, owners } from './owners.ts'

/** Why the file may not import this, or undefined when it may. */
type Rule = (file: string, imported: Import) => string | undefined

const wingOf = (path: string) => /^src\/(shared|server|web)\//.exec(path)?.[1]
const featureOf = (path: string) => /^src\/(?:server|web)\/features\/([^/]+)/.exec(path)?.[1]
/** The folder of src/server or src/web that a file belongs to, as 'src/server/platform'; undefined for files beside the folders. */
const folderOf = (path: string) => /^src\/(?:server|web)\/[^/]+(?=\/)/.exec(path)?.[0]
/** Harnesses live in folders of this name: src/server/testing for all, one beside a part for its own. */
const isInTesting = (path: string) => /^src\/(.*\/)?testing\//.test(path)

/** Tests, and what only tests use. */
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || isInTesting(path)

const sharedStandsAlone: Rule = (file, { target, isPackage }) => {
  if (wingOf(file) !== 'shared') return
  if (!isPackage) return wingOf(target) === 'shared' ? undefined : 'shared imports nothing from outside shared'
  const allowed = isTest(file) ? ['zod', 'vitest', 'fast-check'] : ['zod']
  return allowed.includes(target) ? undefined : 'shared imports no package but zod, and nothing of Node'
}

const wingsStayApart: Rule = (file, { target, isPackage }) => {
  const [from, to] = [wingOf(file), wingOf(target)]
  if (from === 'web' && to === 'server') return 'web never imports server, not even types'
  if (from === 'server' && to === 'web') return 'server never imports web, not even types'
  if (from === 'web' && isPackage && target.startsWith('node:') && !isTest(file)) return 'web runs in a browser and imports nothing of Node'
  return undefined
}

const featuresStayApart: Rule = (file, { target }) => {
  const [from, to] = [featureOf(file), featureOf(target)]
  return from && to && from !== to
    ? 'a feature never imports another feature: go through the platform, or hand a function over in app.ts'
    : undefined
}

/** [folders] never import [folders]. */
const oneWay: [string[], string[], string][] = [
  [['src/server/platform/'], ['src/server/features/', 'src/server/sandbox/'], 'the platform knows no feature and no sandbox'],
  [['src/server/providers/'], ['src/server/features/', 'src/server/sandbox/'], 'what talks to providers knows no feature and no sandbox'],
  [['src/server/papers/'], ['src/server/features/', 'src/server/sandbox/'], 'what papers share knows no feature and no sandbox'],
  [['src/server/books/'], ['src/server/features/', 'src/server/sandbox/'], 'the books know no feature and no sandbox'],
  [['src/server/platform/'], ['src/server/books/'], 'the platform knows no books'],
  [['src/server/platform/'], ['src/server/papers/'], 'the platform knows no papers'],
  [['src/server/features/'], ['src/server/sandbox/'], "a feature can't tell the sandbox from the real provider"],
  [
    [
      'src/web/ui/',
      'src/web/charts/',
      'src/web/entity/',
      'src/web/lib/',
      'src/web/paper/',
      'src/web/payments/',
      'src/web/pick/',
      'src/web/plans/',
      'src/web/public/',
    ],
    ['src/web/features/'],
    'ui, charts, entity, lib, paper, payments, pick, plans and public know no feature',
  ],
]
const foldersPointOneWay: Rule = (file, { target }) =>
  isTest(file) ? undefined : oneWay.find(([from, to]) => isAmong(file, from) && isAmong(target, to))?.[2]

const vendorsHaveOneOwner: Rule = (file, { target, isPackage }) => {
  if (!isPackage || isTest(file) || !wingOf(file)) return
  const owner = owners.find(({ packages }) => isAmong(target, packages))
  return owner && !isAmong(file, owner.allowed) ? `only ${owner.allowed.join(', ')} may import ${target}` : undefined
}

const testsStayOut: Rule = (file, { target }) =>
  wingOf(file) && !isTest(file) && isTest(target) ? 'production code never imports tests' : undefined

const noClimbing: Rule = (_file, { written }) =>
  written.startsWith('../../../') ? 'climb no further than two folders: use #shared, #server or #web' : undefined

const rules = [sharedStandsAlone, wingsStayApart, featuresStayApart, foldersPointOneWay, vendorsHaveOneOwner, testsStayOut, noClimbing]

/** One sentence for every import that the walls forbid. */
export const forbidden = (file: string, imports: readonly Import[]): string[] =>
  imports.flatMap((imported) =>
    rules.flatMap((rule) => {
      const why = rule(file, imported)
      return why ? [`imports '${imported.written}': ${why}`] : []
    }),
  )

/** Pairs of folders of src/server or src/web that import each other, as 'src/web/app <-> src/web/ui (file, file)'. Tests don't count. */
export const bothWays = (files: ReadonlyMap<string, readonly Import[]>): string[] => {
  const firstFile = new Map<string, string>()
  for (const [file, imports] of files)
    for (const { target } of imports) {
      const [from, to] = [folderOf(file), folderOf(target)]
      if (from && to && from !== to && !isTest(file)) firstFile.set(`${from} ${to}`, firstFile.get(`${from} ${to}`) ?? file)
    }
  return [...firstFile].flatMap(([way, file]) => {
    const [from, to] = way.split(' ') as [string, string]
    const back = firstFile.get(`${to} ${from}`)
    return back && from < to ? [`${from} <-> ${to} (${file}, ${back})`] : []
  })
}

/** Longer than this, a file is more than one thing. */
export const longestFile = 350
export const tooLong = (source: string): string[] => {
  const lines = source.replace(/\n$/, '').split('\n').length
  return lines > longestFile ? [`has ${lines} lines; above ${longestFile} it is more than one thing`] : []
}
