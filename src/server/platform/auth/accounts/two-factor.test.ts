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
const open = () => createTwoFactor({ database: db.database, secrets, now: () => at })
let twoFactor: TwoFactor
beforeEach(() => {
  at = new Date('2026-03-01T10:00:00Z')
  twoFactor = open()
})
const pass = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000)
}
const forgetTries = () => owner.query('delete from sign_in_attempts')
const wrong = { status: 400, details: { issues: [{ path: 'code', message: expect.any(String) }] } }

const newAccount = async () => {
  const id = randomUUID()
  await owner.query("insert into identity_accounts (id, email, first_name, last_name, password_hash) values ($1, $2, 'A', 'B', 'x')", [
    id,
    `${id}@example.com`,
  ])
  return id
}
/** An account with the second factor on, a minute ago. */
const guarded = async () => {
  const id = await newAccount()
  const { secret } = await twoFactor.startSetup(id, 'ada@example.com')
  const recoveryCodes = await twoFactor.confirmSetup(id, generateCodeAt(secret, at))
  pass(60)
  return { id, secret, recoveryCodes }
}

test('it is set up with a secret of 20 bytes, named for the app, and counts once a code of it was typed', async () => {
  const id = await newAccount()
  const { secret, uri, qr } = await twoFactor.startSetup(id, 'ada@example.com')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Billfold:ada(@|%40)example\.com\?issuer=Billfold&secret=/)
  expect(Object.fromEntries(new URL(uri).searchParams)).toMatchObject({ secret, digits: '6', period: '30', algorithm: 'SHA1' })
  expect(qr).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 (\d+) \1" width="\1" height="\1"><path d="[Mhvz0-9 -]+"\/><\/svg>$/)
  expect(await twoFactor.getState(id)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  expect(await twoFactor.verifyCode(id, generateCodeAt(secret, at))).toBe('wrong')
  await expect(twoFactor.confirmSetup(id, generateCodeForStep(secret, getStepAt(at) + 7))).rejects.toMatchObject(wrong)
  const codes = await twoFactor.confirmSetup(id, ` ${generateCodeAt(secret, at).replace(/(...)/, '$1 ')} `)
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){2}[0-9a-hjkmnp-tv-z]{4}$/)
  expect(await twoFactor.getState(id)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
})

test('begun again it is another secret, and the first one’s codes are worth nothing', async () => {
  const id = await newAccount()
  const first = await twoFactor.startSetup(id, 'a')
  const second = await twoFactor.startSetup(id, 'a')
  expect(second.secret).not.toBe(first.secret)
  await expect(twoFactor.confirmSetup(id, generateCodeAt(first.secret, at))).rejects.toMatchObject(wrong)
  await twoFactor.confirmSetup(id, generateCodeAt(second.secret, at))
  await expect(twoFactor.startSetup(id, 'a')).rejects.toMatchObject({ status: 409 })
  await expect(twoFactor.confirmSetup(id, generateCodeAt(second.secret, at))).rejects.toMatchObject({ status: 409 })
})

test('without a beginning there is nothing to confirm, end or renew', async () => {
  const id = await newAccount()
  for (const call of [twoFactor.confirmSetup, twoFactor.disable, twoFactor.renewRecoveryCodes])
    await expect(call(id, '123456')).rejects.toMatchObject({ status: 409 })
  expect(await twoFactor.verifyCode(id, '123456')).toBe('wrong')
  expect(await twoFactor.getState('nobody')).toEqual({ isOn: false, recoveryCodesLeft: 0 })
})

test('whatever the clocks say: a code counts one step around now, and never one of a step that is used or before it', async () => {
  const { id, secret } = await guarded()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: Date.parse('2026-04-01'), max: Date.parse('2099-01-01') }),
      fc.array(fc.record({ seconds: fc.integer({ min: 0, max: 75 }), drift: fc.integer({ min: -3, max: 3 }) }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (start, tries) => {
        at = new Date(start)
        let last = -1
        await owner.query('update identity_accounts set totp_last_step = null where id = $1', [id])
        for (const { seconds, drift } of tries) {
          pass(seconds)
          await forgetTries()
          const now = getStepAt(at)
          const code = generateCodeForStep(secret, now + drift)
          // Two steps may have the same code, once in a few hundred thousand: then it is the later step that is told apart no more.
          const near = [-1, 0, 1].filter((delta) => generateCodeForStep(secret, now + delta) === code)
          if (near.length > 1 || (near.length === 1 && Math.abs(drift) > 1)) return
          const isRight = Math.abs(drift) <= 1 && now + drift > last
          if (isRight) last = now + drift
          expect([drift, await twoFactor.verifyCode(id, code)]).toEqual([drift, isRight ? 'ok' : 'wrong'])
        }
      },
    ),
    { numRuns: 40 },
  )
})

test('one code at one moment, twenty times over on two nodes: one is taken; and so with a recovery code', async () => {
  const { id, secret, recoveryCodes } = await guarded()
  const nodes = [open(), open()]
  for (const code of [generateCodeAt(secret, at), recoveryCodes[4]!]) {
    await forgetTries()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => nodes[i % 2]!.verifyCode(id, code)))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
  }
  expect(await twoFactor.getState(id)).toMatchObject({ recoveryCodesLeft: 9 })
})

