import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { getPublicId } from '#server/testing/records.ts'

// Fixture for tests of the public review page: `createReviewFixture()` sets up an app for the file, and a user with a customer 'Kim & Co' for each test.

export let app: TestApp
export let ada: Person
let customerId: number
let count = 0

/** Must be called once by each test file, as the files of a worker share this module, which is evaluated only once. */
export const createReviewFixture = () => {
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    ada = await app.person(`ada${++count}`)
    customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Kim & Co', email: 'kim@customer.example' })).body.id
  })
}

export type SentEstimate = { id: number; number: string; publicId: string; version: number }

/** The form of an estimate of $162.65. @param over fields to replace */
export const form = (over: object = {}) => ({
  customerId,
  estimateNumber: `R-${++count}`,
  status: 'sent',
  issueDate: '2026-01-05',
  expiryDate: '2030-02-04',
  taxRate: 8.25,
  notes: 'Thanks',
  lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.25' }],
  ...over,
})

/** Creates a sent estimate, or one with other fields. */
export const make = async (over: object = {}): Promise<SentEstimate> => {
  const { status, body } = await app.send(ada, 'POST', '/api/estimates', form(over))
  expect([status, body.message]).toEqual([201, undefined])
  return { id: body.id, number: body.estimateNumber, publicId: await getPublicId(app, body.id), version: body.version }
}

export const readPublic = (publicId: string, who: Person | null = null) => app.send(who, 'GET', `/api/public/estimate/${publicId}`)
export const accept = ({ publicId, version }: SentEstimate, over: object = {}, who: Person | null = null) =>
  app.send(who, 'POST', `/api/public/estimate/${publicId}/accept`, { name: 'Kim Lee', version, ...over })
export const decline = ({ publicId, version }: SentEstimate, over: object = {}) =>
  app.send(null, 'POST', `/api/public/estimate/${publicId}/decline`, { reason: 'Too dear', version, ...over })
export const saved = async ({ id }: SentEstimate) => (await app.send(ada, 'GET', `/api/estimates/${id}`)).body
/** Saves the estimate with changed fields as its owner. */
export const save = async (of: SentEstimate, over: object) => {
  const { version, status } = await saved(of)
  return app.send(ada, 'PUT', `/api/estimates/${of.id}`, form({ estimateNumber: of.number, status, version, ...over }))
}
export const events = async ({ id }: SentEstimate): Promise<{ kind: string; by: string; changes: { field: string; after: string }[] }[]> =>
  (await app.send(ada, 'GET', `/api/estimates/${id}/history`)).body.events
export const invoices = (): Promise<{ id: number; number: string; status: string }[]> =>
  app.sql("select id::int, number, status from documents where user_id = $1 and type = 'invoice'", [ada.userId])
/** The owner's notifications about an estimate, once the job queue is empty. */
export const listOwnerNotifications = async ({ number }: SentEstimate) => {
  await expect.poll(() => app.sql('select 1 from graphile_worker._private_jobs'), { timeout: 15_000 }).toEqual([])
  return (await app.mails(0)).filter(({ to, subject }) => to.address === ada.email && subject.startsWith(`Estimate ${number} `))
}
