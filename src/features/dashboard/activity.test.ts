import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a document that became a draft again, and an answer that was taken back, are not in the activity', async () => {
  app.setNow(new Date())
  const ivy = await app.person('ivy')
  const customerId = (await app.call(ivy, 'POST', '/api/customers', { name: 'Kim & Co' })).id
  const lineItems = [{ description: 'Work', quantity: 1, unitPrice: '10.00' }]
  const form = { customerId, status: 'sent', issueDate: '2026-07-01', lineItems }
  const invoiceForm = { ...form, invoiceNumber: 'A-1', dueDate: '2030-07-31' }
  const estimateForm = { ...form, estimateNumber: 'E-1', expiryDate: '2030-07-31' }
  const activity = async () => (await app.call(ivy, 'GET', '/api/dashboard')).recentActivity.map(({ text }) => text)
  const invoice = await app.call(ivy, 'POST', '/api/invoices', invoiceForm)
  const estimate = await app.call(ivy, 'POST', '/api/estimates', estimateForm)
  const answered = await app.send(null, 'POST', `/api/public/estimate/${estimate.publicUrl!.split('/').at(-1)}/decline`, {
    version: estimate.version,
    reason: 'Too dear',
  })
  expect(answered.status).toBe(200)
  const added = 'New customer Kim & Co added'
  const sent = 'Invoice A-1 for Kim & Co marked as sent'
  expect(await activity()).toEqual(['Estimate E-1 declined by Kim & Co', 'Estimate E-1 for Kim & Co marked as sent', sent, added])
  await app.call(ivy, 'PUT', `/api/invoices/${invoice.id}`, { ...invoiceForm, status: 'draft' })
  await app.call(ivy, 'PUT', `/api/estimates/${estimate.id}`, estimateForm)
  expect(await activity()).toEqual(['Estimate E-1 for Kim & Co marked as sent', added])
  await app.call(ivy, 'PUT', `/api/invoices/${invoice.id}`, invoiceForm)
  expect(await activity()).toEqual([sent, 'Estimate E-1 for Kim & Co marked as sent', added])
})
