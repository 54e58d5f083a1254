import { expect, test } from 'vitest'
import {
  ada,
  app,
  bob,
  customerId,
  draft,
  dumpDatabase,
  estimate,
  makeInvoice,
  sendRaw,
  sent,
  setUpRegressionApp,
} from './testing/fixture.ts'

// Advisories about access to other users' data: by id, by link, by header, or by a request from another site.

setUpRegressionApp()

const unchanged = async (work: () => Promise<void>) => {
  const before = await dumpDatabase()
  await work()
  expect(await dumpDatabase()).toEqual(before)
}
const answerBody = { name: 'Bob', version: 1 }

test('GHSA-9hx6-6h6f-2wq3: the holder of an invoice’s link sees that invoice without record ids, without the customer’s record, and nothing of other documents', async () => {
  const other = await makeInvoice({ notes: 'OTHER-PAPER' })
  const { status, bytes, headers, body } = await app.send(null, 'GET', `/api/public/invoice/${sent.publicId}`)
  expect(status).toBe(200)
  expect(bytes.toString()).not.toMatch(/OTHER-PAPER|pay@acme|userId|customerId|"email":"ada|stripeSecret|whsec/)
  expect(bytes.toString()).not.toContain(other.publicId)
  expect(body.invoice.id).toBe(sent.publicId)
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store, private',
  })
})

test('GHSA-f95x-25mh-wcxv: draft, deleted and unknown invoices are indistinguishable for a visitor', async () => {
  const gone = await makeInvoice()
  await app.send(ada, 'DELETE', `/api/invoices/${gone.id}`)
  await app.send(null, 'GET', `/api/public/invoice/${draft.publicId}`)
  await unchanged(async () => {
    for (const id of [draft.publicId || 'none', gone.publicId, 'A'.repeat(sent.publicId.length), String(sent.id), draft.number]) {
      for (const path of ['', '/pdf', '/receipt', '/logo'])
        expect([id, path, (await app.send(null, 'GET', `/api/public/invoice/${id}${path}`)).status]).toEqual([id, path, 404])
      const order = { amount: '150.25', currency: 'USD', intent: 'CAPTURE' }
      for (const [method, path, body] of [
        ['GET', 'paypal-setup', undefined],
        ['POST', 'paypal-order', order],
        ['POST', 'mark-paid', undefined],
        ['POST', 'create-payment', undefined],
      ] as const)
        expect([id, path, (await app.send(null, method, `/api/invoices/${id}/${path}`, body)).status]).toEqual([
          id,
          path,
          expect.toSatisfy((status: number) => status === 404 || status === 401),
        ])
      const link = await app.send(null, 'GET', `/pay/${id}/checkout`)
      expect([id, String(link.headers.location ?? link.status)]).toEqual([id, expect.stringMatching(/^(\/pay-invoice\/|404)/)])
    }
  })
})

test('GHSA-chqc-v432-8pj8: the ids of customers’ links have at least 128 random bits, and no two share a prefix', async () => {
  const documents = await Promise.all(Array.from({ length: 20 }, () => makeInvoice()))
  const ids = [...documents.map(({ publicId }) => publicId), sent.publicId, estimate.publicId]
  for (const id of ids) expect(id).toMatch(/^[\w-]{22,}$/)
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(new Set(ids).size)
})

test('GHSA-7r3g-fppx-2p79 (CVE-2026-61562): a mail scanner that opens every link of an estimate does not answer it', async () => {
  await app.send(null, 'GET', `/api/public/estimate/${estimate.publicId}`)
  await unchanged(async () => {
    for (const verb of ['accept', 'decline', 'approve', 'reject'])
      for (const path of [
        `/api/public/estimate/${estimate.publicId}/${verb}`,
        `/review-estimate/${estimate.publicId}/${verb}`,
        `/review-estimate/${estimate.publicId}?${verb}=1`,
      ])
        for (const method of ['GET', 'HEAD', 'OPTIONS']) {
          const { status } = await sendRaw(path, { method, headers: { 'user-agent': 'MailScanner/1.0', purpose: 'prefetch' } })
          expect([method, path, status]).toEqual([method, path, 404])
        }
  })
})

