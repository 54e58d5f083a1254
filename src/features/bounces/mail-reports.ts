import { randomBytes, timingSafeEqual } from 'node:crypto'
import { recordReport } from '#server/domain/documents/emails/mail-reports.ts'
import type { Services } from '#server/domain/services.ts'
import { getServerKey } from '#server/platform/encryption/server-key.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { RateLimiter } from '#server/platform/http/rate-limits.ts'
import type { RawRoute } from '#server/platform/http/raw-route.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { createMessageIds } from '#server/platform/mail/reports/message-ids.ts'
import { maxReportBytes, parseReport } from '#server/platform/mail/reports/parse-report.ts'
import { recordEvent } from '#server/platform/telemetry/instrumentation.ts'

/** More than a mail server with many customers returns; it tries again after a refusal. */
const reportLimit = { what: 'mail reports', max: 6000, windowSeconds: 600, key: 'server' }

/** All nodes share the key of the Message-IDs. */
export const openMailReports = async (
  {
    database,
    secrets,
    mailWebhookToken = null,
  }: Pick<Services, 'database' | 'secrets'> & {
    /** The last part of the webhook's address; without one there is no webhook. */
    mailWebhookToken?: string | null
  },
  send: SendMail,
) => {
  const messageIds = createMessageIds(await getServerKey(database, secrets, 'message-ids', () => randomBytes(32).toString('base64url')))

  const receive = async (raw: Uint8Array): Promise<void> => {
    const report = parseReport(raw)
    const messageId = report?.messageIds.map(messageIds.verify).find((id) => id !== null)
    const isNew = report && messageId ? await recordReport(database, messageId, report) : false
    recordEvent('mail-report', report && isNew ? report.kind : 'ignored')
  }

  /** Raw messages that are no reports are accepted and ignored. */
  const routes = (limits: RateLimiter): RawRoute[] => {
    if (mailWebhookToken === null) return []
    const expected = Buffer.from(mailWebhookToken)
    const handle: RawRoute['handle'] = async ({ params, raw }) => {
      const token = Buffer.from(params.token ?? '')
      if (token.length !== expected.length || !timingSafeEqual(token, expected)) throw notFound('Webhook')
      await limits.limit(reportLimit)
      await receive(raw)
    }
    return [{ path: '/api/webhooks/mail/:token', maxBytes: maxReportBytes, handle }]
  }

  const signedSend: SendMail = (mail) => send({ ...mail, messageId: messageIds.sign(mail.messageId) })
  return { send: signedSend, receive, routes }
}
