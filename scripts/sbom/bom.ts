import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of package-lock.json. */
export type Locked = { version: string; resolved?: string; integrity?: string; dev?: boolean; hasInstallScript?: boolean; link?: boolean }

type Component = { 'bom-ref': string; name: string; group?: string; version: string; hashes?: { alg: string; content: string }[] }
export type Bom = {
  bomFormat: string
  specVersion: string
  metadata: { component: { name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** All packages of the lock file, except the project itself, by path. */
export const readLockedPackages = (root: string): Map<string, Locked> => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  return new Map(Object.entries(packages).filter(([path]) => path !== ''))
}

/** 'node_modules/a/node_modules/@b/c' -> '@b/c' */
export const getPackageName = (path: string): string => path.split('node_modules/').at(-1)!

/** '@b/c@1.2.3' of every production package. */
export const getProductionPackages = (packages: ReadonlyMap<string, Locked>): Set<string> =>
  new Set([...packages].filter(([, { dev }]) => !dev).map(([path, { version }]) => `${getPackageName(path)}@${version}`))

/**
 * The production packages in CycloneDX. npm lists all packages, and the lock file tells which are for development only: npm's own
 * `--omit dev` also omits packages that both need.
 * @param root the project's folder
 * @throws Error when npm cannot read the lock file
 */
export const buildBillOfMaterials = (root: string): Bom => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const bom = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576 })) as Bom
  const production = getProductionPackages(readLockedPackages(root))
  const own = bom.dependencies[0]!.ref
  const isListed = (ref: string) => ref === own || production.has(ref)
  return {
    ...bom,
    // npm names the project after its folder.
    metadata: { ...bom.metadata, component: { ...bom.metadata.component, name: 'billfold' } },
    components: bom.components.filter((component) => production.has(component['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => isListed(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isListed) })),
  }
}
