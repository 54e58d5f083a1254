import type { APIRequestContext } from '@playwright/test'
import { createRecords } from '../../e2e/support/records.ts'
import { addBusiness, type BusinessName, businesses } from '../seed/businesses.ts'
import type { Records } from './screens.ts'

const longName = 'Wolfeschlegelsteinhausenbergerdorff & Söhne Großhandels GmbH'

/** Fills the signed-in account with the texts and amounts that break layouts: long, large, from right to left, and in scripts without spaces. */
export const addUglyRecords = async (request: APIRequestContext): Promise<Records> => {
  const records = createRecords(request)
  const customer = await records.customer({
    name: longName,
    email: `${'a'.repeat(50)}@${'very-long-domain-name.'.repeat(3)}example`,
    company: 'شركة الاختبار المحدودة',
  })
  await records.customer({ name: '東京都千代田区丸の内一丁目九番一号 株式会社サンプル商事', email: 'kei@example.jp' })
  await records.customer({ name: 'شركة النور للتجارة والمقاولات العامة والتوريدات الدولية' })
  await records.item({ name: longName, unitPrice: '99999999.99', description: 'x'.repeat(200) })
  await records.expense({ description: longName, category: 'Travel', amount: '99999999.99', expenseDate: '2026-01-31', vendor: longName })
  const rate = {
    name: 'Mehrwertsteuer mit Gemeinde- und Landeszuschlag',
    components: ['Bundessteuer', 'Landeszuschlag', 'Kulturförderungsabgabe der Gemeinde', 'Abgabe'].map((name, i) => ({
      ...{ name, percent: ['7.125', '3.3333', '1', '0.0001'][i], isCompound: i === 2 },
    })),
  }
  const taxRateId = (await (await request.post('/api/tax-rates', { data: rate })).json()).id as number
  const lines = [
    {
      taxRateId,
      discountPercent: '1.25',
      unitCode: 'STN',
      description: 'Beratung, Konzeption und Umsetzung der Schnittstellen einschließlich Dokumentation und Abnahme',
      quantity: '1',
      // With its taxes nearly the largest amount.
      unitPrice: '88888888.888888',
    },
    {
      taxRateId,
      kind: 'charge',
      description: 'Versicherter Versand mit Spedition bis zur Bordsteinkante',
      quantity: '1',
      unitPrice: '1234.56',
    },
  ]
  const invoice = await records.invoice({
    customerId: customer.id,
    invoiceNumber: 'RECHNUNG-2026-000000000000001',
    status: 'sent',
    lineItems: lines,
    dueDate: '2026-02-01',
  })
  const estimate = await records.estimate({
    customerId: customer.id,
    estimateNumber: 'KOSTENVORANSCHLAG-2026-0000001',
    status: 'sent',
    lineItems: lines,
  })
  const post = async (path: string, data: object) => (await request.post(`/api/books/${path}`, { data })).json()
  await post('opening-balances', {
    customerId: customer.id,
    amount: '99999999.99',
    day: '2026-02-28',
    dueDate: '2026-02-01',
    reference: 'RECHNUNG-2025-000000000000001',
  })
  const fee = { template: 'bank-fee', day: '2026-02-27', amount: '99999999.99', debitAccount: 6020, creditAccount: 1000 }
  for (const description of [longName.repeat(4), 'شركة الاختبار المحدودة']) await post('manual-entries', { ...fee, description })
  await post('closings', { throughDay: '2026-01-31' })
  const closing = await post('closings', { throughDay: '2026-02-28' })
  await post(`closings/${closing.id}/reopen`, { reason: `Rechnung vergessen: ${'x'.repeat(60)} شركة الاختبار المحدودة 東京都千代田区` })
  const recurring = await request.post('/api/recurring-invoices', {
    data: {
      ...{ customerId: customer.id, startDay: '2030-01-31', frequency: 'monthly', every: 11, onDays: [1, 9, 13, 22, 29, 30, 31, -1] },
      ...{ maxCount: 9999, timeZone: 'America/Argentina/ComodRivadavia', dueDays: 365, sendsInvoices: false },
      content: { lineItems: lines.map(({ unitPrice, ...line }) => ({ ...line, unitPrice, description: `${line.description}, {period}` })) },
    },
  })
  const { payPage } = await records.paymentLink(invoice.id)
  return {
    customerId: customer.id,
    invoiceId: invoice.id,
    estimateId: estimate.id,
    recurringId: (await recurring.json()).id,
    payPage,
    reviewPage: estimate.publicUrl && new URL(estimate.publicUrl).pathname,
  }
}

/** The records of a seeded account that screens of one record show. */
export const findRecords = async (request: APIRequestContext): Promise<Records> => {
  const list = async <T>(path: string) => (await (await request.get(path)).json()) as T[]
  const [invoices, estimates, customers, recurring] = await Promise.all([
    list<{ id: number; status: string }>('/api/invoices?limit=100'),
    list<{ id: number; publicUrl: string | null }>('/api/estimates?limit=100'),
    list<{ id: number }>('/api/customers?limit=1'),
    list<{ id: number }>('/api/recurring-invoices'),
  ])
  const invoice = invoices.find(({ status }) => status === 'overdue') ?? invoices[0]!
  const estimate = estimates.find(({ publicUrl }) => publicUrl) ?? estimates[0]!
  const { payPage } = await createRecords(request).paymentLink(invoice.id)
  return {
    customerId: customers[0]!.id,
    invoiceId: invoice.id,
    estimateId: estimate.id,
    recurringId: recurring[0]?.id,
    payPage,
    reviewPage: estimate.publicUrl && new URL(estimate.publicUrl).pathname,
  }
}

/** Fills the signed-in account with a business outside the United States. */
export const addBusinessRecords = async (request: APIRequestContext, name: BusinessName): Promise<Records> => {
  const send = (method: 'POST' | 'PUT') => async (path: string, data: object) => {
    const reply = await request.fetch(`/api/${path}`, { method, data })
    if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`)
    return reply.json()
  }
  const post = send('POST')
  const { customerId, invoiceId, estimate } = await addBusiness(
    { post, put: send('PUT'), saveProfile: (profile) => post('business-profile', profile) },
    businesses[name],
  )
  const { payPage } = await createRecords(request).paymentLink(invoiceId)
  return { customerId, invoiceId, estimateId: estimate.id, payPage, reviewPage: estimate.publicUrl && new URL(estimate.publicUrl).pathname }
}
