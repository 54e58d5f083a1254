import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { demoIssuer } from '#server/platform/auth/users/find-user.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { invoice } from '#shared/contract/invoices.ts'
import { maxDemos } from './demo-accounts.ts'

vi.setConfig({ testTimeout: 60_000 })

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Opens a demo account as a browser at `address` does. @returns the reply and the signed-in person */
const openDemo = async (app: TestApp, cookie = '') => {
  const reply = await app.http.inject({ method: 'POST', url: '/demo', headers: { ...form, ...(cookie && { cookie }) }, payload: '' })
  const [user] = await app.sql<{ id: number }>('select id from users where issuer = $1 order by id desc limit 1', [demoIssuer])
  const session = String(reply.headers['set-cookie'] ?? '').split(';')[0]!
  return { reply, person: { userId: user?.id ?? 0, email: '', cookie: session } satisfies Person }
}

/** A saved line as an edit sends it. */
const toInput = ({ id, description, quantity, unitPrice }: { id: number; description: string; quantity: string; unitPrice: string }) => ({
  ...{ id, description, quantity, unitPrice },
})

describe('with demo accounts', () => {
  let app: TestApp
  let demo: Person
  let ada: Person
  beforeAll(async () => {
    app = await createTestApp({ demo: true })
    ada = await app.person('ada')
    const opened = await openDemo(app)
    expect([opened.reply.statusCode, opened.reply.headers.location]).toEqual([303, '/'])
    demo = opened.person
  })
  afterAll(() => app.close())

  test('a visitor is signed in to a year of sample data, whose books balance', async () => {
    const user = await app.call(demo, 'GET', '/api/auth/user')
    expect(user).toMatchObject({ firstName: 'Dana', email: null, subscriptionStatus: 'trial' })
    const left = Date.parse(user.demoEndsAt!) - Date.now()
    expect(left > 58 * 60_000 && left <= 60 * 60_000).toBe(true)
    expect((await app.call(demo, 'GET', '/api/invoices?limit=1000')).length).toBeGreaterThan(200)
    expect(await app.call(demo, 'GET', '/api/business-profile')).toMatchObject({ businessName: 'Sunrise Studio' })
    expect(await app.call(demo, 'GET', '/api/books/health')).toMatchObject({ findings: [] })
    expect((await app.call(demo, 'GET', '/api/search?q=Okafor')).hits.length).toBeGreaterThan(0)
    expect((await app.call(ada, 'GET', '/api/auth/user')).demoEndsAt).toBeNull()
  })

  test('the sample year shows discounts, shipping, units and documents with two tax rates, which a form computes alike', async () => {
    const invoices: z.input<typeof invoice>[] = (await app.send(demo, 'GET', '/api/invoices?limit=1000')).body
    const withTwoRates = invoices.filter(({ taxes }) => new Set(taxes.map(({ taxRateId }) => taxRateId)).size > 1)
    const lines = invoices.flatMap(({ lineItems }) => lineItems)
    expect([
      withTwoRates.length > 5,
      invoices.some(({ discountPercent }) => discountPercent !== null),
      lines.some(({ kind, description }) => kind === 'charge' && description === 'Shipping'),
      new Set(lines.map(({ unitCode }) => unitCode)).size > 5,
    ]).toEqual([true, true, true, true])
    const items: { id: number; unitPrice: string }[] = (await app.send(demo, 'GET', '/api/items')).body
    const prices = new Map(items.map(({ id, unitPrice }) => [id, unitPrice]))
    expect(lines.filter(({ itemId, unitPrice }) => itemId && unitPrice !== prices.get(itemId))).toEqual([])
    // Saving one as it is asks the server for the same totals again.
    const drafts = invoices.filter(({ status }) => status === 'draft')
    // The year depends on the day, and not each has a draft with a discount.
    const draft = drafts.find(({ discountPercent }) => discountPercent !== null) ?? drafts[0]!
    const { id, customerId, invoiceNumber, issueDate, dueDate, subtotal, taxAmount, total, version } = draft
    const edit = { customerId, invoiceNumber, issueDate, dueDate, subtotal, taxAmount, total, version }
    const saved = await app.send(demo, 'PUT', `/api/invoices/${id}`, { ...edit, notes: 'Checked', lineItems: draft.lineItems.map(toInput) })
    expect([saved.status, saved.body]).toMatchObject([200, { total, taxAmount, netAmount: draft.netAmount, taxes: draft.taxes }])
  })

  test('the sample year tells what happens after invoices were sent, with figures that add up', async () => {
    const get = async (path: string) => (await app.send(demo, 'GET', path)).body
    const invoices: z.input<typeof invoice>[] = await get('/api/invoices?limit=1000')
    const of = (name: string, ...about: string[]) =>
      invoices
        .filter(({ customer, lineItems }) => customer.name === name && lineItems.some(({ description }) => about.includes(description)))
        .toSorted((a, b) => a.id - b.id)

    const [deposit] = invoices.filter(({ kind }) => kind === 'deposit')
    const [work] = invoices.filter(({ lineItems }) => lineItems.some(({ kind }) => kind === 'deposit'))
    expect([deposit, work]).toMatchObject([
      { status: 'paid', netAmount: '1683.00', total: '1821.85' },
      { status: 'sent', netAmount: '3927.00', total: '4250.98', amountPaid: '0.00' },
    ])
    expect((await get(`/api/invoices/${deposit!.id}/history`)).deductedFrom).toMatchObject([{ id: work!.id, amount: '1683.00' }])

    const [estimate] = (await get('/api/estimates?limit=1000')).filter(
      ({ customer, lineItems }: z.input<typeof invoice>) =>
        customer.name === 'Ethan Brooks' && lineItems[0]!.description.startsWith('Online shop'),
    )
    expect(await get(`/api/estimates/${estimate.id}/progress`)).toMatchObject({
      ...{ total: '9140.00', billed: '6398.00', left: '2742.00' },
      invoices: [
        { status: 'paid', balanceDue: '0.00' },
        { status: 'paid', balanceDue: '0.00' },
      ],
    })

    const histories = await Promise.all(
      invoices
        .filter(({ amountPaid, balanceDue }) => amountPaid !== '0.00' && balanceDue !== '0.00')
        .map(({ id }) => get(`/api/invoices/${id}/history`)),
    )
    const schedules = histories.map(({ instalments }) => instalments).filter(({ length }) => length > 0)
    expect(
      schedules.map((all: { amount: string; balanceDue: string }[]) =>
        all.map(({ amount, balanceDue }) => balanceDue === '0.00' || balanceDue === amount),
      ),
    ).toEqual([[true, true, true]])

    const notes = await get('/api/credit-notes')
    const [wrong, right] = of('Zoe Anderson', 'Business cards, 100')
    expect([wrong, right]).toMatchObject([
      { status: 'paid', total: '1037.90', amountCredited: '843.05', amountPaid: '194.85', settledBy: 'credited' },
      { status: 'paid', total: '140.51', amountPaid: '140.51' },
    ])
    const [goodwill, correction] = notes
    expect([correction.invoice.id, goodwill.invoice, goodwill.total, notes.length]).toEqual([wrong!.id, null, '216.50', 2])

    const [settled] = of('Priya Patel', 'Website maintenance').filter(({ creditApplied }) => creditApplied !== '0.00')
    expect(settled).toMatchObject({ status: 'paid', total: '161.29', creditApplied: '161.29', amountPaid: '0.00' })
    expect(await get(`/api/customers/${settled!.customerId}/credit`)).toMatchObject([{ source: { id: goodwill.id }, amount: '55.21' }])
    const [overpaid] = of('Hannah Fischer', 'Consulting on the online course')
    expect(overpaid).toMatchObject({ status: 'paid', total: '833.53', amountPaid: '1071.68', paymentAttention: 'overpaid' })
    expect(await get(`/api/customers/${overpaid!.customerId}/credit`)).toMatchObject([{ source: { id: overpaid!.id }, amount: '238.15' }])

    const writtenOff = invoices.filter(({ settledBy }) => settledBy === 'written off')
    expect(writtenOff.map(({ amountPaid }) => amountPaid).toSorted()).toEqual(['0.00', '900.00'])
    const [late] = of('Nina Petrova', 'Translation of the website into English')
    expect(late).toMatchObject({ status: 'paid', total: '1667.05', amountWrittenOff: '767.05' })
    expect((await get(`/api/invoices/${late!.id}/history`)).writeOffs).toMatchObject([{ reversal: null }, { reversal: { by: 'payment' } }])

    const [overdue] = of('Oliver Smith', 'Landing page').filter(({ total }) => total === '2002.63')
    const { fees } = await get(`/api/invoices/${overdue!.id}/late-fees`)
    expect([overdue!.status, fees]).toMatchObject(['overdue', [{ amount: '25.00', isWaived: false }]])
    expect(invoices.find(({ id }) => id === fees[0].invoice.id)).toMatchObject({ status: 'sent', total: '25.00' })

    const [{ first, last, used }] = (await app.sql<{ first: number; last: number; used: number }>(
      `select current_date - least(min(d.issue_date), min(p.payment_date)) as first, current_date - greatest(max(d.issue_date), max(p.payment_date)) as last,
         (select trial_invoices_used from users where id = $1) as used
       from documents d left join payments p on p.user_id = $1 and p.document_id = d.id where d.user_id = $1`,
      [demo.userId],
    )) as [{ first: number; last: number; used: number }]
    expect([first <= 366, last >= 0, used]).toEqual([true, true, 0])
  })

  test('a demo account and all others are strangers', async () => {
    const { person: other } = await openDemo(app)
    const [invoice] = await app.call(demo, 'GET', '/api/invoices?limit=1')
    for (const stranger of [other, ada]) {
      expect(stranger.userId).not.toBe(demo.userId)
      expect((await app.send(stranger, 'GET', `/api/invoices/${invoice!.id}`)).status).toBe(404)
    }
    const { id } = await app.call(ada, 'POST', '/api/customers', { name: 'Grace Hopper' })
    expect((await app.send(demo, 'GET', `/api/customers/${id}`)).status).toBe(404)
    expect((await app.send(demo, 'DELETE', `/api/customers/${id}`)).status).toBe(404)
  })

  test('a user who is signed in keeps the session, and gets no demo', async () => {
    const count = async () => (await app.sql<{ n: number }>('select count(*)::int as n from users'))[0]!.n
    const before = await count()
    const { reply } = await openDemo(app, ada.cookie)
    expect([reply.statusCode, reply.headers.location, reply.headers['set-cookie']]).toEqual([303, '/', undefined])
    expect(await count()).toBe(before)
  })

  test('a demo account has a small quota, of which its sample year takes less than half', async () => {
    const used = await app.call(demo, 'GET', '/api/account/storage')
    expect(used).toMatchObject({ maxRecords: 2000, maxBytes: 10 * 1_048_576 })
    expect([used.records > 300, used.records < 1000, used.bytes < 5 * 1_048_576]).toEqual([true, true, true])
    const rows = Array.from({ length: 2000 - used.records + 1 }, (_, i) => ({ line: i + 2, values: { name: `Demo customer ${i}` } }))
    const importing = (rows: object[]) => app.send(demo, 'POST', '/api/customers/import', { rows, skipExisting: false })
    const refused = await importing(rows)
    expect([refused.status, refused.body.message]).toEqual([413, expect.stringContaining('An account can hold 2,000 records')])
    expect((await app.call(demo, 'GET', '/api/account/storage')).records).toBe(used.records)
    expect((await app.call(ada, 'GET', '/api/account/storage')).maxRecords).toBe(100_000)
  })

  test('API tokens, plans and payment keys are refused; the rest of the profile is saved', async () => {
    const refusals = [
      ['POST', '/api/account/tokens', { name: 'x', scopes: ['invoices:read'], expiresInDays: 30 }],
      ['POST', '/api/get-or-create-subscription', { plan: 'monthly' }],
      ['POST', '/api/create-customer-portal', undefined],
    ] as const
    for (const [method, url, body] of refusals) {
      const { status, body: refusal } = await app.send(demo, method, url, body)
      expect([url, status, refusal.message]).toEqual([url, 403, expect.stringContaining('are not part of the demo')])
    }
    const profile = await app.call(demo, 'GET', '/api/business-profile')
    const save = (body: object) => app.send(demo, 'PUT', `/api/business-profile/${profile!.id}`, { businessName: 'Sunrise', ...body })
    expect((await save({ stripePublishableKey: 'pk_live_x', stripeSecretKey: 'sk_live_x' })).body.message).toMatch(/^Payment keys are not/)
    expect((await save({})).status).toBe(200)
  })

  test('an email of a demo account goes nowhere, those of others are sent', async () => {
    const mail = async (who: Person, name: string) => {
      const customer = await app.call(who, 'POST', '/api/customers', { name, email: `${name}@example.com` })
      const lineItems = [{ description: 'Work', quantity: '1', unitPrice: '10.00' }]
      const dates = { issueDate: '2026-01-05', dueDate: '2026-02-05' }
      await app.call(who, 'POST', '/api/invoices', {
        customerId: customer.id,
        invoiceNumber: `M-${name}`,
        ...dates,
        status: 'sent',
        lineItems,
      })
    }
    await mail(demo, 'nobody')
    await vi.waitFor(async () => {
      const sent = await app.sql("select 1 from document_emails where user_id = $1 and state = 'accepted'", [demo.userId])
      expect(sent.length).toBe(1)
    }, 20_000)
    await mail(ada, 'grace')
    const mails = await app.mails(1)
    expect(mails.map(({ to }) => to.address)).toEqual(['grace@example.com'])
  })

  test('a demo account is deleted after its hour, an account of a user never', async () => {
    const remove = app.runners.find(({ name }) => name === 'demo.delete')!
    const queued = await app.sql<{ minutes: number }>(
      `select extract(epoch from run_at - now())::float8 / 60 as minutes from graphile_worker.jobs where task_identifier = 'demo.delete'`,
    )
    expect(queued.length).toBeGreaterThan(0)
    for (const { minutes } of queued) expect(minutes > 55 && minutes <= 60).toBe(true)
    await remove.run({ userId: demo.userId })
    expect(await app.sql('select 1 from users where id = $1', [demo.userId])).toEqual([])
    expect((await app.send(demo, 'GET', '/api/invoices')).status).toBe(401)
    await remove.run({ userId: ada.userId })
    expect((await app.send(ada, 'GET', '/api/auth/user')).status).toBe(200)
  })

  test('there is a limit per address, and one for all together', async () => {
    await app.sql("insert into users (issuer, subject) select $1, 'full-' || n from generate_series(1, $2::int) n", [demoIssuer, maxDemos])
    const full = await openDemo(app)
    expect([full.reply.statusCode, full.reply.headers['set-cookie']]).toEqual([503, undefined])
    expect(full.reply.body).toContain('All demo accounts are in use at the moment.')
    await app.sql("delete from users where subject like 'full-%'")
    // This machine's own address may open ten times as many.
    await app.sql("update rate_counts set count = 50 where key like 'demo accounts %'")
    const refused = await openDemo(app)
    expect(refused.reply.statusCode).toBe(429)
    expect(refused.reply.body).toContain('Too many demo accounts within a short time.')
    expect(refused.reply.headers['retry-after']).toMatch(/^\d+$/)
  })
})

test('without demo accounts the address does not exist', async () => {
  const app = await createTestApp()
  try {
    expect((await openDemo(app)).reply.statusCode).toBe(404)
  } finally {
    await app.close()
  }
})
