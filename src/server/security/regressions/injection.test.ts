import { expect, test } from 'vitest'
import { ada, app, bob, customerId, dumpDatabase, makeInvoice, sendRaw, sent, setUpRegressionApp } from './testing/fixture.ts'

// Advisories about injected input: SQL, formulas, serialized objects, unexpected fields.

setUpRegressionApp()

// Executed sleeps would exceed the test's timeout.
const sleeps = [
  "'; select pg_sleep(60)--",
  "' or '1'='1",
  "%' or 1=1--",
  '\\',
  "x'||(select pg_sleep(60))||'",
  '{{x}}',
  '1) union select password_hash from identity_accounts--',
]

test('GHSA-g7f2-mj3r-xx88: search text is data: a quote finds quotes, and runs nothing', async () => {
  await app.send(ada, 'POST', '/api/customers', { name: "O'Brien; drop table customers--" })
  for (const path of ['/api/customers', '/api/items', '/api/expenses', '/api/invoices', '/api/estimates', '/api/customers/summary'])
    for (const search of sleeps) {
      const { status, bytes } = await app.send(ada, 'GET', `${path}?search=${encodeURIComponent(search)}`)
      expect([path, search, status, bytes.includes('argon2')]).toEqual([path, search, 200, false])
    }
  for (const search of sleeps) expect((await app.send(ada, 'GET', `/api/search?q=${encodeURIComponent(search)}`)).status).toBeLessThan(500)
  const found = await app.send(ada, 'GET', `/api/customers?search=${encodeURIComponent("O'Brien; drop")}`)
  expect(found.body).toHaveLength(1)
  // Wildcards match themselves.
  for (const search of ['%', '_', '.*', '[', '('])
    expect([search, await app.call(ada, 'GET', `/api/customers?search=${encodeURIComponent(search)}`)]).toEqual([search, []])
})

test('GHSA-6qfv-cg7h-956g, GHSA-x6rh-cr7q-5w7j, GHSA-34g5-4hfc-g983, GHSA-mhvf-2mxp-57g4: numbers of settings are numbers, and change no other column', async () => {
  const columns = () =>
    app.sql(
      'select table_name, column_name, data_type, numeric_precision, numeric_scale from information_schema.columns where table_schema = $1 order by 1, 2',
      ['public'],
    )
  const before = await columns()
  const numbering = { prefix: 'I-', date: 'YYYY', padding: 4, restart: 'year', nextCounter: 1 }
  const { id } = (await app.call(ada, 'GET', '/api/business-profile'))!
  for (const value of ['2) ; drop table customers--', '2, add column x int', "3' or '1", { $gt: 0 }, ['2']]) {
    expect((await app.send(ada, 'PUT', '/api/invoice-numbering', { ...numbering, padding: value })).status).toBe(400)
    expect((await app.send(ada, 'PUT', `/api/business-profile/${id}`, { businessName: 'Ada Works', defaultTaxRate: value })).status).toBe(
      400,
    )
    expect((await app.send(ada, 'PUT', `/api/business-profile/${id}`, { businessName: 'Ada Works', invoiceDueDays: value })).status).toBe(
      400,
    )
  }
  expect(await columns()).toEqual(before)
})

test('CVE-2026-39356, GHSA-vv4r-cgmw-w6x2, GHSA-98vm-2r9v-mpgj: no part of a request becomes the name of a column or a table', async () => {
  const admin = await app.person('admin')
  for (const path of ['/api/customers', '/api/items', '/api/expenses', '/api/invoices', '/api/estimates', '/api/admin/users'])
    for (const sort of [
      'name"; drop table customers--',
      'user_id',
      'search_text',
      '(select 1)',
      '1',
      'name desc, user_id',
      'constructor',
      '__proto__',
    ]) {
      const who = path.startsWith('/api/admin') ? admin : ada
      const { status } = await app.send(who, 'GET', `${path}?sort=${encodeURIComponent(sort)}`)
      expect([path, sort, status]).toEqual([path, sort, 400])
    }
  for (const query of ['type=users', 'type=revenue"; select 1', 'type=revenue&group=user_id'])
    expect((await app.send(ada, 'GET', `/api/reports?from=2026-01-01&to=2026-01-31&${query}`)).status).toBe(400)
  // Invented cursors are refused.
  for (const after of [
    "' or 1=1",
    Buffer.from('["a","b"]').toString('base64url'),
    Buffer.from('{"id":"1 or 1=1"}').toString('base64url'),
  ]) {
    const { status, body } = await app.send(ada, 'GET', `/api/customers?after=${encodeURIComponent(after)}`)
    expect([after, status === 400 || (status === 200 && body.length <= 2)]).toEqual([after, true])
  }
})

