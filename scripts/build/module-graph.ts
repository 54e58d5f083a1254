/** What the bundler knows of a module, as far as it matters here. */
type Module = { code: string | null; importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
type Bundler = { getModuleInfo: (id: string) => Module | null }

/** Packages whose one door leads to all of their pieces; who comes for one doesn't need the others. */
const doors = [
  { name: 'lucide-react', isDoor: (id: string) => id.endsWith('/lucide-react/dist/esm/lucide-react.mjs') },
  { name: 'radix-ui', isDoor: (id: string) => id.endsWith('/radix-ui/dist/index.mjs') },
]

/** `{ Plus, X as Close }` -> ['Plus', 'X'] */
const namesIn = (list: string) => list.split(',').flatMap((part) => /^\s*([\w$]+)/.exec(part)?.[1] ?? [])

/** What a module takes from a package by name. */
const takenFrom = (code: string, packageName: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(([, list, from]) =>
    from === packageName ? namesIn(list!) : [],
  )

/** The file behind each name of a door: `export { default as X } from './icons/x.mjs'`, or `import * as X from '@radix-ui/react-x'`. */
const filesBehind = ({ code, importedIds }: Pick<Module, 'code' | 'importedIds'>): Map<string, string> => {
  const files = new Map<string, string>()
  const note = (name: string, from: string) => {
    const path = from.startsWith('./') ? from.slice(1) : `/${from}/`
    const id = importedIds.find((each) => each.includes(path))
    if (id) files.set(name, id)
  }
  for (const [, list, from] of (code ?? '').matchAll(/export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g))
    for (const part of list!.split(',')) note(/([\w$]+)\s*$/.exec(part)?.[1] ?? '', from!)
  for (const [, name, from] of (code ?? '').matchAll(/import\s*\*\s*as\s+([\w$]+)\s+from\s*["']([^"']+)["']/g)) note(name!, from!)
  return files
}

/** Reads which modules need which. `all` are those that `begin` leads to, `lazy` those that are fetched on demand. */
export const createReader = (bundler: Bundler, begin: string) => {
  const behind = new Map<string, Map<string, string>>()
  /** What a module imports, through the doors that it comes by. */
  const importsOf = (code: string | null, importedIds: readonly string[]): string[] =>
    importedIds.flatMap((id) => {
      const door = doors.find(({ isDoor }) => isDoor(id))
      const module = door && bundler.getModuleInfo(id)
      if (!door || !module) return [id]
      const files = behind.get(id) ?? filesBehind({ code: module.code, importedIds: [...module.importedIds] })
      behind.set(id, files)
      const taken = takenFrom(code ?? '', door.name).map((name) => files.get(name))
      // Whoever takes something that isn't found gets all of it.
      return taken.length === 0 || taken.includes(undefined) ? [id] : (taken as string[])
    })

  const imports = new Map<string, readonly string[]>()
  const lazy = new Set<string>()
  const walk = (id: string) => {
    if (imports.has(id)) return
    const module = bundler.getModuleInfo(id)
    // The bundler uses its answer again for the next: what is kept has to be a copy.
    const later = [...(module?.dynamicallyImportedIds ?? [])]
    const now = module ? importsOf(module.code, [...module.importedIds]) : []
    imports.set(id, now)
    for (const next of later) lazy.add(next)
    for (const next of [...now, ...later]) walk(next)
  }
  walk(begin)

  /** These modules, and all that is fetched together with them. */
  const needs = (roots: readonly string[]): ReadonlySet<string> => {
    const seen = new Set<string>()
    const go = (id: string) => {
      if (seen.has(id)) return
      seen.add(id)
      for (const next of imports.get(id) ?? []) go(next)
    }
    for (const root of roots) go(root)
    return seen
  }
  return { all: new Set(imports.keys()) as ReadonlySet<string>, lazy: lazy as ReadonlySet<string>, needs }
}
