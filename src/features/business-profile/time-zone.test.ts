import { afterEach, expect, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { getPublicId } from '#server/testing/records.ts'
import { today } from '#shared/dates.ts'
import { ada, app, create, readSaved, save, sendInvoice, setUpProfileApp } from './testing/profiles.ts'

// The chosen time zone decides which day is today, whatever the browser sends: in responses, on public pages and in jobs.

setUpProfileApp()
afterEach(() => app.setNow(new Date()))

/** At this time it is the 10th in Kiritimati (UTC+14), the 9th in UTC, and the 8th in Pago Pago (UTC-11). */
const instant = new Date('2026-03-09T10:30:00Z')
const kiritimati = 'Pacific/Kiritimati'
const pagoPago = 'Pacific/Pago_Pago'
const browser = (zone: string) => ({ 'x-time-zone': zone })
const invoiceStatus = async (id: number, zone?: string) =>
  (await app.call(ada, 'GET', `/api/invoices/${id}`, undefined, zone ? browser(zone) : {})).status
const publicStatus = async (publicId: string) => (await app.call(null, 'GET', `/api/public/invoice/${publicId}`)).invoice.status
const zones = async () =>
  (
    await app.sql<{ time_zone: string; chosen_time_zone: string | null }>('select time_zone, chosen_time_zone from users where id = $1', [
      ada.userId,
    ])
  )[0]

test('an invoice is overdue by the day of the chosen zone, for the owner and the customer', async () => {
  await create()
  const { id, publicId } = await sendInvoice({ dueDate: '2026-03-09' })
  app.setNow(instant)
  expect([await invoiceStatus(id), await publicStatus(publicId)]).toEqual(['sent', 'sent'])
  // Without a chosen zone the browser's counts, at once for its own requests.
  expect(await invoiceStatus(id, kiritimati)).toBe('overdue')
  await save({ timeZone: kiritimati })
  expect([await invoiceStatus(id), await invoiceStatus(id, pagoPago), await publicStatus(publicId)]).toEqual([
    'overdue',
    'overdue',
    'overdue',
  ])
  await save({ timeZone: pagoPago })
  expect([await invoiceStatus(id), await invoiceStatus(id, kiritimati), await publicStatus(publicId)]).toEqual(['sent', 'sent', 'sent'])
  await save({ timeZone: null })
  expect([await invoiceStatus(id), await invoiceStatus(id, kiritimati)]).toEqual(['sent', 'overdue'])
})

test('the current user contains the chosen zone, and the browser’s is stored all the same', async () => {
  const user = async (zone: string) => (await app.call(ada, 'GET', '/api/auth/user', undefined, browser(zone))).timeZone
  expect(await user('Europe/Berlin')).toBeNull()
  await create({ timeZone: kiritimati })
  expect(await user(pagoPago)).toBe(kiritimati)
  expect(await zones()).toEqual({ time_zone: pagoPago, chosen_time_zone: kiritimati })
  expect((await readSaved()).timeZone).toBe(kiritimati)
  // Without a chosen zone, the last one that a browser sent counts for requests of others.
  await save({ timeZone: '' })
  expect(await user(pagoPago)).toBeNull()
  const { publicId } = await sendInvoice({ dueDate: '2026-03-08' })
  app.setNow(instant)
  expect(await publicStatus(publicId)).toBe('sent')
})

test('document numbers, answers to estimates and conversions use the chosen zone', async () => {
  await create({ timeZone: kiritimati, invoiceDueDays: 14 })
  const year = new Date('2026-12-31T12:00:00Z')
  app.setNow(year)
  expect((await app.call(ada, 'GET', '/api/invoices/next-number', undefined, browser('UTC'))).invoiceNumber).toContain('2027')
  const customer = await app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: 'zone@acme.example' })
  const estimate = await app.call(ada, 'POST', '/api/estimates', {
    customerId: customer.id,
    estimateNumber: 'Z-1',
    status: 'sent',
    issueDate: '2026-12-01',
    expiryDate: '2026-12-31',
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: 10 }],
  })
  // In UTC the estimate would still be open.
  const publicId = await getPublicId(app, estimate.id)
  const url = `/api/public/estimate/${publicId}` as const
  expect((await app.call(null, 'GET', url)).state).toBe('expired')
  expect((await app.send(null, 'POST', `${url}/accept`, { name: 'Jane', version: estimate.version })).status).toBe(409)
  await app.send(ada, 'PUT', `/api/estimates/${estimate.id}`, {
    customerId: customer.id,
    estimateNumber: 'Z-1',
    issueDate: '2026-12-01',
    expiryDate: '2027-01-31',
    status: 'sent',
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: 10 }],
  })
  const converted = await app.send(ada, 'POST', `/api/estimates/${estimate.id}/convert`)
  expect(converted.body).toMatchObject({ issueDate: '2027-01-01', dueDate: '2027-01-15' })
})

test('a payment that a job finds has the day of the chosen zone', async () => {
  await app.send(ada, 'GET', '/api/auth/user', undefined, browser(kiritimati))
  await create({ timeZone: pagoPago })
  const { id, publicId } = await sendInvoice()
  await payAtCheckout(String((await app.send(null, 'GET', `/pay/${publicId}/checkout`)).headers.location), '4242424242424242')
  const from = today(new Date(), pagoPago)
  await app.sql("update graphile_worker._private_jobs set run_at = now() where key like 'check-%'")
  const days = () => app.sql<{ day: string }>('select payment_date::text as day from payments where document_id = $1', [id])
  await expect.poll(async () => (await days()).length, { timeout: 60_000 }).toBe(1)
  // The two zones are 25 hours apart, so their days always differ.
  expect([from, today(new Date(), pagoPago)]).toContain((await days())[0]!.day)
})

test('the zone is read together with the session and never stored in it', async () => {
  await create({ timeZone: kiritimati })
  await app.send(ada, 'GET', '/api/auth/user')
  // Old enough to be extended, which rewrites the session.
  await app.sql(
    "update sessions set sess = jsonb_set(sess::jsonb, '{cookie,expires}', to_jsonb((now() + interval '2 days')::text))::json where sess ->> 'userId' = $1",
    [String(ada.userId)],
  )
  const stored = () => app.sql<{ sess: object }>("select sess from sessions where sess ->> 'userId' = $1", [String(ada.userId)])
  const before = await stored()
  expect((await app.call(ada, 'GET', '/api/auth/user')).timeZone).toBe(kiritimati)
  const after = await stored()
  expect(after).not.toEqual(before)
  expect(Object.keys(after[0]!.sess).sort()).toEqual(['cookie', 'signedInAt', 'userId'])
  // A zone inside the stored session is ignored.
  await app.sql(
    "update sessions set sess = jsonb_set(sess::jsonb, '{timeZone}', '\"Pacific/Pago_Pago\"')::json where sess ->> 'userId' = $1",
    [String(ada.userId)],
  )
  await save({ timeZone: '' })
  const { id } = await sendInvoice({ dueDate: '2026-03-08' })
  app.setNow(instant)
  expect(await invoiceStatus(id)).toBe('overdue')
})
