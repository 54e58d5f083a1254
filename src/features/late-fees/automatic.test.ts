import { expect, test } from 'vitest'
import { createLateFeeFixture } from './testing/late-fee-fixture.ts'

const { app, ada, customer, send, read, save, readRule, invoice, getInvoice, pay, at, run, countFees, queuedAt } = createLateFeeFixture()

test('an automatic rule charges each morning, once, also when ten runs come at once', async () => {
  await app().sql(`update users set chosen_time_zone = 'Europe/Berlin' where id = $1`, [ada().userId])
  await save({ isAutomatic: true })
  expect(await queuedAt()).toBe('2050-03-02T05:00:00.000Z')
  const [id, silent] = [await invoice(), await invoice({ customerId: await customer({ email: null }) })]
  at('2050-03-21T05:00:00Z')
  await run()
  expect(await countFees()).toBe(0)
  at('2050-03-22T05:00:00Z')
  await Promise.all(Array.from({ length: 10 }, () => run()))
  for (const each of [id, silent]) {
    const { fees } = await read(each)
    expect(fees).toHaveLength(1)
    expect(await getInvoice(fees[0]!.invoice!.id)).toMatchObject({ status: 'sent', total: '12.00' })
  }
  expect(await queuedAt()).toBe('2050-03-23T05:00:00.000Z')
  const history = (await send('GET', `/api/invoices/${id}/history`)).body
  expect(history.events[0]).toMatchObject({ kind: 'late fee charged', by: 'Billfold' })
  await send('DELETE', '/api/late-fee-rule')
  at('2050-04-22T05:00:00Z')
  await run()
  expect(await countFees()).toBe(2)
})

test('after months of downtime one fee comes: the newest fixed one, or interest for all days', async () => {
  await save({ isAutomatic: true })
  const id = await invoice()
  at('2050-08-25')
  await run()
  await run()
  expect((await read(id)).fees).toMatchObject([{ occurrence: 6, firstDay: '2050-08-22', lastDay: '2050-09-21', amount: '12.00' }])
  const other = await invoice()
  await pay(id, '400.00', '2050-08-25')
  await save({ kind: 'yearly', amount: undefined, percent: '10', isAutomatic: true })
  await run()
  await run()
  // 400.00 x 10% x 158 days / 365
  expect((await read(other)).fees).toMatchObject([{ occurrence: 5, firstDay: '2050-03-17', lastDay: '2050-08-21', amount: '17.32' }])
})

test('more invoices than fit in one job are all charged, and one that fails says why and is tried again after an hour', async () => {
  await save({ isAutomatic: true })
  const ids = [await invoice(), await invoice(), await invoice()]
  await app().sql(`update users set subscription_status = 'trial', trial_invoices_used = 9 where id = $1`, [ada().userId])
  at('2050-03-22T05:00:00Z')
  await run()
  const rule = await readRule()
  expect(rule.problem).toBe('Your free trial has expired, please choose a plan to continue using the product')
  expect([await countFees(), await queuedAt()]).toEqual([1, '2050-03-22T06:00:00.000Z'])
  await app().sql(`update users set subscription_status = 'active' where id = $1`, [ada().userId])
  await run({ after: ids[1] })
  expect([await countFees(), (await read(ids[1]!)).fees.length]).toEqual([2, 0])
  await run()
  expect(await countFees()).toBe(3)
  expect((await readRule()).problem).toBeNull()
})
