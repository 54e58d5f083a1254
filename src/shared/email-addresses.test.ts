import { expect, test } from 'vitest'
import { listAddresses, splitAddresses } from './email-addresses.ts'

test.each([
  ['a@x.example, b@x.example;c@x.example\nd@x.example', ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example']],
  [' A@x.example , a@X.example ', ['A@x.example']],
  ['', []],
  [null, []],
])('%j has the addresses %j', (text, addresses) => {
  expect(splitAddresses(text)).toEqual(addresses)
})

test('the main address comes first, and none comes twice', () => {
  expect(listAddresses({ email: 'a@x.example', otherEmails: 'b@x.example, A@x.example' })).toEqual(['a@x.example', 'b@x.example'])
  expect(listAddresses({ email: null, otherEmails: null })).toEqual([])
})
