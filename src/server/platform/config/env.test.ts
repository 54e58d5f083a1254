import { expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { readEnv, SettingError } from './env.ts'

test('an empty variable counts as unset', () => {
  const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATA_DIR', 'DATABASE_URL', 'SECRET_KEY', 'SMTP_URL', 'MAIL_FROM', 'SANDBOX', 'LOG_LEVEL']
  expect(readEnv(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readEnv({}))
  expect(readEnv({})).toMatchObject({ port: 3000, host: 'localhost', sandbox: true, mailbox: true })
})

test.each([
  [{}, true, true],
  [{ HOST: '127.0.0.1' }, true, true],
  // Other machines of the network can connect.
  [{ HOST: '0.0.0.0' }, false, false],
  // A container whose port may be published: emails are not shown to a client that only sends a local Host header.
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, true, false],
  [{ PUBLIC_URL: 'https://billfold.example.com' }, false, false],
  [{ PUBLIC_URL: 'https://billfold.example.com', SANDBOX: 'on' }, true, false],
  [{ SANDBOX: 'off' }, false, true],
  [{ STRIPE_API_ORIGIN: 'http://localhost:9' }, false, true],
  [{ PAYPAL_API_ORIGIN: 'http://127.0.0.1:9' }, false, true],
  [{ SMTP_URL: 'smtp://localhost' }, true, false],
  [{ NODE_ENV: 'production' }, true, false],
])('with %j the sandbox is on: %s, the mailbox: %s', (variables, sandbox, mailbox) => {
  expect(readEnv(variables)).toMatchObject({ sandbox, mailbox })
})

test.each([
  [{ PORT: '70000' }, 'PORT must be a port number from 0 to 65535.'],
  [{ PUBLIC_URL: 'ftp://x' }, 'PUBLIC_URL must be an address without a path, like https://billfold.example.com.'],
  [
    { DATABASE_URL: 'mysql://x' },
    'DATABASE_URL must look like postgres://user:password@host:5432/database, with special characters written as %XX.',
  ],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must be 32 bytes in base64; make one with: openssl rand -base64 32.'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must look like smtp://user:password@host:587.'],
  [{ OIDC_ISSUER: 'https://id.example.com' }, 'OIDC_CLIENT_ID must be set together with OIDC_ISSUER.'],
  [{ SANDBOX: 'maybe' }, 'SANDBOX must be on, off or auto.'],
  [{ DEMO: 'maybe' }, 'DEMO must be on, off or auto.'],
  [{ ECB_RATES: 'maybe' }, 'ECB_RATES must be on or off.'],
  [{ SERVICE_WORKER: 'maybe' }, 'SERVICE_WORKER must be on or off.'],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be json or text.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be silent, fatal, error, warn, info, debug or trace.'],
  [
    { DATABASE_URL: 'postgres://app:hunter2@db/app?sslmode=requrie' },
    'DATABASE_URL may have as sslmode only disable, allow, prefer, require, verify-ca, verify-full, no-verify.',
  ],
])('%j is wrong, and a sentence says why', (variables, sentence) => {
  expect(() => readEnv(variables)).toThrow(sentence)
})

test('a provider’s origin may be http on this machine only', () => {
  expect(readEnv({}).paypalApiOrigin).toBeNull()
  expect(readEnv({ PAYPAL_API_ORIGIN: 'https://pay.example.com' }).paypalApiOrigin).toBe('https://pay.example.com')
  for (const name of ['STRIPE_API_ORIGIN', 'PAYPAL_API_ORIGIN', 'ECB_ORIGIN']) {
    expect(() => readEnv({ [name]: 'http://pay.example.com' })).toThrow(`${name} may be http on this machine only`)
    expect(() => readEnv({ [name]: 'pay.example.com' })).toThrow(`${name} must be an http(s) address`)
  }
})