test('the code that turned it on can’t be used again, and a used one neither ends nor renews it', async () => {
  const id = await newAccount()
  const { secret } = await twoFactor.startSetup(id, 'a')
  const code = generateCodeAt(secret, at)
  await twoFactor.confirmSetup(id, code)
  expect(await twoFactor.verifyCode(id, code)).toBe('wrong')
  await expect(twoFactor.disable(id, code)).rejects.toMatchObject(wrong)
  await expect(twoFactor.renewRecoveryCodes(id, code)).rejects.toMatchObject(wrong)
  expect(await twoFactor.getState(id)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
})

test('a recovery code works once, however it is typed, and for its own account only', async () => {
  const { id, recoveryCodes } = await guarded()
  const other = await guarded()
  expect(await twoFactor.verifyCode(other.id, recoveryCodes[0]!)).toBe('wrong')
  // Not even where its hash was copied to the other's rows.
  await owner.query(
    'insert into identity_recovery_codes (account_id, code_hash) select $2, code_hash from identity_recovery_codes where account_id = $1',
    [id, other.id],
  )
  expect(await twoFactor.verifyCode(other.id, recoveryCodes[0]!)).toBe('wrong')
  const [first, second, third] = recoveryCodes as [string, string, string]
  expect(await twoFactor.verifyCode(id, first)).toBe('ok')
  expect(await twoFactor.verifyCode(id, first)).toBe('wrong')
  expect(await twoFactor.verifyCode(id, ` ${second.replaceAll('-', ' ').toUpperCase()} `)).toBe('ok')
  // As somebody reads it aloud: 0 as O, 1 as I.
  expect(await twoFactor.verifyCode(id, third.replaceAll('-', '–').replaceAll('0', 'O').replaceAll('1', 'I'))).toBe('ok')
  expect(await twoFactor.getState(id)).toEqual({ isOn: true, recoveryCodesLeft: 7 })
})

test('new recovery codes put an end to all former ones', async () => {
  const { id, secret, recoveryCodes } = await guarded()
  const renewed = await twoFactor.renewRecoveryCodes(id, generateCodeAt(secret, at))
  expect(renewed.filter((code) => recoveryCodes.includes(code))).toEqual([])
  expect(await twoFactor.verifyCode(id, recoveryCodes[1]!)).toBe('wrong')
  expect(await twoFactor.verifyCode(id, renewed[1]!)).toBe('ok')
  // Somebody without his app gets new ones for one that is left.
  expect(await twoFactor.renewRecoveryCodes(id, renewed[2]!)).toHaveLength(10)
  expect(await twoFactor.getState(id)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
})

test('turned off, nothing of it is left, and it can be set up anew', async () => {
  const { id, secret, recoveryCodes } = await guarded()
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

test('where the note can’t be queued nothing changes, and the code isn’t spent', async () => {
  const { id, secret } = await guarded()
  const code = generateCodeAt(secret, at)
  await owner.query('alter function enqueue_job rename to not_now')
  for (const call of [twoFactor.disable, twoFactor.renewRecoveryCodes]) await expect(call(id, code)).rejects.toThrow(/enqueue_job/)
  await owner.query('alter function not_now rename to enqueue_job')
  expect(await twoFactor.getState(id)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
  expect(await twoFactor.verifyCode(id, code)).toBe('ok')
})

test('guessing is slowed per account, over all that takes a code, and a right code is made to wait too', async () => {
  const { id, secret } = await guarded()
  for (let i = 0; i < 2; i++) expect(await twoFactor.verifyCode(id, 'abc')).toBe('wrong')
  for (const call of [twoFactor.disable, twoFactor.renewRecoveryCodes]) await expect(call(id, '000 00')).rejects.toMatchObject(wrong)
  expect(await twoFactor.verifyCode(id, '')).toBe('wrong')
  expect(await twoFactor.verifyCode(id, generateCodeAt(secret, at))).toEqual({ waitSeconds: 10 })
  await expect(twoFactor.disable(id, generateCodeAt(secret, at))).rejects.toMatchObject({
    status: 429,
    message: 'Too many attempts. Please wait 10 seconds and try again.',
  })
  expect(await twoFactor.verifyCode((await guarded()).id, 'abc')).toBe('wrong')
  pass(10)
  expect(await twoFactor.verifyCode(id, generateCodeAt(secret, at))).toBe('ok')
  for (let i = 0; i < 5; i++) expect(await twoFactor.verifyCode(id, 'abc')).toBe('wrong')
})

test('at rest there is neither the secret nor a recovery code, and another account’s seal can’t be opened', async () => {
  const { id, secret, recoveryCodes } = await guarded()
  const { rows: columns } = await owner.query<{ table: string; column: string; type: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as table, column_name as column, data_type as type from information_schema.columns
     where table_schema not in ('pg_catalog', 'information_schema') and data_type in ('text', 'bytea', 'json', 'jsonb', 'character varying')`,
  )
  expect(columns.length).toBeGreaterThan(100)
  const raw = Buffer.from(
    [...secret]
      .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
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

  const other = await newAccount()
  await owner.query(
    'update identity_accounts o set totp_key_id = a.totp_key_id, totp_sealed = a.totp_sealed, totp_on_at = now() from identity_accounts a where a.id = $1 and o.id = $2',
    [id, other],
  )
  await expect(twoFactor.verifyCode(other, generateCodeAt(secret, at))).rejects.toThrow()
})
