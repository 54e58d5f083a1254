import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { ada, app, draft, dumpDatabase, sendRaw, sent, setUpRegressionApp } from './testing/fixture.ts'

// Advisories about files that could be read, included or deleted by their path.

const root = mkdtempSync(join(tmpdir(), 'billfold-site-'))
const dist = join(root, 'dist')
mkdirSync(join(dist, 'assets'), { recursive: true })
writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Billfold</title>')
writeFileSync(join(dist, 'assets', 'app-1234.js'), 'built()')
for (const name of ['secret.key', '.env', 'package.json']) writeFileSync(join(root, name), 'PLANTED-OUTSIDE')
writeFileSync(join(dist, '.htpasswd'), 'PLANTED-DOTFILE')
setUpRegressionApp({ dist })
afterAll(() => rmSync(root, { recursive: true }))

/** Known forms of path traversal. */
const up = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '....//',
  '..;/',
  '%252e%252e%252f',
  '..%c0%af',
  '.%00./',
  '%2e%2e%00/',
]
const wanted = ['secret.key', 'etc/passwd']
const leaks = /PLANTED|root:.*:0:0/

const climb = async (bases: string[]) => {
  for (const base of bases)
    for (const step of up)
      for (const file of wanted) {
        const path = `${base}${step.repeat(file.startsWith('etc') ? 12 : 2)}${file}`
        const { status, body, head } = await sendRaw(path)
        expect([path, leaks.test(body), head.includes('octet-stream')]).toEqual([path, false, false])
        expect([path, [200, 302, 400, 401, 403, 404, 414, 429].includes(status)]).toEqual([path, true])
        // A 200 is the app's own page, which is served for every path that is not a file.
        if (status === 200) expect([path, body]).toEqual([path, expect.stringContaining('<title>Billfold</title>')])
      }
}

test('CVE-2026-23491, GHSA-88gq-mv54-v3fc: encoded slashes and dots lead to no file outside the built app', () => climb(['/', '/assets/']))

test('IDURAR issue 403: path traversal in downloads leads nowhere', () =>
  climb(['/objects/logos/', '/api/objects/uploads/', '/api/receipts/']))

test('GHSA-9248-qccw-7x7j: an absolute path, a drive or a scheme in the URL reads no file', async () => {
  for (const path of ['//etc/passwd', '/file:///etc/passwd', '/C:/secret.key', '/assets//etc/passwd', '/assets/file:%2f%2f%2fetc%2fpasswd'])
    expect([path, (await sendRaw(path)).body]).not.toEqual([path, expect.stringMatching(leaks)])
  // A request line may contain a complete URL; its path is handled alike.
  expect((await sendRaw(`http://127.0.0.1/assets/../../secret.key`)).body).not.toMatch(leaks)
})

test('CVE-2021-29024: folders are not listed, and hidden files are not served', async () => {
  for (const path of ['/assets', '/assets/', '/objects/', '/objects/logos/', '/.htpasswd', '/.env', '/.git/config', '/assets/.env']) {
    const { body } = await sendRaw(path)
    expect([path, body]).not.toEqual([path, expect.stringMatching(/app-1234|PLANTED|Index of/)])
  }
  expect((await sendRaw('/assets/app-1234.js')).body).toContain('built()')
})

