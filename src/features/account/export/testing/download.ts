import { randomBytes } from 'node:crypto'
import type { Person, TestApp } from '#server/testing/app.ts'

export const getDownloadUrl = (id: number) => `/api/account/exports/${id}/download`
/** Starts a download and reads its first chunk only. */
export const readFirstChunk = async (app: TestApp, who: Person, id: number) => {
  const stop = new AbortController()
  const reply = await fetch(new URL(getDownloadUrl(id), app.origin), { headers: { cookie: who.cookie }, signal: stop.signal })
  const reader = reply.body!.getReader()
  await reader.read()
  return { status: reply.status, reader, leave: () => stop.abort() }
}
/** Reads the rest, with a pause after each chunk. @returns its size in bytes */
export const readAll = async ({ reader }: Awaited<ReturnType<typeof readFirstChunk>>, pauseMs = 0): Promise<number> => {
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return bytes
    bytes += value.length
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
/** Creates 60 receipts of 400 kB: more than all buffers on the way hold. */
export const createManyFiles = async (app: TestApp, who: Person) => {
  const bytes = randomBytes(400_000)
  for (let n = 0; n < 60; n++) {
    const key = `files/${who.userId}/${randomBytes(16).toString('hex')}`
    await app.objects.put(key, bytes, 'application/pdf')
    await app.sql(
      "insert into files (user_id, purpose, object_key, file_name, content_type, size) values ($1, 'receipt', $2, $3, 'application/pdf', 400000)",
      [who.userId, key, `${n}.pdf`],
    )
  }
}
/** Their size in bytes. */
export const totalBytes = 60 * 400_000
/** Creates drafts with one line each. */
export const createManyInvoices = (app: TestApp, who: Person, n: number) =>
  app.sql(
    `with c as (insert into customers (user_id, name) values ($1, 'Acme') returning id),
     made as (insert into documents (user_id, type, customer_id, number, issue_date, due_date, subtotal, net_amount, tax_amount, total, home_total)
       select $1, 'invoice', c.id, 'I-' || n, '2026-01-01', '2026-01-31', 2.00, 2.00, 0.00, 2.00, 2.00 from c, generate_series(1, $2::int) n returning id),
     lines as (insert into document_lines (user_id, document_id, position, description, quantity, unit_price, amount, total, net)
       select $1, id, 0, 'Hour', 1, 2, 2.00, 2.00, 2.00 from made)
     insert into public_links (public_id, user_id, document_id, type) select 'public-' || $1 || '-' || id, $1, id, 'invoice' from made`,
    [who.userId, n],
  )
