import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appId, buildSignedInLink, isNativeShell, parseSignedInLink } from '#shared/native-shell.ts'

const code = 'aZ09-_'.padEnd(43, 'x')

test('the native shell is built with the app id and User-Agent that the server knows', () => {
  const config = readFileSync('native/capacitor.config.ts', 'utf8')
  expect(/appId: '([^']+)'/.exec(config)?.[1]).toBe(appId)
  const agent = /appendUserAgent: '([^']+)'/.exec(config)?.[1]
  expect(isNativeShell(`Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Chrome/140.0 Mobile Safari/537.36 ${agent}`)).toBe(true)
  for (const other of [undefined, '', 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0', 'NotBillfoldShell/1'])
    expect(isNativeShell(other)).toBe(false)
})

test('the link to the app carries the code, and only such links are accepted', () => {
  expect(parseSignedInLink(buildSignedInLink(code))).toBe(code)
  expect(parseSignedInLink(`billfold://signed-in/?a=b&code=${code}#x`)).toBe(code)
  for (const without of [
    buildSignedInLink(null),
    'billfold://signed-in?code=',
    `billfold://signed-in?code=${code}y`,
    `BILLFOLD://signed-in?xcode=${code}`,
  ])
    expect([without, parseSignedInLink(without)]).toEqual([without, null])
  for (const other of [
    'billfold://invoices/5',
    `https://signed-in?code=${code}`,
    `billfold://signed-in.evil?code=${code}`,
    `x billfold://signed-in?code=${code}`,
    '',
  ])
    expect([other, parseSignedInLink(other)]).toEqual([other, undefined])
})
