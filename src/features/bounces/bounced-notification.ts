import { bouncedAddressJob } from '#server/domain/documents/emails/bounced-addresses.ts'
import { defineNotification } from '#server/domain/notifications/notification.ts'
import type { Module } from '#server/domain/services.ts'
import { describeBouncedAddress } from '#shared/bounced-addresses.ts'
import type { BouncedAddress } from '#shared/contract/bounced-addresses.ts'

type Facts = BouncedAddress & {
  customerId: number | null
  customerName: string | null
}

const factsQuery = `
  select b.address, b.kind, b.reason, b.at, c.id as "customerId", c.name as "customerName"
  from bounced_addresses b
  left join lateral (
    select id, name from customers
    where user_id = $1 and (lower(email) = b.address or b.address = any(string_to_array(lower(other_emails), ', '))) order by id limit 1) c on true
  where b.user_id = $1 and b.id = $2`

const bouncedNotification = defineNotification({
  job: bouncedAddressJob,
  read: async (db, { markId }) => (await db.rows<Facts>(factsQuery, [db.userId, markId]))[0],
  write: ({ customerId, customerName, ...mark }, { userId, markId }) => ({
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
  }),
})

export const bouncesModule: Module = (services) => ({ runners: [bouncedNotification.createRunner(services)] })
