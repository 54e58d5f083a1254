import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsSignIn } from '../src/shared/paths.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
type Packages = { dependencies: Record<string, string>; devDependencies: Record<string, string> }
const web = JSON.parse(read('package.json')) as Packages
const native = JSON.parse(read('native/package.json')) as Packages
const ofCapacitor = ({ dependencies, devDependencies }: Packages) =>
  Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => name.startsWith('@capacitor/'))

test('the web app and the native shells use the same versions of the bridge', () => {
  const shells = new Map(ofCapacitor(native))
  expect(ofCapacitor(web).length).toBeGreaterThan(5)
  for (const [name, version] of ofCapacitor(web)) expect([name, shells.get(name)]).toEqual([name, version])
  for (const [name, version] of shells) expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)])
  expect(shells.get('@capacitor/ios')).toBe(shells.get('@capacitor/core'))
  expect(shells.get('@capacitor/cli')).toBe(shells.get('@capacitor/core'))
})

test('both native projects have every plugin that the web app calls', () => {
  const called = globSync('src/web/lib/native/*.ts', { cwd: root })
    .flatMap((file) => [...read(file).matchAll(/from '@capacitor\/([\w-]+)'/g)].map((found) => found[1]!))
    .filter((name) => name !== 'core')
  expect(new Set(called).size).toBeGreaterThan(5)
  for (const name of called) {
    expect(read('native/android/capacitor.settings.gradle')).toContain(`node_modules/@capacitor/${name}/android`)
    expect(read('native/ios/App/CapApp-SPM/Package.swift')).toContain(`node_modules/@capacitor/${name}"`)
  }
})

test('only links to signed-in pages open the app; customers’ pages open in the browser', () => {
  const manifest = read('native/android/app/src/main/AndroidManifest.xml')
  const paths = [...manifest.matchAll(/<data android:path(?:Prefix)?="([^"]+)"/g)].map((found) => found[1]!)
  expect(paths).toContain('/invoices')
  for (const path of paths) expect([path, needsSignIn(path)]).toEqual([path, true])
})
