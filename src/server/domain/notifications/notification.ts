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
  /** Null when there is no address: then nothing is sent. */
  to: Recipient | null
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
  about: string
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
      const facts = await services.database.asUser(payload.userId, (db) => notification.read(db, payload))
      if (facts === null || facts === undefined) return
      const message = notification.write(facts, payload)
      const mail = renderNotification(message, services.publicUrl())
      if (mail) await sendOwnerNotification(services, message.about, mail)
    }),
})

export const renderNotification = ({ to, path, id, about: _about, ...message }: NotificationMessage, publicUrl: URL): Mail | null =>
  to && {
    ...buildOwnerNotification({ ownerName: to.name, url: new URL(path, publicUrl).href, ...message }),
    to,
    messageId: `<${id}@${publicUrl.hostname}>`,
  }

type Owner = { firstName: string | null; lastName: string | null; email: string | null }

export const readOwner = async (db: UserDb): Promise<Owner> =>
  (await db.rows<Owner>('select first_name as "firstName", last_name as "lastName", email from users where id = $1', [db.userId]))[0]!

export const toRecipient = (user: Owner): Recipient | null =>
  user.email === null ? null : { name: displayName(user), address: user.email }
