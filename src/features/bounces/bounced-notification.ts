import { bouncedAddressJob } from '#server/domain/documents/emails/bounced-addresses.ts'
import { defineNotification, toRecipient } from '#server/domain/notifications/notification.ts'
import type { Module } from '#server/domain/services.ts'
import { describeBouncedAddress } from '#shared/bounced-addresses.ts'
import type { BouncedAddress } from '#shared/contract/bounced-addresses.ts'

type Facts = BouncedAddress & {
  owner: { firstName: string | null; lastName: string | null; email: string | null }
  customerId: number | null
  customerName: string | null
}

const factsQuery = `
  select b.address, b.kind, b.reason, b.at, c.id as "customerId", c.name as "customerName",
         json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email) as owner
  from bounced_addresses b
  join users u on u.id = $1
  left join lateral (
    select id, name from customers
    where user_id = $1 and (lower(email) = b.address or b.address = any(string_to_array(lower(other_emails), ', '))) order by id limit 1) c on true
  where b.user_id = $1 and b.id = $2`

const bouncedNotification = defineNotification({
  job: bouncedAddressJob,
  read: async (db, { markId }) => (await db.rows<Facts>(factsQuery, [db.userId, markId]))[0],
  write: ({ owner, customerId, customerName, ...mark }, { userId, markId }) => ({
    to: toRecipient(owner),
    subject: mark.kind === 'bounce' ? `Emails to ${mark.address} bounce` : `${mark.address} reported your email as spam`,
    preview: customerName ? `Your customer ${customerName}` : describeBouncedAddress(mark),
    introduction: describeBouncedAddress(mark),
    facts: [['Address', mark.address], ...(customerName ? [['Customer', customerName] as const] : [])],
    further: [
      'This address gets no more emails from you: no invoices, estimates, receipts or statements.',
      mark.kind === 'bounce'
        ? "Ask your customer for the right address and correct it. If it is right, choose Try again on the customer's page."
        : "If your customer wants your emails after all, choose Try again on the customer's page.",
    ],
    button: customerId === null ? 'Open customers' : 'Open the customer',
    path: customerId === null ? '/customers' : `/customers/${customerId}`,
    id: `bounced-address-${userId}-${markId}`,
    about: `bounced address ${markId}`,
  }),
})

export const bouncesModule: Module = (services) => ({ runners: [bouncedNotification.createRunner(services)] })
