import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { generateCodeAt, generateCodeForStep, getStepAt } from '#server/platform/auth/testing/authenticator.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createTwoFactor, type TwoFactor } from './two-factor.ts'

let db: TestDatabase
let owner: Client
beforeAll(async () => {
  db = await createTestDatabase()
  owner = new Client(db.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await db.drop()
})

const secrets = createSecrets(randomBytes(32))
let at: Date
const createService = () => createTwoFactor({ database: db.database, secrets, now: () => at })
let twoFactor: TwoFactor
beforeEach(() => {
  at = new Date('2026-03-01T10:00:00Z')
  twoFactor = createService()
})
const pass = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000)
}
const resetAttempts = () => owner.query('delete from sign_in_attempts')
const wrongCode = { status: 400, details: { issues: [{ path: 'code', message: expect.any(String) }] } }

const createAccount = async () => {
  const id = randomUUID()
  await owner.query("insert into identity_accounts (id, email, first_name, last_name, password_hash) values ($1, $2, 'A', 'B', 'x')", [
    id,
    `${id}@example.com`,
  ])
  return id
}
/** Creates an account that turned two-factor sign-in on a minute ago. */
const createProtectedAccount = async () => {
  const id = await createAccount()
  const { secret } = await twoFactor.startSetup(id, 'ada@example.com')
  const recoveryCodes = await twoFactor.confirmSetup(id, generateCodeAt(secret, at))
  pass(60)
  return { id, secret, recoveryCodes }
}

test('the setup has a secret of 20 bytes and is completed with a code', async () => {
  const id = await createAccount()
  const { secret, uri, qr } = await twoFactor.startSetup(id, 'ada@example.com')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Billfold:ada(@|%40)example\.com\?issuer=Billfold&secret=/)
  expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({ secret, digits: '6', period: '30', algorithm: 'SHA1' })
  expect(qr).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 (\d+) \1" width="\1" height="\1"><path d="[Mhvz0-9 -]+"\/><\/svg>$/)
  expect(await twoFactor.getState(id)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  expect(await twoFactor.verifyCode(id, generateCodeAt(secret, at))).toBe('wrong')
  await expect(twoFactor.confirmSetup(id, generateCodeForStep(secret, getStepAt(at) + 7))).rejects.toMatchObject(wrongCode)
  const codes = await twoFactor.confirmSetup(id, ` ${generateCodeAt(secret, at).replace(/(...)/, '$1 ')} `)
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){2}[0-9a-hjkmnp-tv-z]{4}$/)
  expect(await twoFactor.getState(id)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
})

test('restarting the setup replaces the secret, and codes of the first one are wrong', async () => {
  const id = await createAccount()
  const first = await twoFactor.startSetup(id, 'a')
  const second = await twoFactor.startSetup(id, 'a')
  expect(second.secret).not.toBe(first.secret)
  await expect(twoFactor.confirmSetup(id, generateCodeAt(first.secret, at))).rejects.toMatchObject(wrongCode)
  await twoFactor.confirmSetup(id, generateCodeAt(second.secret, at))
  await expect(twoFactor.startSetup(id, 'a')).rejects.toMatchObject({ status: 409 })
  await expect(twoFactor.confirmSetup(id, generateCodeAt(second.secret, at))).rejects.toMatchObject({ status: 409 })
})

test('before the setup there is nothing to confirm, disable or renew', async () => {
  const id = await createAccount()
  for (const call of [twoFactor.confirmSetup, twoFactor.disable, twoFactor.renewRecoveryCodes])
    await expect(call(id, '123456')).rejects.toMatchObject({ status: 409 })
  expect(await twoFactor.verifyCode(id, '123456')).toBe('wrong')
  expect(await twoFactor.getState('nobody')).toEqual({ isOn: false, recoveryCodesLeft: 0 })
})

