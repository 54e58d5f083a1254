import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One place of a package in package-lock.json. */
export type Locked = { version: string; resolved?: string; integrity?: string; dev?: boolean; hasInstallScript?: boolean; link?: boolean }

type Component = { 'bom-ref': string; name: string; group?: string; version: string; hashes?: { alg: string; content: string }[] }
export type Bom = {
  bomFormat: string
  specVersion: string
  metadata: { component: { name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** All packages of the lock file but the project itself, by the place where they lie. */
export const readLockedPackages = (root: string): Map<string, Locked> => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  return new Map(Object.entries(packages).filter(([place]) => place !== ''))
}

/** 'node_modules/a/node_modules/@b/c' -> '@b/c' */
export const getPackageName = (place: string): string => place.split('node_modules/').at(-1)!

/** '@b/c@1.2.3' of every package that comes with an installation for production. */
export const getProductionPackages = (packages: ReadonlyMap<string, Locked>): Set<string> =>
  new Set([...packages].filter(([, { dev }]) => !dev).map(([place, { version }]) => `${getPackageName(place)}@${version}`))

/**
 * What Billfold is made of when it runs, in CycloneDX. npm lists everything, and the lock file says what is for development alone: npm's own
 * `--omit dev` also leaves out what both need.
 * @param root the project's folder
 * @throws Error when npm can't read the lock file
 */
export const buildBillOfMaterials = (root: string): Bom => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const bom = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576 })) as Bom
  const wanted = getProductionPackages(readLockedPackages(root))
  const own = bom.dependencies[0]!.ref
  const isKept = (ref: string) => ref === own || wanted.has(ref)
  return {
    ...bom,
    // npm calls the project by the name of its folder.
    metadata: { ...bom.metadata, component: { ...bom.metadata.component, name: 'billfold' } },
    components: bom.components.filter((component) => wanted.has(component['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  }
}
