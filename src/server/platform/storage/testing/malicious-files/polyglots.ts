import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { chunk, header, join, latin1, type MaliciousFile, mark, php, picture, png, pngStart, script, u16, u32 } from './bytes.ts'

const archive = `PK\x03\x04${mark}PK\x05\x06${'\0'.repeat(18)}`
const document = `%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(${mark})>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`
const appended: Record<string, string> = { 'a page': script, PHP: php, 'a ZIP archive': archive, 'a PDF': document }

/** Complete pictures that are something else as well. */
export const polyglots = async (): Promise<MaliciousFile[]> => {
  const formats = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const
  const whole = Object.fromEntries(
    await Promise.all(formats.map(async (format) => [format, await picture().toFormat(format).toBuffer()] as const)),
  ) as Record<(typeof formats)[number], Buffer>
  const files: Record<string, Buffer> = {}
  for (const format of formats)
    for (const [what, text] of Object.entries(appended)) files[`${what} after a ${format}`] = join(whole[format], text)
  return [
    ...Object.entries({
      ...files,
      ...hideInPng(whole.png),
      ...hideInJpeg(whole.jpeg),
      ...hideInGif(whole.gif),
      ...hideInWebp(whole.webp),
      ...hideInAvif(whole.avif),
    }).map(([name, bytes]) => ({ name, bytes })),
    { name: 'a page in the pixels of a PNG', bytes: createPaintedPng(), isPainted: true },
  ]
}

const afterHeader = (whole: Buffer, ...chunks: Buffer[]) => join(whole.subarray(0, 33), ...chunks, whole.subarray(33))
const hideInPng = (whole: Buffer): Record<string, Buffer> => ({
  'a page in a text of a PNG': afterHeader(whole, chunk('tEXt', `Comment\0${script}`)),
  'a page in a compressed text of a PNG': afterHeader(whole, chunk('zTXt', join('Comment\0\0', deflateSync(latin1(script), { level: 0 })))),
  'a page in an international text of a PNG': afterHeader(whole, chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${script}`)),
  'a page in the EXIF of a PNG': afterHeader(whole, chunk('eXIf', `MM\0*\0\0\0\x08${script}`)),
  'a page in the color profile of a PNG': afterHeader(whole, chunk('iCCP', join(`${mark}\0\0`, deflateSync(latin1(script), { level: 0 })))),
  'a page in an unknown chunk of a PNG': afterHeader(whole, chunk('htMl', script)),
  'a page in the suggested colors of a PNG': afterHeader(whole, chunk('sPLT', `${mark}\0\x08${script}`)),
  'a page in the palette of a PNG': png(
    { width: 32, height: 32, color: 3 },
    chunk('PLTE', script.padEnd(33)),
    chunk('IDAT', deflateSync(Buffer.alloc(32 * 33))),
  ),
  'a page between the pixels of a PNG': join(pngStart, header({ width: 16, height: 16 }), ...pieces(), chunk('IEND')),
})
/** Pixel data in two chunks with a text between them, which PNG doesn't allow. */
const pieces = () => {
  const pixels = deflateSync(Buffer.alloc(16 * 49, 9))
  return [chunk('IDAT', pixels.subarray(0, 9)), chunk('tEXt', `a\0${script}`), chunk('IDAT', pixels.subarray(9))]
}
/** Incompressible noise around a text, which is therefore in the file unchanged. */
const createPaintedPng = () => {
  const row = (y: number) => join(...[0, 1, 2].map((part) => createHash('sha512').update(`${y} ${part}`).digest()))
  const rows = Array.from({ length: 64 }, (_, y) => join('\0', y === 31 ? join(script, row(y)).subarray(0, 192) : row(y)))
  return png({ width: 64, height: 64 }, chunk('IDAT', deflateSync(join(...rows), { level: 0 })))
}

const segment = (marker: number, data: string | Buffer) => join(Buffer.from([0xff, marker]), u16(data.length + 2), data)
const hideInJpeg = (whole: Buffer): Record<string, Buffer> => {
  const withSegment = (marker: number, data: string) => join(whole.subarray(0, 2), segment(marker, data), whole.subarray(2))
  return {
    'a page in a comment of a JPEG': withSegment(0xfe, script),
    'PHP in a comment of a JPEG': withSegment(0xfe, php),
    'a program in a comment of a JPEG': withSegment(0xfe, `*/=${mark}();/*`),
    'a page in the EXIF of a JPEG': withSegment(
      0xe1,
      `Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x0e\0\x02\0\0\0\x40\0\0\0\x1a\0\0\0\0${script.padEnd(64)}`,
    ),
    'a page in the XMP of a JPEG': withSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${script}`),
    'a page in the color profile of a JPEG': withSegment(0xe2, `ICC_PROFILE\0\x01\x01${script}`),
    'a page in the notes of a JPEG': withSegment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0${script}`),
    'a page in an unknown segment of a JPEG': withSegment(0xef, script),
    'a page before a JPEG': join(script, whole),
  }
}

const hideInGif = (whole: Buffer): Record<string, Buffer> => {
  const comment = (text: string) => join(Buffer.from([0x21, 0xfe, text.length]), text, '\0')
  return {
    'a page in a comment of a GIF': join(whole.subarray(0, -1), comment(script), ';'),
    'a page in an application block of a GIF': join(
      whole.subarray(0, -1),
      `\x21\xff\x0bXMP DataXMP`,
      Buffer.from([script.length]),
      script,
      '\0;',
    ),
    // 'GIF89a/*' begins a JavaScript comment, and is also the picture's width.
    'a GIF that is a script': join('GIF89a/*', whole.subarray(8, -1), comment(`*/=1;${mark}();/*`), ';*/'),
  }
}

const hideInWebp = (whole: Buffer): Record<string, Buffer> => {
  const size = (bytes: Buffer) => {
    const copy = Buffer.from(bytes)
    copy.writeUInt32LE(bytes.length - 8, 4)
    return copy
  }
  const part = (name: string, text: string) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(text.length + (text.length % 2))
    return join(name, length, text, text.length % 2 ? '\0' : '')
  }
  return {
    'a page in the EXIF of a WebP': size(join(whole, part('EXIF', script))),
    'a page in the XMP of a WebP': size(join(whole, part('XMP ', script))),
    'a page in an unknown part of a WebP': size(join(whole, part('HTML', script))),
  }
}
const hideInAvif = (whole: Buffer): Record<string, Buffer> => ({
  'a page in a free box of an AVIF': join(whole, u32(script.length + 8), 'free', script),
  'a page in an unknown box of an AVIF': join(whole, u32(script.length + 24), 'uuid', '0123456789abcdef', script),
})
