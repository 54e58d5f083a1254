import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../src/shared/contract/endpoints/', import.meta.url))
const files = globSync(['*.ts', '../../../modules/*/model.ts'], { cwd: root })

test('the tables of endpoints load no schemas: pages that only list records start without zod', () => {
  const allowed = ['#shared/endpoint-address.ts', './api-paths.ts', './documents.ts', '#shared/record-types.ts']
  // What models import, test/boundaries.test.ts holds.
  for (const file of files.filter((each) => !each.endsWith('/model.ts'))) {
    const imported = [...readFileSync(root + file, 'utf8').matchAll(/from '([^']+)'/g)].map((match) => match[1]!)
    expect([file, imported.filter((path) => !allowed.includes(path))]).toEqual([file, []])
  }
})

test('each method and path stands in one table', async () => {
  const tables = await Promise.all(files.map((file) => import(root + file) as Promise<Record<string, object>>))
  const addresses = tables
    .flatMap((table) => Object.entries(table))
    .flatMap(([name, table]) => (name.endsWith('Model') ? [] : Object.values(table)))
    .filter((address): address is { method: string; path: string } => typeof address === 'object')
    .map(({ method, path }) => `${method} ${path}`)
  expect(addresses.length).toBeGreaterThan(100)
  expect(addresses).toEqual([...new Set(addresses)])
})
