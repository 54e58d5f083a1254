import { readFileSync } from 'node:fs'
import type { Import } from './imports.ts'
import { isAmong, owners } from './owners.ts'

/** Why the file may not import this, or undefined when it may. */
type Rule = (file: string, imported: Import) => string | undefined

/** What both sides read of the modules and the kit: declarations, rules and contracts. */
const bothSides = /^src\/(model\/|kit\/contract\/|modules\/(contract\.ts$|imports\/|[^/]+\/(model|rules|contract)\.ts$))/
const partOf = (path: string) => {
  if (bothSides.test(path)) return 'both'
  if (/^src\/(app|features|kit|modules)\//.test(path)) return 'server'
  return /^src\/(shared|server|web)\//.exec(path)?.[1] ?? (path.startsWith('simulators/') ? 'simulators' : undefined)
}
const moduleOf = (path: string) => /^src\/(?:modules|features)\/([^/]+)\//.exec(path)?.[1]
const featureOf = (path: string) => /^src\/web\/features\/([^/]+)/.exec(path)?.[1]
/** Test support lives in folders of this name: src/server/testing for all, one beside a part for its own tests. */
const isInTesting = (path: string) => /(^|\/)testing\//.test(path)

/** Tests, and what only tests use. */
const isTest = (path: string): boolean => /\.(test|fixture)\.tsx?$/.test(path) || isInTesting(path)

const sharedStandsAlone: Rule = (file, { target, isPackage }) => {
  if (partOf(file) !== 'shared') return
  if (!isPackage) return partOf(target) === 'shared' ? undefined : 'shared imports nothing from outside shared'
  // Which module may use the data of address formats is a matter of owners.ts.
  const allowed = ['zod', 'localized-address-format', ...(isTest(file) ? ['vitest', 'fast-check'] : [])]
  return allowed.includes(target) ? undefined : 'shared imports no package but zod and data of address formats, and nothing of Node'
}

const declarationsStandAlone: Rule = (file, { target, isPackage }) => {
  if (partOf(file) !== 'both') return
  if (!isPackage) return ['shared', 'both'].includes(partOf(target) ?? '') ? undefined : 'what both sides read imports nothing of one side'
  if (isTest(file)) return
  const isModel = /^src\/model\/|\/model\.ts$/.test(file)
  if (isModel) return 'a model imports no package: pages that only list records start without zod'
  return target === 'zod' ? undefined : 'what both sides read imports no package but zod'
}

/** A module imports earlier ones only, in the order in which the server lists them: 'credit-notes' stands there as `creditNotesModule`. */
const listed = [...readFileSync('src/app/modules.ts', 'utf8').matchAll(/^ {2}(\w+)Module,$/gm)].map(([, name]) =>
  name!.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
)
/** The API documentation is made of all of them. */
const moduleOrder = [...listed, 'api-docs']
const modulesFollowTheirOrder: Rule = (file, { target }) => {
  const [from, to] = [moduleOf(file), moduleOf(target)]
  if (!from || !to || from === to || isTest(file)) return
  const [at, before] = [moduleOrder.indexOf(from), moduleOrder.indexOf(to)]
  if (before < 0 || before > at) return `${from} comes before ${to} in the order of the modules`
  return /^src\/features\/|\/(model|rules|contract|server|docs)\.ts$/.test(target)
    ? undefined
    : 'a module is imported by its model, rules, contract or server'
}

const partsStayApart: Rule = (file, { target, isPackage }) => {
  const [from, to] = [partOf(file), partOf(target)]
  if (from === 'web' && to === 'server') return 'web never imports server, not even types'
  if (from === 'server' && to === 'web') return 'server never imports web, not even types'
  if (from === 'web' && isPackage && target.startsWith('node:') && !isTest(file)) return 'web runs in a browser and imports nothing of Node'
  return undefined
}

const featuresStayApart: Rule = (file, { target }) => {
  const [from, to] = [featureOf(file), featureOf(target)]
  return from && to && from !== to ? 'a feature of the web never imports another feature: let a page compose both' : undefined
}

/** [folders] never import [folders], and why. */
const oneWay: [string[], string[], string][] = [
  [['src/server/platform/'], ['src/features/'], 'the platform knows no feature'],
  [['src/server/platform/'], ['src/server/domain/'], 'the platform knows nothing of the domain'],
  [['src/server/platform/'], ['src/server/operations/'], 'the platform knows no operations'],
  [['src/server/domain/'], ['src/features/'], 'the domain knows no feature'],
  [['src/server/domain/'], ['src/server/providers/'], 'the domain knows providers by its own interface only'],
  [['src/server/providers/'], ['src/features/'], 'providers know no feature'],
  [
    ['src/features/', 'src/server/domain/', 'src/server/providers/', 'src/server/platform/', 'src/server/operations/', 'src/app/app.ts'],
    ['simulators/'],
    'the product does not know whether it talks to a simulator: only start.ts starts them',
  ],
  [['src/web/'], ['simulators/'], 'web never imports simulators'],
  [
    ['src/web/ui/', 'src/web/kit/', 'src/web/entity/', 'src/web/lib/', 'src/web/documents/', 'src/web/service-worker/'],
    ['src/web/features/'],
    'ui, kit, entity, lib, documents and the service worker know no feature',
  ],
  [['src/web/ui/'], ['src/web/kit/', 'src/web/entity/', 'src/web/documents/'], 'ui knows no record'],
  [['src/web/kit/'], ['src/web/entity/', 'src/web/documents/'], 'the kit knows no record'],
]
const foldersPointOneWay: Rule = (file, { target }) =>
  isTest(file) ? undefined : oneWay.find(([from, to]) => isAmong(file, from) && isAmong(target, to))?.[2]

const vendorsHaveOneOwner: Rule = (file, { target, isPackage }) => {
  if (!isPackage || isTest(file) || !partOf(file)) return
  const owner = owners.find(({ packages }) => isAmong(target, packages))
  return owner && !isAmong(file, owner.allowed) ? `only ${owner.allowed.join(', ')} may import ${target}` : undefined
}

const testsStayOut: Rule = (file, { target }) =>
  partOf(file) && !isTest(file) && isTest(target) ? 'production code never imports tests' : undefined

const noClimbing: Rule = (file, { written }) =>
  partOf(file) && written.startsWith('../') ? 'beyond the own folder, import by #shared, #server, #web or #simulators' : undefined

const rules = [
  sharedStandsAlone,
  declarationsStandAlone,
  modulesFollowTheirOrder,
  partsStayApart,
  featuresStayApart,
  foldersPointOneWay,
  vendorsHaveOneOwner,
  testsStayOut,
  noClimbing,
]

/** One sentence for every import that the walls forbid. */
export const forbidden = (file: string, imports: readonly Import[]): string[] =>
  imports.flatMap((imported) =>
    rules.flatMap((rule) => {
      const why = rule(file, imported)
      return why ? [`imports '${imported.written}': ${why}`] : []
    }),
  )

type Files = ReadonlyMap<string, readonly Import[]>

/** Every import of one file of the product (or the simulators) by another, tests left out. */
const listEdges = (files: Files) =>
  [...files].flatMap(([from, imports]) =>
    partOf(from) && !isTest(from)
      ? imports.flatMap(({ target }) => (files.has(target) && !isTest(target) ? [{ from, to: target }] : []))
      : [],
  )

/** The folders between which an import goes: the two that hold the files, and the two where their paths part. */
const foldersOf = ({ from, to }: { from: string; to: string }): [string, string][] => {
  const [a, b] = [from.split('/'), to.split('/')]
  let at = 0
  while (a[at] === b[at]) at++
  const apart: [string, string] = [a.slice(0, at + 1).join('/'), b.slice(0, at + 1).join('/')]
  const own: [string, string] = [a.slice(0, -1).join('/'), b.slice(0, -1).join('/')]
  return [own, ...(at < a.length - 1 && at < b.length - 1 ? [apart] : [])].filter(([x, y]) => x !== y)
}

/** Pairs of folders that import each other, at any depth, types included: 'src/web/app <-> src/web/ui (file, file)'. */
export const listTwoWayFolders = (files: Files): string[] => {
  const firstFile = new Map<string, string>()
  for (const edge of listEdges(files))
    for (const [a, b] of foldersOf(edge)) firstFile.set(`${a} ${b}`, firstFile.get(`${a} ${b}`) ?? edge.from)
  return [...firstFile].flatMap(([way, file]) => {
    const [from, to] = way.split(' ') as [string, string]
    const back = firstFile.get(`${to} ${from}`)
    return back && from < to ? [`${from} <-> ${to} (${file}, ${back})`] : []
  })
}

/** Groups of files that import each other in a circle, types included, each as 'file, file'. */
export const listCircles = (files: Files): string[] => {
  const next = new Map<string, string[]>()
  for (const { from, to } of listEdges(files)) next.set(from, [...(next.get(from) ?? []), to])
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[] = []
  const visit = (file: string) => {
    index.set(file, index.size)
    lowest.set(file, index.get(file)!)
    stack.push(file)
    for (const other of next.get(file) ?? []) {
      if (!index.has(other)) visit(other)
      if (stack.includes(other)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(other)!))
    }
    if (lowest.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) circles.push(group.sort().join(', '))
  }
  for (const file of next.keys()) if (!index.has(file)) visit(file)
  return circles
}

/** Longer than this, a file is more than one thing. */
export const longestFile = 350
export const tooLong = (source: string): string[] => {
  const lines = source.replace(/\n$/, '').split('\n').length
  return lines > longestFile ? [`has ${lines} lines; above ${longestFile} it is more than one thing`] : []
}
