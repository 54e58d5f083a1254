import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPreloadLinks } from './preload-manifest.ts'

const createDist = () => {
  const dist = mkdtempSync(join(tmpdir(), 'billfold-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  return dist
}

/** The names of the preloaded scripts, without folder and extension. */
const listScripts = (html: string) => [...html.matchAll(/modulepreload" crossorigin href="\/assets\/(\S+)\.js"/g)].map(([, name]) => name)

test('a page preloads the scripts it needs first, each once, and fonts after them', () => {
  const dist = createDist()
  const entries = ['main', 'app', 'shell', 'dashboard-page', 'invoices-page', 'customers-page', 'customer-page', 'pay-page']
  const manifest = Object.fromEntries(
    [...entries, 'review-estimate-page'].map((entry) => [entry, ['assets/react.js', `assets/${entry}.js`]]),
  )
  writeFileSync(
    join(dist, 'preload-manifest.json'),
    JSON.stringify({ ...manifest, landing: ['assets/visitor.js'], fonts: ['assets/inter.woff2'] }),
  )
  const links = createPreloadLinks(dist)

  expect(listScripts(links('/', true))).toEqual(['react', 'main', 'app', 'shell', 'dashboard-page'])
  expect(listScripts(links('/dashboard/', true))).toEqual(['react', 'main', 'app', 'shell', 'dashboard-page'])
  expect(listScripts(links('/invoices/5', true))).toEqual(['react', 'main', 'app', 'shell', 'invoices-page'])
  expect(listScripts(links('/customers', true))).toContain('customers-page')
  expect(listScripts(links('/customers/5', true))).toEqual(['react', 'main', 'app', 'shell', 'customer-page'])
  expect(listScripts(links('/', false))).toEqual(['visitor'])
  for (const signedIn of [true, false]) {
    expect(listScripts(links('/pay-invoice/AAAA', signedIn))).toEqual(['react', 'main', 'pay-page'])
    expect(listScripts(links('/review-estimate/AAAA', signedIn))).toEqual(['react', 'main', 'app', 'review-estimate-page'])
  }
  // Paths that are not in the manifest add nothing.
  expect(listScripts(links('/"><script>', true))).toEqual(['react', 'main', 'app', 'shell'])
  expect(links('/__proto__', true)).not.toContain('object')
  expect(links('/', true)).toMatch(/<link rel="preload" as="font" [^>]*fetchpriority="low" href="\/assets\/inter\.woff2">$/)
})

test('without a manifest nothing is preloaded', () => {
  expect(createPreloadLinks(createDist())('/', true)).toBe('')
})
