import { execFileSync } from 'node:child_process'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { smallPdf } from '#server/testing/upload.ts'
import { acceptReceipt } from './accept-receipt.ts'

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } })
const refusal = async (bytes: Uint8Array | string, name: string) =>
  acceptReceipt(1, Buffer.from(bytes), name).then(
    ({ fileName }) => `accepted as ${fileName}`,
    (error: { status: number; message: string }) => `${error.status} ${error.message}`,
  )

test.each([
  ['png', 'image/png', 'a.png'],
  ['jpeg', 'image/jpeg', 'a.jpeg'],
  ['webp', 'image/webp', 'a.webp'],
  // Formats that are slow to write are converted, and their names change with them.
  ['gif', 'image/png', 'a.png'],
  ['avif', 'image/webp', 'a.webp'],
] as const)('a %s is taken as %s and called %s', async (format, contentType, fileName) => {
  const taken = await acceptReceipt(1, await picture(9, 6).toFormat(format).toBuffer(), `a.${format}`)
  expect([taken.contentType, taken.fileName]).toEqual([contentType, fileName])
  const { width, height, format: drawn } = await sharp(taken.bytes).metadata()
  expect([width, height, `image/${drawn}`]).toEqual([9, 6, contentType])
})

test('a picture is stored upright, below 4000 pixels a side and without its location', async () => {
  const photo = await picture(5000, 300)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Make: 'SpyCam' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">SpyXmp</rdf:RDF></x:xmpmeta>',
    )
    .toBuffer()
  expect(photo.includes('SpyCam') && photo.includes('SpyXmp') && (await sharp(photo).metadata()).orientation === 6).toBe(true)
  const { bytes } = await acceptReceipt(1, photo, 'photo.jpg')
  const { width, height, orientation, exif, xmp } = await sharp(bytes).metadata()
  expect([width, height, orientation, exif, xmp]).toEqual([240, 4000, undefined, undefined, undefined])
  expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Spy|Exif|GPS/)
})

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc(body), body.length + 4)
  return frame
}
const crc = (bytes: Buffer) => {
  let c = 0xffffffff
  for (const byte of bytes) {
    c ^= byte
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
  }
  return (c ^ 0xffffffff) >>> 0
}
/** A PNG that declares the given size and takes hardly any bytes. */
const pngOf = (width: number, height: number, extra: Buffer = Buffer.alloc(0)) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0], 8)
  const rows = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    extra,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const code = '<?php system($_GET["c"]); ?><script>alert(document.domain)</script>'
test.each([
  ['behind a PNG', async () => Buffer.concat([await picture(4, 4).png().toBuffer(), Buffer.from(code)]), 'a.png'],
  ['in a comment of a PNG', async () => pngOf(16, 16, chunk('tEXt', Buffer.from(`Comment\0${code}`, 'latin1'))), 'a.png'],
  ['behind a JPEG', async () => Buffer.concat([await picture(4, 4).jpeg().toBuffer(), Buffer.from(code)]), 'a.jpg'],
  ['behind a GIF', async () => Buffer.concat([await picture(4, 4).gif().toBuffer(), Buffer.from(code)]), 'a.gif'],
  ['behind a WebP', async () => Buffer.concat([await picture(4, 4).webp().toBuffer(), Buffer.from(code)]), 'a.webp'],
])('code hidden %s is removed', async (_where, make, name) => {
  const sent = await make()
  expect(sent.includes('alert(')).toBe(true)
  const { bytes } = await acceptReceipt(1, sent, name)
  expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/php|script|alert/i)
})

test('an image that unpacks to more than 50 million pixels is refused before it is unpacked', async () => {
  const bomb = pngOf(30_000, 30_000)
  expect(bomb.length).toBeLessThan(200_000)
  expect(await refusal(bomb, 'a.png')).toMatch(/^400 This image has 30000 x 30000 pixels; at most 50 million/)
  // An AVIF of a thousand bytes took a gigabyte to unpack.
  const avif = await sharp({ create: { width: 5010, height: 5010, channels: 3, background: '#123' } })
    .avif({ effort: 0 })
    .toBuffer()
  expect(await refusal(avif, 'a.avif')).toMatch(/^400 This image has 5010 x 5010 pixels; at most 25 million/)
  // One that declares a wrong size has too few rows, or too many.
  expect(await refusal(Buffer.concat([pngOf(10, 10).subarray(0, 50), pngOf(10, 10).subarray(60)]), 'a.png')).toMatch(/^400 .*damaged/)
})

const zip = () =>
  execFileSync('python3', [
    '-c',
    'import sys,zipfile,io;b=io.BytesIO();z=zipfile.ZipFile(b,"w");z.writestr("a","x");z.close();sys.stdout.buffer.write(b.getvalue())',
  ])
