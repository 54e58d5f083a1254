import sharp from 'sharp'
import { expect, test } from 'vitest'
import { chunk, join, php, picture, png, script } from '#server/platform/storage/testing/malicious-files/bytes.ts'
import type { Reply } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { attachReceipt, smallPdf, uploadFile, uploadLogo } from '#server/testing/upload.ts'
import { ada, app, bob, dumpDatabase, sent, setUpRegressionApp } from './testing/fixture.ts'

// Advisories about uploaded files: nothing of them runs, and only their owner gets them.

setUpRegressionApp()

/** Whether a browser may show the reply without running anything of it. */
const isHarmless = ({ headers }: Reply) =>
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox/),
    'content-type': expect.stringMatching(/^(image\/(png|jpeg|webp)|application\/pdf)$/),
  })
const small = () => picture().png().toBuffer()

test('CVE-2023-46865: PHP in the pixels of a PNG is not in the served logo, which is drawn again', async () => {
  // The form that survives some libraries: a picture whose compressed pixels spell a program.
  const pixels = Buffer.concat([Buffer.from(php.padEnd(96), 'latin1')])
  const withinPixels = png({ width: 32, height: 1 }, chunk('IDAT', join('\x78\x01\x01', Buffer.from([97, 0, 158, 255]), '\0', pixels)))
  const whole = await small()
  for (const bytes of [withinPixels, join(whole.subarray(0, 33), chunk('IDAT', php), whole.subarray(33)), join(whole, php)]) {
    const made = await uploadLogo(app, ada, bytes)
    if (made.status === 400) continue
    expect(made.status).toBe(200)
    const served = await app.send(ada, 'GET', made.body.objectPath)
    isHarmless(served)
    expect(served.bytes.toString('latin1')).not.toContain('<?php')
    expect(made.body.objectPath).toMatch(/^\/objects\/logos\/[0-9a-f]{32}$/)
  }
  expect((await uploadLogo(app, ada, join(whole, php))).status).toBe(200)
})