test('CVE-2026-42267: text that starts like a formula is not a formula in any spreadsheet file', async () => {
  const formulas = ['=cmd|" /C calc"!A0', '+1+1', '-1+1', '@SUM(1)', '\t=1', '\r=1', '=HYPERLINK("http://evil.example","x")', '＝1']
  for (const name of formulas) {
    await app.send(ada, 'POST', '/api/customers', { name: `${name}`, company: name, address: name })
    await app.send(ada, 'POST', '/api/items', { name, unitPrice: 1, description: name })
    await app.send(ada, 'POST', '/api/expenses', {
      description: name,
      vendor: name,
      amount: 1,
      category: 'Travel',
      expenseDate: '2026-01-02',
    })
  }
  await makeInvoice({ invoiceNumber: '=1+1', customerId: (await app.call(ada, 'GET', '/api/customers?search=SUM'))[0]!.id })
  const range = 'from=2026-01-01&to=2026-12-31'
  const files = [
    '/api/customers/export',
    '/api/items/export',
    '/api/expenses/export',
    '/api/invoices/export',
    '/api/estimates/export',
    `/api/reports/export?type=expenses&format=csv&${range}`,
    `/api/books/journal?format=csv&${range}`,
  ]
  for (const path of files) {
    const { status, bytes } = await app.send(ada, 'GET', path)
    expect([path, status]).toEqual([path, 200])
    const cells = bytes
      .toString()
      .replace(/^\uFEFF/, '')
      .split(/\r\n|,(?=")|(?<="),|,/)
    const running = cells
      .map((cell) => cell.replace(/^"/, ''))
      .filter((cell) => /^[=+@\t\r＝]/.test(cell) || /^-(?!\d+\.\d\d$)./.test(cell))
    expect([path, running]).toEqual([path, []])
  }
  // An hledger journal consists of lines: no text adds one.
  const description = 'x\n2026-01-01 forged\n  Assets:Bank  1000'
  const expense = { description, amount: 1, category: 'Travel', expenseDate: '2026-01-02' }
  expect((await app.send(ada, 'POST', '/api/expenses', expense)).status).toBe(400)
  // The books do not rely on that.
  const { id } = await app.call(ada, 'POST', '/api/expenses', { ...expense, description: 'x' })
  await app.sql('update expenses set description = $2 where id = $1', [id, description])
  expect((await app.send(ada, 'GET', `/api/books/journal?${range}`)).bytes.toString()).not.toMatch(/^2026-01-01 forged/m)
})

const serialised = [
  'O:8:"stdClass":1:{s:1:"x";i:1;}',
  'rO0ABXNyABdqYXZhLnV0aWw',
  '{"__js_function":"require(\'child_process\')"}',
  '_$$ND_FUNC$$_function(){process.exit()}()',
  '!!js/function "process.exit()"',
  '\u0080\u0004\u0095',
]

test('CVE-2024-55555, Invoice Ninja issue 5909: nothing that a visitor sends is deserialized: URLs, cookies and tokens are looked up or refused', async () => {
  for (const text of serialised) {
    const packed = Buffer.from(text).toString('base64url')
    for (const path of [
      `/route/${packed}`,
      `/api/public/invoice/${packed}`,
      `/sign-in/reset-password?token=${packed}`,
      `/api/objects/uploads/${packed}.x`,
    ]) {
      const { status } = await sendRaw(path)
      expect([path, status < 500]).toEqual([path, true])
    }
    for (const cookie of [
      `billfold.sid=${encodeURIComponent(text)}`,
      `billfold.sid=${packed}.${packed}`,
      `XSRF-TOKEN=${packed}; laravel_session=${packed}`,
    ])
      expect([cookie, (await app.send({ ...ada, cookie }, 'GET', '/api/auth/user')).status]).toEqual([cookie, 401])
  }
  expect((await app.send(null, 'POST', '/api/public/confirm-email', { token: serialised[0] })).status).toBe(404)
})

test('CVE-2021-36800, CVE-2021-36802: an invalid language, time zone or currency is refused or ignored, and not run or stored', async () => {
  const { id } = (await app.call(ada, 'GET', '/api/business-profile'))!
  // biome-ignore lint/suspicious/noTemplateCurlyInString: template code of other languages is the attack
  for (const value of ['en;system("id")', '../../en', 'x'.repeat(5000), '${process.exit()}', 'constructor', '\u0000', 'UTC; select 1']) {
    for (const field of ['documentLanguage', 'timeZone', 'pageSize']) {
      const reply = await app.send(ada, 'PUT', `/api/business-profile/${id}`, { businessName: 'Ada Works', [field]: value })
      expect([field, value.slice(0, 30), reply.status]).toEqual([field, value.slice(0, 30), 400])
    }
    if (!value.includes('\u0000'))
      expect(
        (
          await app.send(ada, 'GET', '/api/dashboard', undefined, {
            'x-time-zone': value.slice(0, 2000),
            'accept-language': value.slice(0, 2000),
          })
        ).status,
      ).toBe(200)
  }
  // The page of the next visitor is unchanged.
  expect((await app.send(null, 'GET', `/api/public/invoice/${sent.publicId}`)).status).toBe(200)
})

test('GHSA-hvvh-fjx5-9j55: two concurrent requests for the same invoice create one invoice and one email', async () => {
  const customer = await app.call(ada, 'POST', '/api/customers', { name: 'Twice', email: 'twice@acme.example' })
  const body = {
    customerId: customer.id,
    invoiceNumber: 'TWICE-1',
    status: 'sent',
    issueDate: '2026-01-05',
    dueDate: '2030-02-04',
    lineItems: [{ description: 'x', quantity: 1, unitPrice: 1 }],
  }
  const replies = await Promise.all(
    Array.from({ length: 6 }, () =>
      app.send(ada, 'POST', '/api/invoices', body, { 'idempotency-key': 'one and the same'.replaceAll(' ', '-') }),
    ),
  )
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  // Without a key, the invoice number can be used once.
  const again = await Promise.all(
    Array.from({ length: 3 }, () => app.send(ada, 'POST', '/api/invoices', { ...body, invoiceNumber: 'TWICE-2', status: 'draft' })),
  )
  expect(again.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  await dumpDatabase()
  expect((await app.mails(0)).filter(({ to }) => to.address === 'twice@acme.example')).toHaveLength(1)
})

test('ASVS V15.3.3: the server’s own fields are refused in every body that creates or changes a record', async () => {
  const before = await dumpDatabase()
  const own = {
    id: 1,
    userId: bob.userId,
    version: 1,
    createdAt: '2026-01-01',
    trialInvoicesUsed: 0,
    subscriptionStatus: 'active',
    isAdmin: true,
    status: 'paid',
    amountPaid: '150.25',
    publicId: 'mine',
    homeTotal: '0.01',
  }
  for (const [path, body] of [
    ['/api/customers', { name: 'x' }],
    ['/api/items', { name: 'x', unitPrice: 1 }],
    ['/api/expenses', { description: 'x', amount: 1, category: 'Travel', expenseDate: '2026-01-02' }],
    [
      '/api/invoices',
      {
        customerId,
        invoiceNumber: 'M-1',
        issueDate: '2026-01-05',
        dueDate: '2030-02-04',
        lineItems: [{ description: 'x', quantity: 1, unitPrice: 1 }],
      },
    ],
  ] as const)
    for (const [name, value] of Object.entries(own))
      expect([path, name, (await app.send(ada, 'POST', path, { ...body, [name]: value })).status]).toEqual([path, name, 400])
  for (const name of ['email', 'isAdmin', 'subscriptionStatus', 'trialInvoicesUsed', 'emailVerified'])
    expect([name, (await app.send(ada, 'PUT', '/api/account/name', { firstName: 'A', lastName: 'B', [name]: 'x' })).status]).toEqual([
      name,
      400,
    ])
  expect(await dumpDatabase()).toEqual(before)
})

test('ASVS V15.3.6, V15.3.7: prototypes cannot be reached, and duplicate fields or parameters are refused', async () => {
  for (const body of [
    '{"name":"x","__proto__":{"isAdmin":true}}',
    '{"name":"x","constructor":{"prototype":{"isAdmin":true}}}',
    '{"name":"x","\\u005f_proto__":{"isAdmin":true}}',
  ])
    expect([body, (await app.send(ada, 'POST', '/api/customers', body)).status]).toEqual([body, 400])
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  for (const query of ['limit=1&limit=2', 'search=a&search=b', 'search[]=a', 'search[$ne]=a', 'limit[__proto__]=1', '__proto__[x]=1'])
    expect([query, (await app.send(ada, 'GET', `/api/customers?${query}`)).status]).toEqual([query, 400])
})

test('ASVS V1.4.2, V16.5.1: NUL, lone surrogates and very long parts of any URL cause no server error', async () => {
  const faults: unknown[] = []
  for (const { endpoint } of app.routes.filter(({ endpoint: { path } }) => path.includes(':')))
    for (const odd of ['x%00', '%ff', '%0d%0aset-cookie:x=1', '%F0%9F%91%8D']) {
      const url = endpoint.path.replace(/:(\w+)$|:(\w+)(?=\/)/g, (_, last, first) =>
        (last ?? first) === 'id' && !/\/:id$/.test(endpoint.path) ? String(sent.id) : odd,
      )
      const { status, headers } = await app.send(
        ada,
        endpoint.method,
        url,
        endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : {},
      )
      if (status >= 500 || String(headers['set-cookie'] ?? '').includes('x=1')) faults.push([endpoint.method, url, status])
    }
  expect(faults).toEqual([])
})
