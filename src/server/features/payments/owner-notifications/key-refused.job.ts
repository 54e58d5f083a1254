import { z } from 'zod'
import { buildOwnerNotification, sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import type { Database } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { providerLabels, providerNames } from '#shared/payment-methods.ts'
import { displayName } from '#shared/user-names.ts'

export const keyRefusedJob = job('payments.key-refused', { provider: z.enum(providerNames), refusedAt: z.iso.datetime() })

type Deps = { database: Database; send: SendMail; publicUrl: () => URL; log: (line: string) => void }
type Owner = { firstName: string | null; lastName: string | null; email: string | null; problem: string | null }

/** Tells the owner that nobody can pay any more by a provider who refuses the key; not when that is mended meanwhile. */
export const keyRefusedRunner = (deps: Deps) =>
  runner(keyRefusedJob, async ({ userId, provider, refusedAt }) => {
    const [owner] = await deps.database.asUser(userId, (db) =>
      db.rows<Owner>(
        `select u.first_name as "firstName", u.last_name as "lastName", u.email, c.problem
         from users u join payment_credentials c on c.user_id = u.id and c.provider = $2 and c.status = 'error' where u.id = $1`,
        [userId, provider],
      ),
    )
    if (!owner?.email) return
    const name = providerLabels[provider]
    const ownerName = displayName(owner)
    await sendOwnerNotification(deps, `the key of ${name}`, {
      ...buildOwnerNotification({
        ownerName,
        subject: `${name} refused your key: customers can't pay with it`,
        preview: 'Enter a new key in your business profile.',
        introduction: `${name} refused the key that Billfold uses for you, so customers can't pay by it at the moment.`,
        facts: [
          ['Provider', name],
          ['What to do', owner.problem ?? 'Enter a new key in the business profile.'],
        ],
        further: ['Payments that were begun before are kept, and looked up as soon as a key of the same account is there.'],
        button: 'Open business profile',
        url: new URL('/business-profile', deps.publicUrl()).href,
      }),
      to: { name: ownerName, address: owner.email },
      messageId: `<key-refused-${userId}-${provider}-${Date.parse(refusedAt)}@${deps.publicUrl().hostname}>`,
    })
  })
