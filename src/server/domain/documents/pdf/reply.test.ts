import { afterAll, expect, test } from 'vitest'
import { createPdfRenderer } from '#server/platform/pdf/pdf-renderer.ts'
import { sampleDocument, sampleLines } from '#server/platform/pdf/testing/document.fixture.ts'
import { replyWithPdf } from './reply.ts'

const renderer = createPdfRenderer({ processes: 1, maxQueue: 4, maxQueuePerAccount: 1, warn: () => undefined })
const impatient = createPdfRenderer({ processes: 1, timeoutMs: 100, warn: () => undefined })
afterAll(() => Promise.all([renderer.close(), impatient.close()]))

test('an account with too many waiting PDFs gets 429; other accounts are served, and its customers have their own queue', async () => {
  const ask = (ownerId: number, isCustomer: boolean, number: string) =>
    replyWithPdf(renderer, { ownerId, isCustomer }, sampleDocument({ number }))
  // All requests wait for the renderer process to start.
  const replies = await Promise.allSettled([
    ask(1, false, 'A'),
    ask(1, false, 'B'),
    ask(1, true, 'C'),
    ask(1, true, 'D'),
    ask(2, false, 'E'),
  ])
  const busy = { status: 429, message: 'Too many of these PDFs are waiting already. Please try again in a few seconds.' }
  expect(replies.map((reply) => (reply.status === 'fulfilled' ? reply.value.contentType : reply.reason))).toMatchObject([
    ...['application/pdf', busy],
    ...['application/pdf', busy],
    'application/pdf',
  ])
})

test('the tag of a PDF is that of its content: a browser shows what it has of the same one, and fetches a changed one', async () => {
  const read = async (notes: string) =>
    (await replyWithPdf(renderer, { ownerId: 3, isCustomer: false }, sampleDocument({ number: 'F', notes }))).etag
  const first = await read('Thank you')
  expect(await read('Thank you')).toBe(first)
  expect(await read('Many thanks')).not.toBe(first)
})

test.each([
  [false, 'Making a PDF of invoice LATE took too long and was given up. Shorten its descriptions or split it into several invoices.'],
  [true, "This invoice can't be downloaded as a PDF. The page with its link shows everything it says."],
])('a PDF that took too long answers 422 with a message for its reader (customer: %s)', async (isCustomer, message) => {
  const long = sampleDocument({ number: 'LATE', lines: sampleLines(1_500) })
  await expect(replyWithPdf(impatient, { ownerId: 1, isCustomer }, long)).rejects.toMatchObject({ status: 422, message })
})
