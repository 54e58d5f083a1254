/** The part of the bundler's module information that is used here. */
type Module = { code: string | null; importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
type Bundler = { getModuleInfo: (id: string) => Module | null }

/** Packages with a barrel file that exports all of their modules; an import of one name does not need the others. */
const barrels = [
  { name: 'lucide-react', isBarrel: (id: string) => id.endsWith('/lucide-react/dist/esm/lucide-react.mjs') },
  { name: 'radix-ui', isBarrel: (id: string) => id.endsWith('/radix-ui/dist/index.mjs') },
]

/** `{ Plus, X as Close }` -> ['Plus', 'X'] */
const namesIn = (list: string) => list.split(',').flatMap((part) => /^\s*([\w$]+)/.exec(part)?.[1] ?? [])

/** The names that a module imports from a package. */
const listImportedNames = (code: string, packageName: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(([, list, from]) =>
    from === packageName ? namesIn(list!) : [],
  )

/** The module behind each name of a barrel: `export { default as X } from './icons/x.mjs'`, or `import * as X from '@radix-ui/react-x'`. */
const resolveBarrelNames = ({ code, importedIds }: Pick<Module, 'code' | 'importedIds'>): Map<string, string> => {
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

/** Reads the import graph. `all` are the modules that `entry` leads to, `lazy` those that are loaded dynamically. */
export const createReader = (bundler: Bundler, entry: string) => {
  const namesByBarrel = new Map<string, Map<string, string>>()
  /** The modules that a module imports; barrels are resolved. */
  const importsOf = (code: string | null, importedIds: readonly string[]): string[] =>
    importedIds.flatMap((id) => {
      const barrel = barrels.find(({ isBarrel }) => isBarrel(id))
      const module = barrel && bundler.getModuleInfo(id)
      if (!barrel || !module) return [id]
      const files = namesByBarrel.get(id) ?? resolveBarrelNames({ code: module.code, importedIds: [...module.importedIds] })
      namesByBarrel.set(id, files)
      const imported = listImportedNames(code ?? '', barrel.name).map((name) => files.get(name))
      // If a name cannot be resolved, the whole barrel counts as imported.
      return imported.length === 0 || imported.includes(undefined) ? [id] : (imported as string[])
    })

  const imports = new Map<string, readonly string[]>()
  const lazy = new Set<string>()
  const walk = (id: string) => {
    if (imports.has(id)) return
    const module = bundler.getModuleInfo(id)
    // The bundler reuses the returned object, so its lists are copied.
    const later = [...(module?.dynamicallyImportedIds ?? [])]
    const now = module ? importsOf(module.code, [...module.importedIds]) : []
    imports.set(id, now)
    for (const next of later) lazy.add(next)
    for (const next of [...now, ...later]) walk(next)
  }
  walk(entry)

  /** The given modules and all that are loaded together with them. */
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
