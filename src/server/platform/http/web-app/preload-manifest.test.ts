import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPreloadLinks } from './preload-manifest.ts'

const folder = () => {
  const dist = mkdtempSync(join(tmpdir(), 'billfold-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  return dist
}

/** The scripts that a page names, without folder and ending. */
const named = (html: string) => [...html.matchAll(/modulepreload" crossorigin href="\/assets\/(\S+)\.js"/g)].map(([, name]) => name)

test('a page names the scripts that it begins with, each once, and the letters after them', () => {
  const dist = folder()
  const parts = ['main', 'app', 'shell', 'dashboard-page', 'invoices-page', 'customers-page', 'customer-page', 'landing-page', 'pay-page']
  const lists = Object.fromEntries([...parts, 'review-estimate-page'].map((part) => [part, ['assets/react.js', `assets/${part}.js`]]))
  writeFileSync(join(dist, 'preload-manifest.json'), JSON.stringify({ ...lists, fonts: ['assets/inter.woff2'] }))
  const links = createPreloadLinks(dist)

  expect(named(links('/', true))).toEqual(['react', 'main', 'app', 'shell', 'dashboard-page'])
  expect(named(links('/dashboard/', true))).toEqual(['react', 'main', 'app', 'shell', 'dashboard-page'])
  expect(named(links('/invoices/5', true))).toEqual(['react', 'main', 'app', 'shell', 'invoices-page'])
  expect(named(links('/customers', true))).toContain('customers-page')
  expect(named(links('/customers/5', true))).toEqual(['react', 'main', 'app', 'shell', 'customer-page'])
  expect(named(links('/', false))).toEqual(['react', 'main', 'landing-page'])
  for (const signedIn of [true, false]) {
    expect(named(links('/pay-invoice/AAAA', signedIn))).toEqual(['react', 'main', 'pay-page'])
    expect(named(links('/review-estimate/AAAA', signedIn))).toEqual(['react', 'main', 'app', 'review-estimate-page'])
  }
  // What the build doesn't know has no file of its own to name, whatever the address says.
  expect(named(links('/"><script>', true))).toEqual(['react', 'main', 'app', 'shell'])
  expect(links('/__proto__', true)).not.toContain('object')
  expect(links('/', true)).toMatch(/<link rel="preload" as="font" [^>]*fetchpriority="low" href="\/assets\/inter\.woff2">$/)
})

test('without the build’s list a page names nothing, and works as before', () => {
  expect(createPreloadLinks(folder())('/', true)).toBe('')
})