test('a code is accepted within one step of now, and never for a step that was used or earlier ones', async () => {
  const { id, secret } = await createProtectedAccount()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: Date.parse('2026-04-01'), max: Date.parse('2099-01-01') }),
      fc.array(fc.record({ seconds: fc.integer({ min: 0, max: 75 }), drift: fc.integer({ min: -3, max: 3 }) }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (start, attempts) => {
        at = new Date(start)
        let lastStep = -1
        await owner.query('update identity_accounts set totp_last_step = null where id = $1', [id])
        for (const { seconds, drift } of attempts) {
          pass(seconds)
          await resetAttempts()
          const now = getStepAt(at)
          const code = generateCodeForStep(secret, now + drift)
          // Rarely, two steps have the same code: then the step cannot be determined.
          const matching = [-1, 0, 1].filter((delta) => generateCodeForStep(secret, now + delta) === code)
          if (matching.length > 1 || (matching.length === 1 && Math.abs(drift) > 1)) return
          const isCorrect = Math.abs(drift) <= 1 && now + drift > lastStep
          if (isCorrect) lastStep = now + drift
          expect([drift, await twoFactor.verifyCode(id, code)]).toEqual([drift, isCorrect ? 'ok' : 'wrong'])
        }
      },
    ),
    { numRuns: 40 },
  )
})

test('of twenty concurrent attempts with the same code on two nodes, one succeeds', async () => {
  const { id, secret, recoveryCodes } = await createProtectedAccount()
  const nodes = [createService(), createService()]
  for (const code of [generateCodeAt(secret, at), recoveryCodes[4]!]) {
    await resetAttempts()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => nodes[i % 2]!.verifyCode(id, code)))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
  }
  expect(await twoFactor.getState(id)).toMatchObject({ recoveryCodesLeft: 9 })
})

