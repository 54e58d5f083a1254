import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../src/shared/contract/endpoints/', import.meta.url))
const files = globSync(['*.ts', '../../../modules/*/model.ts'], { cwd: root })

test('the tables of endpoints load no schemas: pages that only list records start without zod', () => {
  const rules = ['credit-note-rules.ts', 'estimate-rules.ts', 'invoice-rules.ts']
  const allowed = [
    '#shared/endpoint-address.ts',
    './api-paths.ts',
    './documents.ts',
    '#shared/record-types.ts',
    ...rules.map((rule) => `#shared/${rule}`),
  ]
  const allowedToRules = ['./dates.ts', './document-status.ts', './invoice-rules.ts', './money.ts']
  const refuseOthers = (file: string, allowedHere: readonly string[]) => {
    const imported = [...readFileSync(root + file, 'utf8').matchAll(/from '([^']+)'/g)].map((match) => match[1]!)
    expect([file, imported.filter((path) => !allowedHere.includes(path))]).toEqual([file, []])
  }
  // What models import, test/boundaries.test.ts holds.
  for (const file of files.filter((each) => !each.endsWith('/model.ts'))) refuseOthers(file, allowed)
  // The rules of actions stand in the tables.
  for (const rule of rules) refuseOthers(`../../${rule}`, allowedToRules)
})

test('each method and path stands in one table', async () => {
  const tables = await Promise.all(files.map((file) => import(root + file) as Promise<Record<string, object>>))
  const addresses = tables
    .flatMap((table) => Object.entries(table))
    .flatMap(([name, table]) => (name.endsWith('Model') ? [] : Object.values(table)))
    .filter((address): address is { method: string; path: string } => typeof address === 'object' && 'method' in address)
    .map(({ method, path }) => `${method} ${path}`)
  expect(addresses.length).toBeGreaterThan(100)
  expect(addresses).toEqual([...new Set(addresses)])
})
