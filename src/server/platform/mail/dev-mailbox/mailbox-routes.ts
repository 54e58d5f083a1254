import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { acceptFormBodies } from '#server/platform/http/form-body.ts'
import { formatContentDisposition } from '#server/platform/http/send-reply.ts'
import {
  getAttachmentPath,
  listOutboxEntries,
  readOutboxFile,
  readStoredMail,
  type StoredMail,
} from '#server/platform/mail/outbox-files.ts'
import { toSafeFileName } from '#shared/file-names.ts'
import { mailboxPath, renderListPage, renderMessagePage, renderNotFoundPage } from './mailbox-pages.ts'
import { mailboxStyle } from './mailbox-style.ts'

const perPage = 50

const styleHash = createHash('sha256').update(mailboxStyle).digest('base64')
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; font-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
/** For a message's HTML: no scripts and no requests, and an opaque origin even when it is opened outside the frame. */
const bodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

type Message = { Params: { id: string } }

/** On this machine only. Not for production: the pages need no sign-in. */
export const registerDevMailbox = async (
  app: FastifyInstance,
  {
    outboxDir,
    receiveReport,
  }: {
    outboxDir: string
    receiveReport: (raw: Buffer) => Promise<void>
  },
): Promise<void> => {
  // In a scope of its own, for the body of a form without fields.
  await app.register(async (scope) => {
    acceptFormBodies(scope)
    scope.post<Message>(`${mailboxPath}/:id/bounce`, { onRequest: requireLocalHost }, async ({ params: { id } }, reply) => {
      const mail = await readStoredMail(outboxDir, id)
      if (!mail) return sendMissing(reply)
      await receiveReport(buildBounce(mail))
      return reply.redirect(`${mailboxPath}/${id}?bounced`, 303)
    })
  })
  const options = { onRequest: requireLocalHost }

  app.get<{ Querystring: { page?: unknown } }>(mailboxPath, options, async (request, reply) => {
    const entries = await listOutboxEntries(outboxDir)
    const lastPage = Math.max(1, Math.ceil(entries.length / perPage))
    const requested = Number(request.query.page ?? 1)
    const page = Number.isInteger(requested) ? Math.min(Math.max(requested, 1), lastPage) : 1
    const onPage = entries.slice((page - 1) * perPage, page * perPage)
    const read = await Promise.all(onPage.map(async (entry) => [entry, await readStoredMail(outboxDir, entry)] as const))
    const mails = read.flatMap(([entry, mail]) => (mail ? [[entry, mail] as const] : []))
    return sendPage(reply, renderListPage({ mails, total: entries.length, page, lastPage }))
  })

  app.get<Message & { Querystring: { bounced?: unknown } }>(`${mailboxPath}/:id`, options, async ({ params: { id }, query }, reply) => {
    const mail = await readStoredMail(outboxDir, id)
    return mail ? sendPage(reply, renderMessagePage(id, mail, query.bounced !== undefined)) : sendMissing(reply)
  })

  app.get<Message>(`${mailboxPath}/:id/body`, options, async ({ params: { id } }, reply) => {
    const mail = await readStoredMail(outboxDir, id)
    if (!mail) return sendMissing(reply)
    reply.header('referrer-policy', 'no-referrer').header('x-frame-options', 'SAMEORIGIN')
    return sendPage(reply, openLinksInNewTab(await inlinePictures(outboxDir, id, mail)), bodyPolicy)
  })

  app.get<Message>(`${mailboxPath}/:id/source`, options, async ({ params: { id } }, reply) => {
    const bytes = await readOutboxFile(outboxDir, id, `${id}.eml`)
    return bytes ? sendDownload(reply, bytes, `${id}.eml`, 'message/rfc822') : sendMissing(reply)
  })

  app.get<{ Params: { id: string; n: string } }>(`${mailboxPath}/:id/attachments/:n`, options, async ({ params: { id, n } }, reply) => {
    const mail = /^[1-9]\d{0,2}$/.test(n) ? await readStoredMail(outboxDir, id) : null
    const file = mail?.attachments[Number(n) - 1]
    const bytes = file && (await readOutboxFile(outboxDir, id, getAttachmentPath(id, Number(n), file.fileName)))
    return bytes ? sendDownload(reply, bytes, file.fileName, file.contentType) : sendMissing(reply)
  })
}

/** Prevents DNS rebinding: a site whose name resolves to this machine sends its own name in the Host header. */
const requireLocalHost = async (request: FastifyRequest) => {
  if (!/^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(request.headers.host ?? ''))
    throw new AppError(403, 'The development mailbox answers on this machine only: open it at http://localhost')
}

const sendPage = (reply: FastifyReply, markup: string, policy = pagePolicy) =>
  reply.header('content-security-policy', policy).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(markup)

const sendMissing = (reply: FastifyReply) => sendPage(reply.code(404), renderNotFoundPage())

const inlinePictures = async (outboxDir: string, id: string, { html, attachments }: StoredMail): Promise<string> => {
  let markup = html
  for (const [index, { fileName, contentType, contentId }] of attachments.entries()) {
    const bytes = contentId && (await readOutboxFile(outboxDir, id, getAttachmentPath(id, index + 1, fileName)))
    if (bytes) markup = markup.replaceAll(`cid:${contentId}`, `data:${contentType};base64,${bytes.toString('base64')}`)
  }
  return markup
}

const openLinksInNewTab = (markup: string) => {
  const base = '<base target="_blank">'
  return /<head[\s>]/i.test(markup)
    ? markup.replace(/<head(\s[^>]*)?>/i, (head) => head + base)
    : `<!doctype html><head>${base}</head>${markup}`
}

const buildBounce = ({ messageId, to }: StoredMail): Buffer =>
  Buffer.from(
    [
      'Content-Type: multipart/report; report-type=delivery-status; boundary=report',
      '',
      '--report',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; localhost',
      '',
      `Final-Recipient: rfc822; ${to.address}`,
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 No such user (simulated)',
      '',
      '--report',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${messageId}`,
      '',
      '--report--',
      '',
    ].join('\r\n'),
  )

const sendDownload = (reply: FastifyReply, bytes: Buffer, fileName: string, contentType: string) =>
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'no-store')
    .header('content-disposition', formatContentDisposition('attachment', toSafeFileName(fileName)))
    .type(/^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : 'application/octet-stream')
    .send(bytes)