const documents: [string, string, string][] = [
  ['a page', 'evil.html', `<!doctype html>${script}`],
  ['a drawing', 'evil.svg', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`],
  ['an XML file', 'evil.xml', `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`],
  ['an XML file with an entity', 'evil.xml', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
  ['a program', 'evil.php', php],
  ['a stylesheet', 'evil.xsl', '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>'],
]

test('CVE-2021-3977, Invoice Ninja PR 6985, CVE-2021-36803, CVE-2025-69210: an uploaded page, SVG, program or XML file is refused under any name, as receipt and as logo', async () => {
  for (const [kind, name, bytes] of documents)
    for (const fileName of [name, 'bill.png', 'bill.pdf\u0000.html']) {
      const receipt = await attachReceipt(app, ada, bytes, fileName)
      const logo = await uploadLogo(app, ada, bytes)
      expect([kind, fileName, receipt.status, logo.status]).toEqual([kind, fileName, 400, 400])
    }
})

test('CVE-2021-3977: an upload that nothing took cannot be fetched from where it was sent', async () => {
  const address = await uploadFile(app, ada, `<!doctype html>${script}`, 'text/html')
  for (const who of [null, ada, bob]) {
    const reply = await app.send(who, 'GET', new URL(address).pathname)
    expect([reply.status, reply.bytes.includes('PLANTED')]).toEqual([404, false])
  }
})

test('GHSA-7j67-2v6p-275v (CVE-2026-39372): where and when a photo was taken is removed from receipts and logos', async () => {
  const photo = await picture()
    .withExif({
      IFD0: { Copyright: 'GPS-PLANTED', Artist: 'GPS-PLANTED' },
      IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLongitude: '13/1 24/1 0/1' },
    })
    .jpeg()
    .toBuffer()
  expect(photo.includes('GPS-PLANTED')).toBe(true)
  const receipt = await attachReceipt(app, ada, photo, 'photo.jpg')
  const logo = await uploadLogo(app, ada, photo)
  for (const path of [`/api/receipts/${receipt.body.id}`, logo.body.objectPath]) {
    const { bytes } = await app.send(ada, 'GET', path)
    expect([path, bytes.includes('GPS-PLANTED'), (await sharp(bytes).metadata()).exif]).toEqual([path, false, undefined])
  }
})

test('GHSA-53hr-6777-2gvv: the name of an uploaded file does not decide where it is stored, and is served as a plain name', async () => {
  for (const fileName of [
    '../../../../tmp/evil.pdf',
    '/etc/cron.d/evil.pdf',
    '..\\..\\evil.pdf',
    'a\r\nSet-Cookie: x=1.pdf',
    'CON.pdf',
    '.htaccess.pdf',
  ]) {
    const made = await attachReceipt(app, ada, smallPdf, fileName)
    expect([fileName, made.status]).toEqual([fileName, 201])
    const served = await app.send(ada, 'GET', `/api/receipts/${made.body.id}`)
    const disposition = String(served.headers['content-disposition'])
    expect([fileName, disposition]).not.toEqual([fileName, expect.stringMatching(/[\r\n]|\.\.|\\|filename="[^"]*\//)])
    expect(served.headers['set-cookie']).toBeUndefined()
  }
  const keys = await app.sql<{ object_key: string }>('select object_key from files where user_id = $1', [ada.userId])
  for (const { object_key } of keys) expect(object_key).toMatch(/^[a-z]+\/\d+\/[0-9a-f]{32}$/)
})

test('GHSA-rc4v-wq22-v6cf: an attachment is for its owner only, and an upload URL is for one file of one user', async () => {
  const { id } = (await attachReceipt(app, ada, smallPdf, 'bill.pdf')).body
  const address = await uploadFile(app, ada, smallPdf)
  const before = await dumpDatabase()
  expect((await app.send(bob, 'GET', `/api/receipts/${id}`)).status).toBe(404)
  expect((await app.send(null, 'GET', `/api/receipts/${id}`)).status).toBe(401)
  // Bob can use neither ada's receipt nor her upload URL.
  const expense = { description: 'x', amount: 1, category: 'Travel', expenseDate: '2026-01-02', receiptFileId: id }
  expect((await app.send(bob, 'POST', '/api/expenses', expense)).status).toBe(404)
  expect((await app.send(bob, 'POST', '/api/receipts', { uploadURL: address, fileName: 'bill.pdf' })).status).toBe(404)
  expect(await dumpDatabase()).toEqual(before)
  // A signed URL with any change is not valid.
  const { pathname } = new URL(address)
  const [text = '', signature = ''] = pathname.slice(pathname.lastIndexOf('/') + 1).split('.')
  const grant = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, number, number]
  for (const other of [
    [grant[0].replace(`/${ada.userId}/`, `/${bob.userId}/`), grant[1], grant[2]],
    [grant[0], 1e12, grant[2]],
    [grant[0], grant[1], 1e15],
  ]) {
    const forged = `/api/objects/uploads/${Buffer.from(JSON.stringify(other)).toString('base64url')}.${signature}`
    expect((await app.send(null, 'PUT', forged, 'x', { 'content-type': 'text/plain' })).status).toBe(403)
  }
})

test('GHSA-phh5-3jc3-pm6w: the holder of an invoice’s link gets that invoice’s logo and PDF, and no other file', async () => {
  const { id } = (await attachReceipt(app, ada, smallPdf, 'bill.pdf')).body
  for (const path of [
    `/api/public/invoice/${sent.publicId}/receipts/${id}`,
    `/api/public/invoice/${sent.publicId}/files/${id}`,
    `/api/public/invoice/${sent.publicId}/logo/../../receipts/${id}`,
    `/api/receipts/${id}?publicId=${sent.publicId}`,
    `/objects/files/${ada.userId}/x`,
  ]) {
    const reply = await app.send(null, 'GET', path)
    expect([path, [401, 404].includes(reply.status)]).toEqual([path, true])
  }
})

test('ASVS V5.2.6: a picture of a few bytes that decompresses to gigabytes is refused before it is decompressed', async () => {
  const bomb = png({ width: 65_535, height: 65_535 }, chunk('IDAT', 'x'))
  const began = Date.now()
  expect(readRefusal(await uploadLogo(app, ada, bomb)).message).toContain('50 million')
  expect(Date.now() - began).toBeLessThan(2000)
})
