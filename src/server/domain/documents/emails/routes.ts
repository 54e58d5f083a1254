import { getLocale } from '#server/domain/business/business.ts'
import { getNumber, type StoredDocument } from '#server/domain/documents/document-type.ts'
import { getGreetingName, getParties } from '#server/domain/documents/parties.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, type Route, route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import type { creditNotesApi } from '#shared/contract/credit-notes.ts'
import type { estimatesApi } from '#shared/contract/estimates.ts'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import { textsIn } from '#shared/customer-texts.ts'
import { noAddress } from '#shared/document-status.ts'
import { documentFileName } from '#shared/file-names.ts'
import { getPublicPath } from '#shared/paths.ts'
import { getEmailAllowance } from './allowance.ts'
import { listBounced } from './bounced-addresses.ts'
import { buildDefaultMessage, buildDefaultSubject } from './document-mail.ts'
import { type DocumentMailing, getEmail, getEmailContent, getSendable, queueSend, sendDocument } from './queue.ts'
import { getCustomerAddresses, getOwnAddress, keepOnRecord } from './recipients.ts'
import { findStoredEmail, requeueEmail, type StoredEmail } from './store.ts'

type EmailApi = Pick<
  typeof invoicesApi | typeof estimatesApi | typeof creditNotesApi,
  'emailPreview' | 'sendEmail' | 'email' | 'retryEmail'
>

export const emailRoutes = <Stored extends StoredDocument>(
  mailing: DocumentMailing<Stored>,
  api: EmailApi,
  { absolute }: Pick<Services, 'absolute'>,
  /** Queues the job of an email other than the document itself (a receipt) again. */
  requeueOther?: (db: UserDb, email: StoredEmail) => Promise<void>,
): Route[] => {
  const { type, get } = mailing
  return [
    route(api.emailPreview, ({ user, params, today }) =>
      user.tx(async (db) => {
        const document = await get(db, params.id, today)
        const { business, customer, publicId } = await getParties(db, params.id)
        const addresses = await getCustomerAddresses(db, params.id)
        const texts = textsIn(getLocale(business))
        const { number, facts, button } = getEmailContent(mailing, document, texts)
        const names = { businessName: business.name, customerName: getGreetingName(customer), number }
        return {
          to: document.customer.email,
          addresses,
          bounced: await listBounced(db, addresses),
          ownAddress: await getOwnAddress(db),
          customerId: document.customerId,
          toName: customer.name,
          fromName: business.name,
          replyTo: business.email,
          subject: buildDefaultSubject(type, names, texts),
          message: buildDefaultMessage(type, names, texts),
          attachment: documentFileName(texts.find(type.title), number),
          facts: facts.map(([label, value]) => ({ label, value })),
          link: { words: button, url: absolute(getPublicPath(type.name, publicId)) },
          allowance: await getEmailAllowance(db, document.customer.email),
        }
      }),
    ),

    idempotentRoute(api.sendEmail, ({ user, params, body, today, idempotent }) => {
      const send = async (db: UserDb) => {
        const { document, email } = await sendDocument(mailing, db, { id: params.id, today }, body)
        return {
          message: `${type.title} ${getNumber(type, document)} is on its way to ${email.to}`,
          emailedTo: email.to,
          email,
        }
      }
      return user.tx((db) => idempotent(db, () => send(db)))
    }),

    route(api.email, ({ user, params }) => user.tx(async (db) => getEmail(db, type, params.id, parseRowId(params.emailId, 'Email')))),

    idempotentRoute(api.retryEmail, ({ user, params, today, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          await mailing.lock?.(db, params.id)
          await get(db, params.id, today)
          const { id, kind, ...before } = await getEmail(db, type, params.id, parseRowId(params.emailId, 'Email'))
          if (kind === type.name) await getSendable(mailing, db, params.id, today)
          const recipients = keepOnRecord(await getCustomerAddresses(db, params.id), before)
          if (!recipients) throw new AppError(409, noAddress)
          if (!(await requeueEmail(db, type, params.id, id, recipients)))
            throw new AppError(409, `The mail server has already accepted this email. Send the ${type.noun} again instead.`)
          if (kind === type.name) await queueSend(mailing, db, id)
          else await requeueOther?.(db, (await findStoredEmail(db, type, id))!)
          return getEmail(db, type, params.id, id)
        }),
      ),
    ),
  ]
}
