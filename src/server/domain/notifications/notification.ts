import type { z } from 'zod'
import type { Fact } from '#server/domain/documents/emails/document-mail.ts'
import { buildOwnerNotification, sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Job, type JobRunner, runner } from '#server/platform/jobs/jobs.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { displayName } from '#shared/user-names.ts'

type Recipient = { name: string; address: string }

/** Finished texts. */
export type NotificationMessage = {
  /** By default the owner. Null when there is no address: then nothing is sent. */
  to?: Recipient | null
  subject: string
  /** The line that mail programs show beside the subject. */
  preview: string
  introduction: string
  /** The first one is shown large. */
  facts: readonly [Fact, ...Fact[]]
  further?: readonly string[]
  button: string
  /** On this server. */
  path: string
  /** Identifies the email, so that a repeated job sends no second one. */
  id: string
}

/** An email that the product sends to a user, or to the admin: a job, the facts that it reads when it runs, and a text. */
type Notification<Payload extends z.ZodType, Facts> = {
  /** Its name is stored in the queue. */
  job: Job<Payload>
  /** Null or undefined when the email isn't wanted any more. */
  read(db: UserDb, payload: z.output<Payload>): Promise<Facts | null | undefined>
  write(facts: Facts, payload: z.output<Payload>): NotificationMessage
}

export const defineNotification = <Payload extends z.ZodType<{ userId: number }>, Facts>(notification: Notification<Payload, Facts>) => ({
  ...notification,
  createRunner: (services: Services): JobRunner =>
    runner(notification.job, async (payload) => {
      const [facts, owner] = await services.database.asUser(
        payload.userId,
        async (db) => [await notification.read(db, payload), await readOwner(db)] as const,
      )
      if (facts === null || facts === undefined) return
      const mail = renderNotification({ to: owner, ...notification.write(facts, payload) }, services.publicUrl())
      if (mail) await sendOwnerNotification(services, mail)
    }),
})

export const renderNotification = ({ to = null, path, id, ...message }: NotificationMessage, publicUrl: URL): Mail | null =>
  to && {
    ...buildOwnerNotification({ ownerName: to.name, url: new URL(path, publicUrl).href, ...message }),
    to,
    messageId: `<${id}@${publicUrl.hostname}>`,
  }

/** Null when there is no address. */
export const readOwner = async (db: UserDb): Promise<Recipient | null> => {
  const [owner] = await db.rows<{ firstName: string | null; lastName: string | null; email: string | null }>(
    'select first_name as "firstName", last_name as "lastName", email from users where id = $1',
    [db.userId],
  )
  return owner?.email ? { name: displayName(owner), address: owner.email } : null
}