test('CVE-2021-29022: an error reveals no path, no version and no stack trace', async () => {
  const said = await Promise.all([
    sendRaw('/api/%'),
    sendRaw('/%ff%fe'),
    sendRaw('/assets/%00'),
    sendRaw('/api/nothing'),
    sendRaw(`/${'a'.repeat(17_000)}`),
    sendRaw('/', { headers: { 'x-large': 'x'.repeat(20_000) } }),
    sendRaw('/api/customers', { method: 'TRACE' }),
  ])
  for (const { body, head } of said) {
    expect(body).not.toMatch(/\/(src|work|tmp|home|usr|node_modules)\/|\bat \w+ \(|\.ts:\d|Error:/)
    expect(head).not.toMatch(/^(server|x-powered-by):/m)
  }
})

test('CVE-2026-25548: a theme and a page size are values of a list, and not files to include', async () => {
  const profile = {
    businessName: 'Ada Works',
    pdfPrimaryColor: '#111111',
    pdfAccentColor: '#222222',
    pageSize: 'a4',
    documentLanguage: 'en',
  }
  const { id } = (await app.call(ada, 'GET', '/api/business-profile'))!
  for (const name of [
    '../../../../etc/passwd',
    'classic/../../secret',
    'classic\u0000.typ',
    'php://filter/resource=x',
    '/etc/passwd',
    '__proto__',
  ])
    for (const field of ['pdfTheme', 'pageSize', 'documentLanguage']) {
      const body = { ...profile, pdfTheme: 'classic', [field]: name }
      expect([field, name, (await app.send(ada, 'POST', '/api/business-profile/preview', body)).status]).toEqual([field, name, 400])
      expect([field, name, (await app.send(ada, 'PUT', `/api/business-profile/${id}`, body)).status]).toEqual([field, name, 400])
    }
  for (const query of ['type=../../etc/passwd', 'type=revenue&format=php', 'type=constructor'])
    expect((await app.send(ada, 'GET', `/api/reports/export?from=2026-01-01&to=2026-01-31&${query}`)).status).toBe(400)
})

test('GHSA-v735-2x3r-gwpp (CVE-2026-39353): template code in a document’s text is printed, and not run', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: template code of other languages is the attack
  const planted = '#read("/etc/passwd") #import "/secret.key" #include("x") {{7*7}} ${7*7} <?php system("id") ?> \\input{/etc/passwd}'
  const { id } = await (async () => {
    const lineItems = [{ description: planted, quantity: 1, unitPrice: 1 }]
    const document = {
      customerId: (await app.call(ada, 'GET', '/api/customers'))[0]!.id,
      issueDate: '2026-01-05',
      dueDate: '2030-02-04',
    }
    return await app.call(ada, 'POST', '/api/invoices', { ...document, invoiceNumber: 'T-1', notes: planted, terms: planted, lineItems })
  })()
  const reply = await app.send(ada, 'GET', `/api/invoices/${id}/pdf`)
  expect([reply.status, reply.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const text = (await readPageTexts(reply.bytes)).join('')
  expect(text).toContain('#read("/etc/passwd")')
  expect(text).toContain('{{7*7}}')
  expect(text).not.toMatch(/root:|uid=|49\b/)
})

const hostilePaths = [
  '../../secret.key',
  '/objects/logos/../../../secret.key',
  '/objects/logos/%2e%2e%2fsecret.key',
  'file:///etc/passwd',
  '/etc/passwd',
]

test('CVE-2026-40298, GHSA-65v2-4g37-rxjw: the logo can only be an uploaded picture of the owner, and no other file can be deleted through it', async () => {
  const { id } = (await app.call(ada, 'GET', '/api/business-profile'))!
  const before = await dumpDatabase()
  for (const logoUrl of hostilePaths)
    expect([logoUrl, (await app.send(ada, 'PUT', `/api/business-profile/${id}`, { businessName: 'Ada Works', logoUrl })).status]).toEqual([
      logoUrl,
      400,
    ])
  expect(await dumpDatabase()).toEqual(before)
  expect(readdirSync(root)).toEqual(expect.arrayContaining(['secret.key', '.env', 'package.json']))
})

test('CVE-2026-39978, GHSA-45vj-9p52-f8mq: deleting the logo takes no path', async () => {
  for (const path of hostilePaths) {
    const taken = await app.send(ada, 'PUT', '/api/business-profiles/logo', { logoURL: path })
    expect([path, taken.status >= 400 && taken.status < 500]).toEqual([path, true])
    const removed = await sendRaw(`/objects/logos/${path.replaceAll(' ', '')}`, { method: 'DELETE', headers: { cookie: ada.cookie } })
    expect([path, removed.status]).toEqual([path, 404])
  }
  expect(readdirSync(root)).toContain('secret.key')
})

test('GHSA-wv2c-c285-9hrq, GHSA-583r-4pw9-6rc9: imports and exports are not stored in a folder that is served', async () => {
  await app.send(ada, 'POST', '/api/customers/import', { rows: [{ line: 2, values: { name: 'IMPORTED-SECRET' } }] })
  await app.send(ada, 'GET', `/api/invoices/download?ids=${sent.id},${draft.id}`)
  for (const path of [
    '/uploads/import/customers.csv',
    '/import',
    '/temp/',
    '/tmp/',
    '/objects/files/',
    '/data/outbox',
    '/outbox/',
    '/api/objects/',
  ])
    expect([path, (await sendRaw(path)).body]).not.toEqual([path, expect.stringMatching(/IMPORTED-SECRET|%PDF/)])
  expect(readdirSync(dist).sort()).toEqual(['.htpasswd', 'assets', 'index.html'])
})

test('GHSA-jx5h-6r8f-m2h3, GHSA-2j6j-6f6q-57vq, GHSA-37pr-q48j-46gg, GHSA-pp5w-98m2-gvc8, Invoice Ninja 5.12.50: there is no setup that a visitor could run again', async () => {
  const before = await dumpDatabase()
  for (const path of [
    '/setup',
    '/setup/install',
    '/index.php/setup/upgrade_tables',
    '/install',
    '/update',
    '/api/setup',
    '/api/migrate',
    '/admin/setup',
  ])
    for (const method of ['GET', 'POST', 'PUT']) {
      const { status, body } = await sendRaw(path, { method, headers: { 'content-length': '0' } })
      expect([method, path, method === 'GET' && status === 200 ? body.includes('<title>Billfold') : status === 404]).toEqual([
        method,
        path,
        true,
      ])
    }
  expect(await dumpDatabase()).toEqual(before)
})

test('GHSA-ffq5-mw9f-mv6j: nothing that is saved becomes a line of the server’s settings', async () => {
  const planted = 'Ada\nADMIN_EMAIL=bob@example.com\nSECRET_KEY='
  const { id } = (await app.call(ada, 'GET', '/api/business-profile'))!
  const environment = JSON.stringify(process.env)
  await app.send(ada, 'PUT', `/api/business-profile/${id}`, { businessName: planted, invoiceNotes: planted })
  expect(JSON.stringify(process.env)).toBe(environment)
  expect((await app.send(ada, 'GET', '/api/admin/users')).status).toBe(403)
  expect(readdirSync(root).filter((name) => name === '.env')).toEqual(['.env'])
})
