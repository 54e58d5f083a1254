import { z } from 'zod'
import { buildOwnerNotification, sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import type { Difference } from '#server/domain/payments/comparison/store.ts'
import type { Database } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { providerLabels, providerNames } from '#shared/payment-methods.ts'
import { displayName } from '#shared/user-names.ts'

/** `at`: when it was found, in milliseconds: part of the message's id. */
export const differencesJob = job('payments.differs-note', {
  provider: z.enum(providerNames),
  attemptIds: z.array(z.string()),
  at: z.int(),
})

type Deps = { database: Database; send: SendMail; publicUrl: () => URL; log: (line: string) => void }
type Row = { firstName: string | null; lastName: string | null; email: string | null; differences: Difference[] }

/** The most that a note lists. */
const listed = 10

/** Tells the owner where his books differ from what a provider says; nothing when that is mended meanwhile. */
export const differencesRunner = (deps: Deps) =>
  runner(differencesJob, async ({ userId, provider, attemptIds, at }) => {
    const [owner] = await deps.database.asUser(userId, (db) =>
      db.rows<Row>(
        `select u.first_name as "firstName", u.last_name as "lastName", u.email, c.differences
         from users u join payment_checks c on c.user_id = u.id and c.provider = $2 where u.id = $1`,
        [userId, provider],
      ),
    )
    const found = (owner?.differences ?? []).filter(({ attemptId }) => attemptIds.includes(attemptId))
    if (!owner?.email || found.length === 0) return
    const name = providerLabels[provider]
    const ownerName = displayName(owner)
    const invoices = [...new Set(found.map(({ invoiceNumber }) => invoiceNumber))]
    const which = invoices.length === 1 ? `invoice ${invoices[0]}` : `${invoices.length} invoices`
    await sendOwnerNotification(deps, `differences with ${name}`, {
      ...buildOwnerNotification({
        ownerName,
        subject: `${name} says something else than Billfold about ${which}`,
        preview: 'Please have a look at your payments.',
        introduction: `Billfold compared its payments with ${name}, and some of them differ. It could not mend that by itself.`,
        facts: [
          ['Differences', String(found.length)],
          ...found.slice(0, listed).map((one): [string, string] => [`Invoice ${one.invoiceNumber}`, `${one.provider}. ${one.here}.`]),
        ],
        ...(found.length > listed ? { further: [`And ${found.length - listed} more.`] } : {}),
        button: 'Look at your payments',
        url: new URL('/business-profile', deps.publicUrl()).href,
      }),
      to: { name: ownerName, address: owner.email },
      messageId: `<differs-${userId}-${provider}-${at}@${deps.publicUrl().hostname}>`,
    })
  })
