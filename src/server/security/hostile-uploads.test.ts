import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMaliciousFiles, type MaliciousFile, mark } from '#server/platform/storage/testing/malicious-files/corpus.ts'
import { createTestApp, type Person, type Reply, type TestApp } from '#server/testing/app.ts'

// Every file is uploaded as a logo and as a receipt: it is refused with a sentence, or what is served are other bytes, drawn by the server.

let app: TestApp
let files: MaliciousFile[]
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  files = await buildMaliciousFiles()
})
afterAll(() => app.close())

/** Uploads the file and asks the server to take it. Returns the first refusal, or the reply. */
const sendAs = async (who: Person, { bytes, fileName }: MaliciousFile, kind: 'logo' | 'receipt'): Promise<Reply> => {
  const { uploadURL } = await app.call(who, 'POST', '/api/objects/upload')
  const sent = await app.http.inject({
    method: 'PUT',
    url: new URL(uploadURL).pathname,
    headers: { 'content-type': 'image/png' },
    payload: bytes,
    // Rate limits count by address.
    remoteAddress: `10.0.0.${who.userId % 250}`,
  })
  if (sent.statusCode !== 200) return { status: sent.statusCode, body: sent.json(), headers: {}, bytes: Buffer.alloc(0) }
  return kind === 'logo'
    ? app.send(who, 'PUT', '/api/business-profiles/logo', { logoURL: uploadURL })
    : app.send(who, 'POST', '/api/receipts', { uploadURL, fileName: fileName ?? 'upload' })
}

const spelled = ['latin1', 'utf16le'] as const
const holdsMark = (bytes: Buffer) => spelled.some((encoding) => bytes.includes(Buffer.from(mark, encoding)))

/** What is wrong with the served file, in a few words; empty when nothing is. */
const faults = async (file: MaliciousFile, { status, headers, bytes }: Reply): Promise<string[]> => {
  if (status !== 200) return [`answered with ${status}`]
  const type = String(headers['content-type'])
  const { format, pages, width = 0, height = 0, exif, icc, xmp, iptc, comments } = await sharp(bytes).metadata()
  return Object.entries({
    'served as it was sent': bytes.equals(file.bytes),
    'holds what was hidden': !file.isPainted && holdsMark(bytes),
    'of a type that says something else': type !== `image/${format}` || !['image/png', 'image/jpeg', 'image/webp'].includes(type),
    'has more than pixels': Boolean(exif ?? icc ?? xmp ?? iptc ?? comments),
    moves: (pages ?? 1) > 1,
    'is too large': Math.max(width, height) > 4000,
    'may be taken for something else': headers['x-content-type-options'] !== 'nosniff',
    'may run': headers['content-security-policy'] !== "default-src 'none'; frame-ancestors 'none'; sandbox",
    'may be used by other sites': headers['cross-origin-resource-policy'] !== 'same-origin',
    'has a name that means something': !/^inline; filename="(logo|upload)\.(png|jpg|webp)"/.test(String(headers['content-disposition'])),
  }).flatMap(([fault, isSo]) => (isSo ? [fault] : []))
}

test.each(['logo', 'receipt'] as const)(
  'no hostile file is served as it was sent: as a %s',
  async (kind) => {
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 20)
    const outcomes: Record<string, string[]> = { refused: [], drawn: [], wrong: [] }
    const queue = files.entries()
    const work = async (number: number) => {
      let who: Person | null = null
      for (const [index, file] of queue) {
        // Rate limits also count by user.
        if (who === null || index % 20 === 0) who = await app.person(`${kind}${number}-${index}`)
        const { status, body } = (await sendAs(who, file, kind)) as Reply<{ message?: string; objectPath?: string; id?: number }>
        if (status === 400 || status === 413) {
          const isSentence = /^[A-Z].{15,}[.!]$/.test(body.message!)
          outcomes[isSentence ? 'refused' : 'wrong']!.push(`${file.name}: ${body.message}`)
          continue
        }
        const path = kind === 'logo' ? body.objectPath! : `/api/receipts/${body.id}`
        const wrong = status === 200 || status === 201 ? await faults(file, await app.send(who, 'GET', path)) : [`taken with ${status}`]
        outcomes[wrong.length > 0 ? 'wrong' : 'drawn']!.push([file.name, ...wrong].join(': '))
      }
    }
    await Promise.all([1, 2, 3].map(work))
    clearInterval(watch)

    expect(outcomes.wrong).toEqual([])
    const { refused, drawn } = outcomes as Record<'refused' | 'drawn', string[]>
    expect(refused.length + drawn.length).toBe(files.length)
    // Both outcomes must occur.
    expect([refused.length > 100, drawn.length > 40]).toEqual([true, true])
    expect(refused).toContainEqual(
      'a PNG of 30,000 x 30,000: This image has 30000 x 30000 pixels; at most 50 million are allowed. Make it smaller, then try again.',
    )
    expect(refused).toContainEqual(expect.stringContaining('a PNG of 5 MB and a byte: This file is larger than 5 MB'))
    expect(drawn).toContain('a PNG of exactly 5 MB')
    expect(drawn).toContain('a page in a comment of a JPEG')
    expect((most - before) / 1e6).toBeLessThan(1000)
  },
  60_000,
)
