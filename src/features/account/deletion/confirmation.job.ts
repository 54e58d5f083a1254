import { z } from 'zod'
import { sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import type { Services } from '#server/domain/services.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import { deletionEffect } from '#shared/contract/account.ts'
import { formatDay } from '#shared/dates.ts'
import { getRecordHeading, recordTypeNames } from '#shared/record-types.ts'
import { deletionConfirmationMail } from './confirmation.mail.ts'

/** Carries everything that the mail says, because the user's rows are deleted when it runs. */
export const deletionConfirmationJob = job(
  'account.goodbye',
  {
    name: z.string(),
    address: z.string(),
    deletedOn: z.string(),
    effect: deletionEffect.omit({ needsPassword: true }),
  },
  { lane: 'identity' },
)

export const deletionConfirmationRunner = (services: Services) =>
  runner(deletionConfirmationJob, async ({ userId, name, address, deletedOn, effect }) => {
    const { hasSubscription, payments, files } = effect
    const counts = [
      ...recordTypeNames.map((name) => [getRecordHeading(name), effect[name]] as const),
      ...Object.entries({ Payments: payments, Files: files }),
    ]
    const deletedRecords = counts.map(([what, n]) => [what, n.toLocaleString('en-US')] as const)
    await sendOwnerNotification(services, {
      ...deletionConfirmationMail({ name, deletedOn: formatDay(deletedOn), gone: deletedRecords, hadSubscription: hasSubscription }),
      to: { name, address },
      messageId: `<goodbye-${userId}@${services.publicUrl().hostname}>`,
    })
  })
