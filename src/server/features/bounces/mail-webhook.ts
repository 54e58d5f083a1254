import { timingSafeEqual } from 'node:crypto'
import { recordReport } from '#server/domain/documents/emails/mail-reports.ts'
import type { Database } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { RateLimiter } from '#server/platform/http/rate-limits.ts'
import type { RawRoute } from '#server/platform/http/raw-route.ts'
import type { MessageIds } from '#server/platform/mail/reports/message-ids.ts'
import { maxReportBytes, parseReport } from '#server/platform/mail/reports/parse-report.ts'
import { recordEvent } from '#server/platform/telemetry/instrumentation.ts'

type Deps = { database: Database; messageIds: MessageIds }

/** Reads a raw message and applies it if it is a report about an email of this server. */
export const receiveReport = async ({ database, messageIds }: Deps, raw: Uint8Array): Promise<void> => {
  const report = await parseReport(raw)
  const messageId = report?.messageIds.map(messageIds.verify).find((id) => id !== null)
  const isNew = report && messageId ? await recordReport(database, messageId, report) : false
  recordEvent('mail-report', report && isNew ? report.kind : 'ignored')
}

/** More than a mail server with many customers returns; it tries again after a refusal. */
const reportLimit = { what: 'mail reports', max: 6000, windowSeconds: 600, key: 'server' }
const wrongTokenLimit = { what: 'requests with a wrong token', max: 30, windowSeconds: 600 }

/** Where the operator's mail server posts what comes back: raw messages with delivery reports or complaints. Any other message is accepted and ignored. */
export const mailWebhookRoutes = (deps: Deps & { mailWebhookToken: string | null; limits: RateLimiter }): RawRoute[] => {
  const { mailWebhookToken, limits } = deps
  if (mailWebhookToken === null) return []
  const expected = Buffer.from(mailWebhookToken)
  return [
    {
      path: '/api/webhooks/mail/:token',
      maxBytes: maxReportBytes,
      handle: async ({ params, raw, address }) => {
        const token = Buffer.from(params.token ?? '')
        if (token.length !== expected.length || !timingSafeEqual(token, expected)) {
          await limits.limitAddress(wrongTokenLimit, address)
          throw notFound('Webhook')
        }
        await limits.limit(reportLimit)
        await receiveReport(deps, raw)
      },
    },
  ]
}