test('the code of the setup cannot be used again, neither to sign in nor to disable or renew', async () => {
  const id = await createAccount()
  const { secret } = await twoFactor.startSetup(id, 'a')
  const code = generateCodeAt(secret, at)
  await twoFactor.confirmSetup(id, code)
  expect(await twoFactor.verifyCode(id, code)).toBe('wrong')
  await expect(twoFactor.disable(id, code)).rejects.toMatchObject(wrongCode)
  await expect(twoFactor.renewRecoveryCodes(id, code)).rejects.toMatchObject(wrongCode)
  expect(await twoFactor.getState(id)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
})

test('a recovery code works once, in any spelling, and for its own account only', async () => {
  const { id, recoveryCodes } = await createProtectedAccount()
  const other = await createProtectedAccount()
  expect(await twoFactor.verifyCode(other.id, recoveryCodes[0]!)).toBe('wrong')
  // Also with its hash copied to the other account.
  await owner.query(
    'insert into identity_recovery_codes (account_id, code_hash) select $2, code_hash from identity_recovery_codes where account_id = $1',
    [id, other.id],
  )
  expect(await twoFactor.verifyCode(other.id, recoveryCodes[0]!)).toBe('wrong')
  const [first, second, third] = recoveryCodes as [string, string, string]
  expect(await twoFactor.verifyCode(id, first)).toBe('ok')
  expect(await twoFactor.verifyCode(id, first)).toBe('wrong')
  expect(await twoFactor.verifyCode(id, ` ${second.replaceAll('-', ' ').toUpperCase()} `)).toBe('ok')
  // Letters that look like digits: O for 0, I for 1.
  expect(await twoFactor.verifyCode(id, third.replaceAll('-', '–').replaceAll('0', 'O').replaceAll('1', 'I'))).toBe('ok')
  expect(await twoFactor.getState(id)).toEqual({ isOn: true, recoveryCodesLeft: 7 })
})

test('new recovery codes replace all earlier ones', async () => {
  const { id, secret, recoveryCodes } = await createProtectedAccount()
  const renewed = await twoFactor.renewRecoveryCodes(id, generateCodeAt(secret, at))
  expect(renewed.filter((code) => recoveryCodes.includes(code))).toEqual([])
  expect(await twoFactor.verifyCode(id, recoveryCodes[1]!)).toBe('wrong')
  expect(await twoFactor.verifyCode(id, renewed[1]!)).toBe('ok')
  // A recovery code also authorizes the renewal.
  expect(await twoFactor.renewRecoveryCodes(id, renewed[2]!)).toHaveLength(10)
  expect(await twoFactor.getState(id)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
})

test('disabling deletes all data, and it can be set up again', async () => {
  const { id, secret, recoveryCodes } = await createProtectedAccount()
  await twoFactor.disable(id, recoveryCodes[0]!)
  const { rows } = await owner.query(
    'select totp_key_id, totp_sealed, totp_on_at, totp_last_step, (select count(*)::int from identity_recovery_codes c where c.account_id = a.id) as codes from identity_accounts a where id = $1',
    [id],
  )
  expect(rows).toEqual([{ totp_key_id: null, totp_sealed: null, totp_on_at: null, totp_last_step: null, codes: 0 }])
  for (const code of [generateCodeAt(secret, at), recoveryCodes[1]!]) expect(await twoFactor.verifyCode(id, code)).toBe('wrong')
  const again = await twoFactor.startSetup(id, 'a')
  expect(await twoFactor.confirmSetup(id, generateCodeAt(again.secret, at))).toHaveLength(10)
})

test('when the notification cannot be queued, nothing changes and the code stays valid', async () => {
  const { id, secret } = await createProtectedAccount()
  const code = generateCodeAt(secret, at)
  await owner.query('alter function enqueue_job rename to not_now')
  for (const call of [twoFactor.disable, twoFactor.renewRecoveryCodes]) await expect(call(id, code)).rejects.toThrow(/enqueue_job/)
  await owner.query('alter function not_now rename to enqueue_job')
  expect(await twoFactor.getState(id)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
  expect(await twoFactor.verifyCode(id, code)).toBe('ok')
})

test('guessing is throttled per account across all calls, for correct codes too', async () => {
  const { id, secret } = await createProtectedAccount()
  for (let i = 0; i < 2; i++) expect(await twoFactor.verifyCode(id, 'abc')).toBe('wrong')
  for (const call of [twoFactor.disable, twoFactor.renewRecoveryCodes]) await expect(call(id, '000 00')).rejects.toMatchObject(wrongCode)
  expect(await twoFactor.verifyCode(id, '')).toBe('wrong')
  expect(await twoFactor.verifyCode(id, generateCodeAt(secret, at))).toEqual({ waitSeconds: 10 })
  await expect(twoFactor.disable(id, generateCodeAt(secret, at))).rejects.toMatchObject({
    status: 429,
    message: 'Too many attempts. Please wait 10 seconds and try again.',
  })
  expect(await twoFactor.verifyCode((await createProtectedAccount()).id, 'abc')).toBe('wrong')
  pass(10)
  expect(await twoFactor.verifyCode(id, generateCodeAt(secret, at))).toBe('ok')
  for (let i = 0; i < 5; i++) expect(await twoFactor.verifyCode(id, 'abc')).toBe('wrong')
})

test('the database contains neither the secret nor recovery codes, and an encrypted secret works for its account only', async () => {
  const { id, secret, recoveryCodes } = await createProtectedAccount()
  const { rows: columns } = await owner.query<{ table: string; column: string; type: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as table, column_name as column, data_type as type from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema') and data_type in ('text', 'bytea', 'json', 'jsonb', 'character varying')`,
  )
  expect(columns.length).toBeGreaterThan(100)
  const raw = Buffer.from(
    [...secret]
      .map((character) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'))
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  )
  const needles = [
    secret,
    raw.toString('hex'),
    raw.toString('base64'),
    ...recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')]),
  ]
  let text = ''
  for (const { table, column, type } of columns) {
    const as = type === 'bytea' ? `encode("${column}", 'hex') || ' ' || encode("${column}", 'escape')` : `"${column}"::text`
    text += `\n${(await owner.query(`select coalesce(string_agg(${as}, ' '), '') as found from ${table}`)).rows[0].found.toLowerCase()}`
  }
  expect(text).toContain(id)
  for (const needle of needles) expect(text.includes(needle.toLowerCase()), needle).toBe(false)

  const other = await createAccount()
  await owner.query(
    'update identity_accounts o set totp_key_id = a.totp_key_id, totp_sealed = a.totp_sealed, totp_on_at = now() from identity_accounts a where a.id = $1 and o.id = $2',
    [id, other],
  )
  await expect(twoFactor.verifyCode(other, generateCodeAt(secret, at))).rejects.toThrow()
})