test('former master keys are listed beside the current one', () => {
  const [present, former, older] = [1, 2, 3].map((n) => Buffer.alloc(32, n).toString('base64')) as [string, string, string]
  expect(readEnv({ SECRET_KEY: present }).secretKeyPrevious).toEqual([])
  expect(readEnv({ SECRET_KEY: present, SECRET_KEY_PREVIOUS: `${former}, ${older}` }).secretKeyPrevious).toEqual([former, older])
  expect(() => readEnv({ SECRET_KEY_PREVIOUS: former })).toThrow('SECRET_KEY must be set together')
  expect(() => readEnv({ SECRET_KEY: present, SECRET_KEY_PREVIOUS: `${former},short` })).toThrow(/^SECRET_KEY_PREVIOUS must be/)
})

test('the keys of the product’s own account are a pair of one mode', () => {
  const pair = (secret: string, publishable: string) =>
    readEnv({ BILLING_STRIPE_SECRET_KEY: secret, BILLING_STRIPE_PUBLISHABLE_KEY: publishable }).billing
  expect(readEnv({}).billing).toBeNull()
  expect(pair('sk_live_1a', 'pk_live_2b')).toEqual({ secretKey: 'sk_live_1a', publishableKey: 'pk_live_2b' })
  expect(pair('rk_test_1a', 'pk_test_2b')).toEqual({ secretKey: 'rk_test_1a', publishableKey: 'pk_test_2b' })
  expect(() => pair('sk_live_1a', 'pk_test_2b')).toThrow('both be live keys')
  expect(() => pair('sk_live_1a', '')).toThrow('must be set together')
  expect(() => pair('', 'pk_live_2b')).toThrow('must be set together')
  expect(() => pair('pk_live_2b', 'sk_live_1a')).toThrow(
    /^BILLING_STRIPE_SECRET_KEY must be a secret key.*\nBILLING_STRIPE_PUBLISHABLE_KEY must/,
  )
})

test('the plans’ prices are parsed to cents', () => {
  expect(readEnv({}).prices).toEqual({ monthly: cents(999), yearly: cents(9999) })
  expect(readEnv({ PRICE_MONTHLY: '12', PRICE_YEARLY: '120.50' }).prices).toEqual({ monthly: cents(1200), yearly: cents(12_050) })
  for (const wrong of ['9,99', '0.49', '0', '-1', '9.999', '1e3', '$9.99'])
    expect(() => readEnv({ PRICE_MONTHLY: wrong })).toThrow(/^PRICE_MONTHLY must be/)
})

test('the admin is an email address, or unset', () => {
  expect(readEnv({}).adminEmail).toBeNull()
  expect(readEnv({ ADMIN_EMAIL: 'boss@example.com' }).adminEmail).toBe('boss@example.com')
  expect(() => readEnv({ ADMIN_EMAIL: 'boss' })).toThrow('ADMIN_EMAIL must be an email address')
})

test('trusted proxies are addresses and networks', () => {
  expect(readEnv({}).trustedProxies).toEqual([])
  expect(readEnv({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1' }).trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1'])
  for (const wrong of ['nginx', '10.0.0.0/33', '10.0.0.1/', '127.0.0.1,', '1/2/3'])
    expect(() => readEnv({ TRUSTED_PROXIES: wrong })).toThrow(/^TRUSTED_PROXIES must be network addresses/)
})

test('all errors are reported at once, one sentence each, without the values', () => {
  const read = () => readEnv({ PORT: 'x', DATABASE_URL: 'postgres://app:hunter2%zz@db/app', SMTP_URL: 'ftp://hunter2' })
  expect(read).toThrow(SettingError)
  expect(read).toThrow(/^PORT .*\.\nDATABASE_URL .*%XX\.\nSMTP_URL .*\.$/)
  expect(read).not.toThrow(/hunter2/)
})

const s3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'bills',
  S3_REGION: 'eu-1',
  S3_ACCESS_KEY_ID: 'AK',
  S3_SECRET_ACCESS_KEY: 'hunter2',
}
test('the settings of a bucket are all set, or none', () => {
  expect(readEnv({}).s3).toBeNull()
  expect(readEnv(s3).s3).toEqual({
    endpoint: 'https://s3.example.com',
    bucket: 'bills',
    region: 'eu-1',
    accessKeyId: 'AK',
    secretAccessKey: 'hunter2',
  })
  for (const name of Object.keys(s3)) {
    const rest = { ...s3, [name]: '' }
    expect(() => readEnv(rest)).toThrow(`${name} must be set together with the other settings that begin with S3_.`)
    expect(() => readEnv(rest)).not.toThrow(/hunter2/)
  }
  const named = Object.keys(s3).filter((name) => name !== 'S3_BUCKET')
  expect(() => readEnv({ S3_BUCKET: 'bills' })).toThrow(`${named.join(', ')} must be set together`)
})

