import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createRecords, getPublicId } from '#server/testing/records.ts'
import { uploadLogo } from '#server/testing/upload.ts'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'

// For tests of the profile: `setUpProfileApp()` creates an app for the file, and for each test an owner without a profile.

export let app: TestApp
export let ada: Person
/** The lines that the app logged. */
export const logged: string[] = []
let count = 0

/** Call it once in each file: the files of a worker share this module, which is evaluated for the first of them only. */
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
export const read = (owner = ada) => app.call(owner, 'GET', path)
/** Reads a profile that exists. */
export const readSaved = async (owner = ada) => (await read(owner))!
export const create = (body: object = {}, headers: Record<string, string> = {}) =>
  app.send(ada, 'POST', path, { businessName: 'Ada Works', ...body }, headers)
/** Updates the existing profile. */
export const save = async (body: object, who = ada) =>
  app.send(who, 'PUT', `${path}/${(await readSaved(who)).id}`, { businessName: 'Ada Works', ...body })
export const disconnect = async (provider: string) => app.send(ada, 'POST', `${path}/${(await readSaved()).id}/disconnect`, { provider })

/** Keys that the Stripe simulator accepts; each name is an account. */
export const createCardKeys = (name: string) => {
  const { publishableKey, secretKey } = deriveStripeKeys(name)
  return { stripePublishableKey: publishableKey, stripeSecretKey: secretKey }
}
/** Keys that the PayPal simulator accepts; each name is an account. */
export const createWalletKeys = (name: string) => {
  const { clientId, clientSecret } = derivePayPalKeys(name)
  return { paypalClientId: clientId, paypalClientSecret: clientSecret }
}
export const walletKeys = createWalletKeys('wallet of ada')

/** Uploads a logo. @returns its path */
export const uploadNewLogo = async (who = ada): Promise<string> => {
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  return (await uploadLogo(app, who, picture)).body.objectPath
}

/** Creates a sent invoice of $150.25. */
export const sendInvoice = async (fields: object = {}) => {
  const lineItems = [{ description: 'Design', quantity: 1, unitPrice: '150.25' }]
  const { id } = await createRecords(app, ada).invoice({ invoiceNumber: `B-${++count}`, status: 'sent', lineItems, ...fields })
  return { id, publicId: await getPublicId(app, id) }
}
