import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { limits } from './rate-limits.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

const listEndpoints = async () => {
  const files = globSync(['shared/contract/*.ts', 'modules/*/contract.ts'], { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((file) => import(root + file) as Promise<Record<string, unknown>>))
  return modules.flatMap((exported) => Object.values(exported).flatMap((api) => Object.values(api ?? {}).filter(isEndpoint)))
}

test('what visitors can change is limited for each document, or counted by their address only', async () => {
  const endpoints = await listEndpoints()
  expect(endpoints.length).toBeGreaterThan(150)
  const unlimited = endpoints
    .filter(({ access, method }) => access === 'public' && method !== 'GET')
    .filter(({ limit }) => !limit || limits[limit].per !== 'document')
  // The first two belong to the owner's invoice, of which a visitor's request only asks how it stands; the others take a secret that works once.
  expect([...new Set(unlimited.map(({ method, path }) => `${method} ${path}`))].sort()).toEqual([
    'POST /api/invoices/:ref/create-payment',
    'POST /api/invoices/:ref/mark-paid',
    'POST /api/login/app',
    'POST /api/public/confirm-email',
  ])
})

test.each([
  ['emails', /\/(send-email|retry)$/],
  ['PDFs', /\/pdf$/],
  ['exports', /\/(export|download)$/],
])('%s of every kind of document and record are limited together', async (what, path) => {
  const all = (await listEndpoints()).filter((endpoint) => endpoint.access === 'user' && path.test(endpoint.path))
  expect(all.length).toBeGreaterThan(2)
  expect(all.filter(({ limit }) => limit !== what).map(({ path }) => path)).toEqual([])
})