test.each([
  ['S3_ENDPOINT', 's3.example.com', 'must be the http(s) address of an S3-compatible store'],
  ['S3_ENDPOINT', 'https://user:secret@s3.example.com', 'must be the http(s) address'],
  ['S3_BUCKET', 'Bills/../x', 'must be a bucket name'],
  ['S3_REGION', 'eu 1', 'must be a region name'],
  ['S3_SECRET_ACCESS_KEY', 'hunter 2', 'must be printable characters without spaces'],
])('%s=%s stops the start: %s', (name, value, why) => {
  expect(() => readEnv({ ...s3, [name]: value })).toThrow(`${name} ${why}`)
})

test('native apps are configured by certificates and ids; none by default', () => {
  expect(readEnv({}).appLinks).toEqual({ androidCertificates: [], appleAppIds: [] })
  const [first, second] = [Array<string>(32).fill('ab').join(':'), Array<string>(32).fill('0F').join(':')]
  const ids = 'ABCDE12345.app.billfold.mobile, FGHIJ67890.app.billfold.mobile'
  expect(readEnv({ ANDROID_APP_CERTIFICATES: `${first}, ${second}`, APPLE_APP_IDS: ids }).appLinks).toEqual({
    androidCertificates: [first.toUpperCase(), second],
    appleAppIds: ['ABCDE12345.app.billfold.mobile', 'FGHIJ67890.app.billfold.mobile'],
  })
  for (const wrong of ['AB:CD', first.slice(3), `${first}:AB`, first.replaceAll(':', ''), `${first},`, `${first} ${second}`])
    expect(() => readEnv({ ANDROID_APP_CERTIFICATES: wrong })).toThrow(/^ANDROID_APP_CERTIFICATES must be SHA-256 fingerprints/)
  for (const wrong of ['app.billfold.mobile', 'abcde12345.app', 'ABCDE12345.a/b', 'ABCDE12345.'])
    expect(() => readEnv({ APPLE_APP_IDS: wrong })).toThrow(/^APPLE_APP_IDS must be app ids of Apple/)
})

test.each([
  [{}, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ PUBLIC_URL: 'https://billfold.example.com' }, false],
  [{ PUBLIC_URL: 'https://billfold.example.com', DEMO: 'on' }, true],
  [{ DEMO: 'off' }, false],
])('with %j visitors may open demo accounts: %s', (variables, demo) => {
  expect(readEnv(variables)).toMatchObject({ demo })
})

test('the operator and the source code are named, or unset', () => {
  expect(readEnv({})).toMatchObject({ operator: null, sourceUrl: null })
  const named = { OPERATOR: ' Example GmbH, hello@example.com ', SOURCE_URL: 'https://git.example.com/billfold' }
  expect(readEnv(named)).toMatchObject({ operator: 'Example GmbH, hello@example.com', sourceUrl: 'https://git.example.com/billfold' })
  expect(() => readEnv({ SOURCE_URL: 'javascript:alert(1)' })).toThrow('SOURCE_URL must be an http(s) address')
})

test('the exchange rates of the European Central Bank are used only where the operator switches them on', () => {
  expect(readEnv({}).ecbOrigin).toBeNull()
  expect(readEnv({ ECB_RATES: 'on' }).ecbOrigin).toBe('https://www.ecb.europa.eu')
  expect(readEnv({ ECB_RATES: 'on', ECB_ORIGIN: 'http://127.0.0.1:9' }).ecbOrigin).toBe('http://127.0.0.1:9')
})
