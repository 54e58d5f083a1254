import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { uploadLogo } from '#server/testing/upload.ts'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'

// For tests of the profile: `profiling()` gives the file an app, and each test an owner without a profile.

export let app: TestApp
export let ada: Person
/** What the app logged, line by line. */
export const logged: string[] = []
let count = 0

/** To be called once by each file: the files of a worker share this module, which is evaluated for the first of them only. */
export const setUpProfileApp = () => {
  beforeAll(async () => {
    app = await createTestApp({ log: (line) => logged.push(line) })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    logged.length = 0
    ada = await app.person(`ada${++count}`)
  })
}

const path = '/api/business-profile'
export const read = async (who = ada) => (await app.send(who, 'GET', path)).body
export const create = (body: object = {}, headers: Record<string, string> = {}) =>
  app.send(ada, 'POST', path, { businessName: 'Ada Works', ...body }, headers)
/** Saves over the profile that is there. */
export const save = async (body: object, who = ada) =>
  app.send(who, 'PUT', `${path}/${(await read(who)).id}`, { businessName: 'Ada Works', ...body })
export const disconnect = async (provider: string) => app.send(ada, 'POST', `${path}/${(await read()).id}/disconnect`, { provider })

/** Keys that the card provider's simulator takes, each name an account. */
export const createCardKeys = (name: string) => {
  const { publishableKey, secretKey } = deriveStripeKeys(name)
  return { stripePublishableKey: publishableKey, stripeSecretKey: secretKey }
}
/** Keys that the wallet's simulator takes. */
export const createWalletKeys = (name: string) => {
  const { clientId, clientSecret } = derivePayPalKeys(name)
  return { paypalClientId: clientId, paypalClientSecret: clientSecret }
}
export const walletKeys = createWalletKeys('wallet of ada')

/** The path of a logo that somebody has just uploaded. */
export const uploadNewLogo = async (who = ada): Promise<string> => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  return (await uploadLogo(app, who, picture)).body.objectPath
}

/** An invoice of $150.25 that was sent, and the id by which its customer finds it. */
export const sendInvoice = async (over: object = {}) => {
  const customer = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme' })).body
  const made = await app.send(ada, 'POST', '/api/invoices', {
    customerId: customer.id,
    invoiceNumber: `B-${++count}`,
    status: 'sent',
    issueDate: '2026-01-05',
    dueDate: '2099-02-04',
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.25' }],
    ...over,
  })
  const [row] = await app.sql<{ public_id: string }>('select public_id from public_invoices where invoice_id = $1', [made.body.id])
  return { id: made.body.id as number, publicId: row!.public_id }
}
