import { describe, expect, test } from 'vitest'
import { createEstimateFixture, noon } from './testing/estimate-fixture.ts'

const { app, customerId, ada, send, sql, ask, create, edit, one, history, kinds } = createEstimateFixture()

const row = async (id: number) =>
  (
    await sql<Record<string, unknown>>(
      `select status, customer_snapshot is not null and business_snapshot is not null as "isKept", sent_at is not null as "isSent",
              withdrawn_at is not null as "isWithdrawn", exists (select 1 from estimate_responses where user_id = $1 and document_id = $2) as "isAnswered"
       from documents where user_id = $1 and id = $2`,
      [ada().userId, id],
    )
  )[0]!

describe('an estimate that leaves draft', () => {
  test.each(['sent', 'rejected', 'expired'])(
    'as %s keeps both parties as they stand, and has an address that only its customer knows',
    async (status) => {
      const { id, publicUrl } = await create()
      expect(publicUrl).toBeNull()
      const reply = await edit(id, { status })
      expect(reply.body).toMatchObject({ status, publicUrl: expect.stringMatching(/^http:\/\/[^/]+\/review-estimate\/[\w-]{24}$/) })
      expect(await row(id)).toMatchObject({ status, isKept: true, isSent: true, isWithdrawn: false })
      await send('PUT', `/api/customers/${customerId()}`, { name: 'Renamed', company: null, email: 'new@acme.example' })
      expect((await one(id)).customer).toEqual({ name: 'Acme', company: 'Acme Inc.', email: 'new@acme.example' })
      expect((await edit(id, { status, notes: 'x' })).body.customer.name).toBe('Acme')
      // Only an estimate that was sent has a 'sent' event.
      expect(await kinds(id)).toEqual(['edited', 'edited', ...(status === 'sent' ? ['sent'] : []), 'created'])
    },
  )

  test.each(['sent', 'rejected', 'expired'])('may be created as %s', async (status) => {
    const made = await ask({ status })
    expect([made.status, made.body.status]).toEqual([201, status])
    expect(made.body.publicUrl).toContain(`${app().origin}/review-estimate/`)
    expect(made.body).toEqual(await one(made.body.id))
    expect(await row(made.body.id)).toMatchObject({ status, isKept: true, isSent: true })
  })

  test('returns to draft: the stored parties are cleared, the public page shows it as withdrawn, and sending it again ends that', async () => {
    const { id } = await create({ status: 'sent' })
    expect((await edit(id, { status: 'draft' })).body).toMatchObject({ status: 'draft', publicUrl: null })
    expect(await row(id)).toMatchObject({ status: 'draft', isKept: false, isSent: false, isWithdrawn: true })
    await edit(id, { status: 'sent' })
    expect(await row(id)).toMatchObject({ status: 'sent', isKept: true, isSent: true, isWithdrawn: false })
    expect((await history('estimates', id)).filter(({ kind }) => kind === 'edited').map(({ changes }) => changes)).toEqual([
      [{ field: 'Status', before: 'Draft', after: 'Sent' }],
      [{ field: 'Status', before: 'Sent', after: 'Draft' }],
    ])
  })
})

describe('a sent estimate', () => {
  test('expires automatically once its expiry date has passed in the user’s time zone: in list, filter, totals, export, record and on the public page', async () => {
    const { id } = await create({ status: 'sent', expiryDate: '2026-03-10' })
    app().setNow(new Date('2026-03-11T02:00:00Z'))
    const seen = async (zone: string) => {
      const get = async (url: string) => (await send('GET', url, undefined, { 'x-time-zone': zone })).body
      return [
        (await get('/api/estimates'))[0].status,
        (await get(`/api/estimates/${id}`)).status,
        (await get('/api/estimates?status=expired')).length,
        (await get('/api/estimates?status=sent')).length,
        (await get('/api/estimates/summary?status=expired')).count,
        (await get('/api/estimates/summary?status=sent')).total,
        (await get(`/api/customers/${customerId()}/estimates`))[0].status,
      ]
    }
    expect(await seen('America/Los_Angeles')).toEqual(['sent', 'sent', 0, 1, 0, '162.40', 'sent'])
    expect(await seen('Europe/Berlin')).toEqual(['expired', 'expired', 1, 0, 1, '0.00', 'expired'])
    app().setNow(noon('2026-03-12'))
    const file = (await send('GET', '/api/estimates/export')).bytes.toString()
    expect(file).toContain('Expired')
  })

  test('that is shown as expired is open again when its expiry date moves, unless the owner set the status', async () => {
    const { id } = await create({ status: 'sent', expiryDate: '2026-03-09' })
    expect((await one(id)).status).toBe('expired')
    // The form sends the displayed status back.
    expect((await edit(id, { status: 'expired', expiryDate: '2026-03-20' })).body.status).toBe('sent')
    expect((await edit(id, { status: 'expired', expiryDate: '2026-03-20' })).body.status).toBe('expired')
    expect((await row(id)).status).toBe('expired')
    expect((await edit(id, { status: 'expired', expiryDate: '2026-03-30' })).body.status).toBe('expired')
    await edit(id, { status: 'sent' })
    // Setting an estimate past its expiry date to expired doesn't change the stored status.
    await edit(id, { status: 'rejected', expiryDate: '2026-03-09' })
    expect((await edit(id, { status: 'expired', expiryDate: '2026-03-09' })).body.status).toBe('expired')
    expect((await row(id)).status).toBe('sent')
    expect((await edit(id, { expiryDate: '2026-03-20' })).body.status).toBe('sent')
  })

  test('that has expired and is set to sent is unchanged, and no event is recorded', async () => {
    const { id } = await create({ status: 'sent', expiryDate: '2026-03-09' })
    expect((await edit(id, { status: 'sent', expiryDate: '2026-03-09' })).body.status).toBe('expired')
    expect(await kinds(id)).toEqual(['sent', 'created'])
  })
})

test.each(['sent', 'draft', 'rejected', 'expired'])(
  'what the customer answered no longer stands when the owner makes it %s',
  async (status) => {
    const { id } = await create({ status: 'sent' })
    const answer = [ada().userId, id, status === 'rejected' ? 'accepted' : 'rejected']
    await sql('update documents set status = $3 where user_id = $1 and id = $2', answer)
    await sql("insert into estimate_responses values ($1, $2, $3, '2026-03-09T08:00:00.123Z', 'Jane', '203.0.113.9', 'Too much')", answer)
    expect((await one(id)).answer).toEqual({ at: '2026-03-09T08:00:00.123Z', by: 'Jane', reason: 'Too much' })
    // Unchanged without an edit of the status.
    expect((await edit(id, { notes: 'x', status: undefined })).body.answer).not.toBeNull()
    expect((await edit(id, { status })).body).toMatchObject({ status, answer: null })
    expect(await row(id)).toMatchObject({ isAnswered: false })
  },
)