test('GHSA-2c9x-9qvc-r45r, GHSA-pjf5-c2m5-7m4x, GHSA-6xj3-274m-4mvg, GHSA-v7xm-q6rp-w6c5: an estimate cannot be answered by its record id or by the public id of another document', () =>
  unchanged(async () => {
    for (const who of [null, bob])
      for (const id of [String(estimate.id), estimate.number, sent.publicId, `${estimate.publicId}x`, estimate.publicId.slice(0, -1)])
        for (const verb of ['accept', 'decline']) {
          const reply = await app.send(
            who,
            'POST',
            `/api/public/estimate/${id}/${verb}`,
            verb === 'accept' ? answerBody : { reason: 'no', version: 1 },
          )
          expect([id, verb, reply.status]).toEqual([id, verb, 404])
        }
    // Nor by a page of another site in the browser of the link's holder.
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[])
      expect((await app.send(null, 'POST', `/api/public/estimate/${estimate.publicId}/accept`, answerBody, headers)).status).toBe(403)
  }))

test('IDURAR issue 1428: a document’s PDF is for its owner or the holder of its link', async () => {
  for (const path of [
    `/api/invoices/${sent.id}/pdf`,
    `/api/estimates/${estimate.id}/pdf`,
    `/api/invoices/download?ids=${sent.id}`,
    `/api/invoices/${sent.id}/receipt`,
  ]) {
    expect([path, (await app.send(null, 'GET', path)).status]).toEqual([path, 401])
    expect([path, (await app.send(bob, 'GET', path)).status]).toEqual([path, 404])
  }
})

test('CVE-2026-28685, CVE-2026-7093, Faveo issue 3685, GHSA-h4xh-4jwc-485r: another user’s record id is not found in paths, queries and bodies', () =>
  unchanged(async () => {
    const document = {
      customerId,
      invoiceNumber: 'B-1',
      issueDate: '2026-01-05',
      dueDate: '2030-02-04',
      lineItems: [{ description: 'x', quantity: 1, unitPrice: 1 }],
    }
    const statement = { customerId, from: '2026-01-01', to: '2026-01-31' }
    const expense = { description: 'x', amount: 1, category: 'Travel', expenseDate: '2026-01-02', customerId }
    for (const [method, path, body] of [
      ['GET', `/api/invoices/${sent.id}`, undefined],
      ['PUT', `/api/invoices/${sent.id}`, document],
      ['DELETE', `/api/invoices/${sent.id}`, undefined],
      ['POST', `/api/invoices/${sent.id}/send-email`, {}],
      ['POST', '/api/invoices', document],
      ['POST', '/api/expenses', expense],
      ['POST', '/api/reports/statement-emails', statement],
      ['GET', `/api/reports?type=statement&customerId=${customerId}&from=2026-01-01&to=2026-12-31`, undefined],
    ] as const) {
      const { status, bytes } = await app.send(bob, method, path, body)
      expect([method, path, [400, 404].includes(status), bytes.includes('Acme')]).toEqual([method, path, true, false])
    }
  }))

test('GHSA-xc3g-x39m-684g: sessions and exports of other users cannot be reached by counting ids', async () => {
  const { id } = await app.call(ada, 'POST', '/api/account/exports')
  const session = (await app.call(ada, 'GET', '/api/account/sessions'))[0]!
  for (const path of [`/api/account/exports/${id}`, `/api/account/exports/${id}/download`])
    expect([path, (await app.send(bob, 'GET', path)).status]).toEqual([path, 404])
  expect((await app.send(bob, 'DELETE', `/api/account/sessions/${session.ref}`)).status).toBe(404)
  expect((await app.send(ada, 'GET', '/api/account')).status).toBe(200)
  expect(String(session.ref)).toMatch(/^[\w-]{16,}$/)
})

