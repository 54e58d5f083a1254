import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { change, type Route, route } from '#server/platform/http/route.ts'
import { rowNumber } from '#server/platform/row-number.ts'
import type { estimatesApi } from '#shared/api/estimates.ts'
import type { invoicesApi } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import type { AnyPaper } from './any-paper.ts'
import { emailAllowance } from './email-allowance.ts'
import { requeueEmail, type StoredEmail, storedEmail } from './emails.ts'
import { paperFileName } from './file-names.ts'
import { issuePaper, partiesOf } from './issue.ts'
import { type Mailing, noAddress, oneEmail, queuePaperEmail, queueSending } from './mailing.ts'
import { usualMessage, usualSubject } from './paper-mail.ts'

type EmailApi = Pick<typeof invoicesApi | typeof estimatesApi, 'emailPreview' | 'sendEmail' | 'email' | 'retryEmail'>

type Deps = {
  absolute: (path: string) => string
  /** Queues once more the job of an e-mail that doesn't bring the paper itself (a receipt). */
  requeueOther?: (db: UserDb, email: StoredEmail) => Promise<void>
}

/** Sending a paper by e-mail, and looking what became of it. */
export const emailRoutes = <Stored extends AnyPaper>(
  mailing: Mailing<Stored>,
  api: EmailApi,
  { absolute, requeueOther }: Deps,
): Route[] => {
  const { of, one } = mailing
  const refuseUnlessAllowed = (paper: Stored) => {
    const may = mailing.may(paper)
    if (may !== true) throw new AppError(409, may)
  }

  /** The paper as it goes out: a draft becomes a sent one, which may be too late by its date. */
  const sendable = async (db: UserDb, id: number, today: Day): Promise<Stored> => {
    const paper = await one(db, id, today)
    refuseUnlessAllowed(paper)
    if (!mailing.isDraft(paper)) return paper
    await issuePaper(db, of, id)
    const issued = await one(db, id, today)
    refuseUnlessAllowed(issued)
    return issued
  }

  return [
    route(api.emailPreview, ({ user, params, today }) =>
      user.tx(async (db) => {
        const paper = await one(db, params.id, today)
        const { business, customer, publicId } = await partiesOf(db, of, params.id)
        const { number, facts, button } = mailing.words(paper)
        const names = { businessName: business.name, customerName: customer.name, number }
        return {
          to: paper.customer.email,
          toName: customer.name,
          fromName: business.name,
          replyTo: business.email,
          subject: usualSubject(of, names),
          message: usualMessage(of, names),
          attachment: paperFileName(of.title, number),
          facts: facts.map(([label, value]) => ({ label, value })),
          link: { words: button, url: absolute(mailing.path(publicId)) },
          allowance: await emailAllowance(db, paper.customer.email),
        }
      }),
    ),

    change(api.sendEmail, ({ user, params, body, today, once }) => {
      const send = async (db: UserDb) => {
        await mailing.hold?.(db, params.id)
        const paper = await sendable(db, params.id, today)
        const email = await queuePaperEmail(mailing, db, paper, body)
        return { message: `${of.title} ${mailing.words(paper).number} is on its way to ${email.to}`, emailedTo: email.to, email }
      }
      return user.tx((db) => once(db, () => send(db)))
    }),

    route(api.email, ({ user, params }) => user.tx(async (db) => oneEmail(db, of, params.id, rowNumber(params.emailId, 'E-mail')))),

    change(api.retryEmail, ({ user, params, today, once }) =>
      user.tx((db) =>
        once(db, async () => {
          await mailing.hold?.(db, params.id)
          const paper = await one(db, params.id, today)
          const { id, kind } = await oneEmail(db, of, params.id, rowNumber(params.emailId, 'E-mail'))
          if (kind === of.name) await sendable(db, params.id, today)
          if (!paper.customer.email) throw new AppError(409, noAddress)
          if (!(await requeueEmail(db, of, params.id, id, paper.customer.email)))
            throw new AppError(409, `The mail server has taken this e-mail already. Send the ${of.name} again instead.`)
          if (kind === of.name) await queueSending(mailing, db, id)
          else await requeueOther?.(db, (await storedEmail(db, of, id))!)
          return oneEmail(db, of, params.id, id)
        }),
      ),
    ),
  ]
}