test.each([
  ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'a.svg'],
  ['an SVG drawing', '<?xml version="1.0"?><!DOCTYPE svg><!-- hello --><svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png'],
  ['an SVG drawing', '\ufeff <s:svg xmlns:s="http://www.w3.org/2000/svg"/>', 'a.png'],
  ['an SVG drawing', Buffer.from('\ufeff<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le'), 'a.png'],
  ['an HTML page', '<!doctype html><title>x</title>', 'a.pdf'],
  ['an HTML page', 'GIF8 <script>alert(1)</script>', 'a.gif'],
  ['an HTML page', `\n<html>${smallPdf}</html>`, 'a.pdf'],
  ['a PHP script', '<?php phpinfo();', 'a.jpg'],
  ['a script', '#!/bin/sh\nrm -rf /', 'a.png'],
  ['an XML file', '<?xml version="1.0"?><invoice/>', 'a.xml'],
  ['a text file', 'Lunch, 12.50', 'a.txt'],
  ['a Windows program', Buffer.from('MZ\x90\0\x03\0', 'latin1'), 'a.exe'],
  ['a Linux program', Buffer.from('\x7fELF\x02\x01', 'latin1'), 'a.png'],
  ['a ZIP archive or an Office document', zip(), 'a.docx'],
  ['a TIFF image', Buffer.from('II*\0\x08\0\0\0', 'latin1'), 'a.tif'],
  ['a HEIC photo', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'IMG_1.HEIC'],
  ['a video or sound file', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), 'a.mp4'],
  ['an empty file', '', 'a.png'],
  ['a file of an unknown type', Buffer.from([1, 2, 3, 250]), 'a.bin'],
])('%s is refused: %s', async (words, bytes, name) => {
  expect(await refusal(bytes, name)).toMatch(
    new RegExp(`^400 This is ${words}: .*a PNG, JPEG, WebP, GIF or AVIF image or a PDF can be attached\\.$`),
  )
})

test('content and file name extension must agree', async () => {
  expect(await refusal(smallPdf, 'bill.png')).toBe(
    '400 This is a PDF but its name ends in .png: rename it to end in .pdf, or attach another file.',
  )
  expect(await refusal(await picture(2, 2).png().toBuffer(), 'page.html')).toMatch(/^400 This is a PNG image but its name ends in \.html:/)
  expect(await refusal(await picture(2, 2).webp().toBuffer(), 'photo.jpg')).toMatch(/^400 This is a WebP image but its name ends in \.jpg:/)
  expect(await refusal(smallPdf, 'Invoice No.12')).toBe('accepted as Invoice No.12.pdf')
  expect(await refusal(smallPdf, 'BILL.PDF')).toBe('accepted as BILL.pdf')
})

test('a PDF must have its header and its end', async () => {
  expect(await refusal(`\n${smallPdf}`, 'a.pdf')).toMatch(/^400 This is a text file/)
  expect(await refusal(smallPdf.replace('%%EOF', ''), 'a.pdf')).toMatch(/^400 This is a PDF that is cut off/)
  expect(await refusal(smallPdf + ' '.repeat(2000), 'a.pdf')).toMatch(/^400 This is a PDF that is cut off/)
})

test('truncated and corrupted images are refused, wherever the damage is', async () => {
  const whole = await picture(200, 200).jpeg().toBuffer()
  expect(await refusal(whole.subarray(0, 20), 'a.jpg')).toMatch(/^400 This image can't be read/)
  expect(await refusal(Buffer.concat([whole.subarray(0, 200), Buffer.alloc(400, 7)]), 'a.jpg')).toMatch(/^400 This image can't be read/)
  expect(await refusal(Buffer.from('GIF89a'), 'a.gif')).toMatch(/^400 This image can't be read/)
  expect(await refusal(Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'), 'a.webp')).toMatch(/^400 This image can't be read/)
})

test.each([
  ['C:\\fakepath\\bill.pdf', 'bill.pdf'],
  ['../../etc/passwd/bill.pdf', 'bill.pdf'],
  ['..', 'receipt.pdf'],
  ['.pdf', 'receipt.pdf'],
  ['a\u0000\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
  ['Rechnung März 2026 №7.pdf', 'Rechnung März 2026 №7.pdf'],
  ['\u202efdp.exe.pdf', 'fdp.exe.pdf'],
  ['broken \ud800.pdf', 'broken \ufffd.pdf'],
  [`${'🧾'.repeat(300)}.pdf`, `${'🧾'.repeat(196)}.pdf`],
])('the name %j is shown as %j', async (given, shown) => {
  expect((await acceptReceipt(1, Buffer.from(smallPdf), given)).fileName).toBe(shown)
})