test('Bigcapital issue 990, CVE-2021-36801, CVE-2026-55610: the owner follows from the session only: no header, query or field names another one', async () => {
  const names = [
    'organization-id',
    'x-organization-id',
    'x-user-id',
    'x-tenant',
    'x-company-id',
    'company',
    'x-forwarded-user',
    'remote-user',
    'x-original-url',
  ]
  const headers = Object.fromEntries(names.map((name) => [name, name === 'x-original-url' ? '/api/admin/users' : String(ada.userId)]))
  const mine = await app.send(bob, 'GET', '/api/customers', undefined, headers)
  expect([mine.status, mine.body]).toEqual([200, []])
  expect((await app.send(null, 'GET', '/api/customers', undefined, headers)).status).toBe(401)
  await unchanged(async () => {
    for (const name of ['userId', 'user_id', 'companyId', 'company_id', 'ownerId', 'tenant', 'organizationId']) {
      expect([name, (await app.send(bob, 'GET', `/api/customers?${name}=${ada.userId}`)).status]).toEqual([name, 400])
      expect([name, (await app.send(bob, 'POST', '/api/customers', { name: 'x', [name]: ada.userId })).status]).toEqual([name, 400])
      expect([
        name,
        (await app.send(bob, 'PUT', '/api/account/name', { firstName: 'x', lastName: 'y', [name]: ada.userId })).status,
      ]).toEqual([name, 400])
    }
  })
  // There are no paths with the id of a company.
  expect((await sendRaw(`/${ada.userId}/api/customers`, { headers: { cookie: bob.cookie } })).body).not.toContain('Acme')
})

test('IDURAR issue 1470 (GHSA-8468-63jh-xjf2), GHSA-p875-mj5j-x2fc, GHSA-x38q-xhjj-jr8w: a password is changed with the current one by its owner, and not by the id of an account', () =>
  unchanged(async () => {
    for (const path of [
      `/api/admin/users/${ada.userId}/password`,
      `/api/admin/password-update/${ada.userId}`,
      `/api/account/${ada.userId}/password`,
      `/api/users/${ada.userId}`,
    ])
      for (const method of ['POST', 'PUT'] as const)
        expect([path, (await app.send(bob, method, path, { password: 'a new one of bob', next: 'a new one of bob' })).status]).toEqual([
          path,
          404,
        ])
    const body = { current: 'another horse battery', next: 'a new one of bob', userId: ada.userId, email: ada.email }
    expect((await app.send(bob, 'POST', '/api/account/password', body)).status).toBe(400)
    expect(
      (await app.send(bob, 'POST', '/api/account/password', { current: 'correct horse battery', next: 'a new one of bob' })).status,
    ).toBe(400)
    expect((await app.send(bob, 'POST', '/api/account/delete', { email: ada.email, password: 'correct horse battery' })).status).toBe(400)
  }))

test('GHSA-9372-vj68-hmc3, GHSA-mhvh-4j3w-7pvj, GHSA-qf9q-2hxm-4wh9, GHSA-qx8h-35wf-cgqf: nothing is deleted, stopped or sent by a GET or by a request from another site', async () => {
  const deeds = app.routes.map(({ endpoint }) => endpoint).filter(({ method, access }) => method !== 'GET' && access !== 'public')
  expect(deeds.length).toBeGreaterThan(40)
  await unchanged(async () => {
    for (const { method, path } of deeds) {
      const url = path.replace(/:(\w+)/g, (_, name) => (name === 'id' ? String(sent.id) : '1'))
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }] as Record<
        string,
        string
      >[]) {
        const reply = await app.send(ada, method, url, method === 'DELETE' ? undefined : {}, headers)
        expect([method, url, reply]).toMatchObject([
          method,
          url,
          { status: 403, body: { message: 'This request comes from another site and was refused' } },
        ])
      }
    }
    for (const path of [
      '/api/customers/1/delete',
      `/api/invoices/${sent.id}/delete`,
      `/api/invoices/${sent.id}/send-email`,
      `/api/invoices/${sent.id}/restore`,
      '/api/business-profiles/logo',
      '/api/account/delete',
      '/api/account/sessions/end-others',
    ])
      expect([path, (await app.send(ada, 'GET', path)).status]).toEqual([path, 404])
    // No query or header turns a GET into another method.
    for (const headers of [
      { 'x-http-method-override': 'DELETE' },
      { 'x-http-method': 'DELETE' },
      { 'x-method-override': 'DELETE' },
    ] as Record<string, string>[])
      expect((await app.send(ada, 'GET', `/api/invoices/${sent.id}`, undefined, headers)).status).toBe(200)
  })
})

test('InvoicePlane 1.7.2: opening a draft’s PDF leaves it a draft', async () => {
  expect((await app.send(ada, 'GET', `/api/invoices/${draft.id}/pdf`)).status).toBe(200)
  await app.send(ada, 'GET', `/api/invoices/download?ids=${draft.id}`)
  await app.send(ada, 'GET', `/api/invoices/${draft.id}/email-preview`)
  expect((await app.call(ada, 'GET', `/api/invoices/${draft.id}`)).status).toBe('draft')
})
