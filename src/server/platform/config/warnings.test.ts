import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { findSettingWarnings } from './warnings.ts'

const warn = (variables: Record<string, string>) => findSettingWarnings(variables, readEnv(variables))
const whole = {
  PUBLIC_URL: 'https://billfold.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'billing@example.com',
  TRUSTED_PROXIES: '127.0.0.1',
}

test.each([
  ['SMTP_ULR', 'SMTP_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['SANDBOXX', 'SANDBOX'],
  ['PROT', 'PORT'],
])('the variable %s is taken for a misspelled %s', (name, meant) => {
  expect(warn({ [name]: 'x' })).toEqual([`${name} is not a setting of Billfold and has no effect. Is ${meant} meant?`])
  expect(warn({ [name]: '' })).toEqual([])
})

test('variables of the system and of other programs are no misspelled settings', () => {
  const names = [
    'HOME',
    'HOSTNAME',
    'PATH',
    'PWD',
    'MAIL',
    'LANG',
    'LOGNAME',
    'DATABASE_PORT',
    'AWS_REGION',
    'NODE_ENV',
    'OTEL_TRACES_SAMPLER',
  ]
  expect(warn({ ...Object.fromEntries(names.map((name) => [name, 'x'])), PORT: '3000' })).toEqual([])
})

test.each([
  [{}, []],
  [whole, []],
  [{ ...whole, SMTP_URL: '' }, [/^SMTP_URL is not set: no email/]],
  [{ ...whole, MAIL_FROM: '' }, [/^MAIL_FROM is not set/]],
  [{ ...whole, TRUSTED_PROXIES: '' }, [/^TRUSTED_PROXIES is not set/]],
  [{ ...whole, PUBLIC_URL: 'http://billfold.example.com' }, [/^PUBLIC_URL is http: .*http:\/\/billfold\.example\.com/]],
  [{ PUBLIC_URL: 'http://192.168.1.5:3000' }, [/^PUBLIC_URL is http/, /^TRUSTED_PROXIES/, /^SMTP_URL/]],
  [{ HOST: '0.0.0.0' }, [/^PUBLIC_URL is not set, but HOST/]],
  // A container whose port is published on the machine itself.
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, []],
])('with %j a start warns of %j', (variables, sentences) => {
  expect(warn(variables)).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)))
})
