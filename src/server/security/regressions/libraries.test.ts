import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Advisories about libraries: the installed versions are newer than those affected, or the library is not installed.

type Entry = { version?: string; dev?: boolean; optional?: boolean; resolved?: string }
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
/** Every installed copy of a package. */
const copies = (name: string) => Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
const numbers = (version = '') => version.split(/[.-]/).slice(0, 3).map(Number)
const isAtLeast = (version: string | undefined, least: string) => {
  const [a, b] = [numbers(version), numbers(least)]
  const differs = a.findIndex((part, i) => part !== b[i])
  return differs < 0 || a[differs]! > b[differs]!
}

test('versions are compared by number', () => {
  expect(['10.6.0', '9.1.1', '9.10.0'].map((version) => isAtLeast(version, '9.1.1'))).toEqual([true, true, true])
  expect(['9.1.0', '8.9.9', '7.0.10'].map((version) => isAtLeast(version, '9.1.1'))).toEqual([false, false, false])
})

test.each([
  ['CVE-2026-39356', 'drizzle-orm', '0.45.2', 'names of columns can’t be broken out of'],
  ['GHSA-mm7p-fcc7-pg87', 'nodemailer', '7.0.7', 'mail goes to the domain that was written'],
  ['CVE-2025-14874', 'nodemailer', '7.0.11', 'an address can’t keep the server busy'],
  ['GHSA-c7w3-x93f-qmm8', 'nodemailer', '8.0.5', 'no line break adds a command to SMTP'],
  ['GHSA-vvjj-xcjg-gr5g', 'nodemailer', '8.0.5', 'no line break adds a line to a message'],
  ['nodemailer 9.1.1', 'nodemailer', '9.1.1', 'a raw message reads no file and fetches nothing'],
])('%s: %s is %s or later: %s', (_id, name, least) => {
  const found = copies(name)
  expect(found.length).toBeGreaterThan(0)
  for (const [path, { version }] of found) expect([path, version, isAtLeast(version, least)]).toEqual([path, version, true])
})

test('CVE-2026-26801, TaxHacker issue 186: production has no engine that renders PDFs from HTML or fetches pictures for them', () => {
  const engines =
    /(^|\/)(pdfmake|@react-pdf\/.+|puppeteer(-core)?|playwright(-core)?|html-pdf.*|wkhtmltopdf|mpdf|jspdf|pdfkit|phantomjs.*)$/
  const inProduction = Object.entries(packages).filter(([path, { dev }]) => !dev && engines.test(path.replace(/^.*node_modules\//, '')))
  expect(inProduction.map(([path]) => path)).toEqual([])
})

test('CVE-2024-55555, Invoice Ninja issue 5909: production has no package that deserializes objects from input', () => {
  const risky = /(^|\/)(node-serialize|serialize-to-js|funcster|cryo|vm2|eval|xml2js|libxmljs\d*|fast-xml-parser|xmldom|@xmldom\/xmldom)$/
  const inProduction = Object.entries(packages).filter(([path, { dev }]) => !dev && risky.test(path.replace(/^.*node_modules\//, '')))
  expect(inProduction.map(([path]) => path)).toEqual([])
})
