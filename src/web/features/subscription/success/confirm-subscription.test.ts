import { expect, test } from 'vitest'
import { confirmSubscription } from './subscription-success-page.tsx'

/** Confirms with a provider that gives the listed answers in order, and records the pauses. */
const confirm = async (...answers: ('active' | 'pending' | 'none' | Error)[]) => {
  const waited: number[] = []
  const fetchStatus = async () => {
    const payment = answers.shift()!
    if (payment instanceof Error) throw payment
    return { payment }
  }
  const { payment } = await confirmSubscription(fetchStatus, async (ms) => void waited.push(ms))
  return { payment, waited }
}

test('an active subscription ends the polling', async () => {
  expect(await confirm('active')).toEqual({ payment: 'active', waited: [] })
  expect((await confirm('none', 'pending', 'pending', 'active')).payment).toBe('active')
})

test('a subscription pending at the bank is polled for twenty seconds', async () => {
  const { payment, waited } = await confirm('pending', 'pending', 'pending', 'pending', 'pending', 'pending')
  expect(payment).toBe('pending')
  expect(waited.reduce((a, b) => a + b)).toBe(20_000)
})

test('a missing subscription counts after three answers; a failed request is none', async () => {
  expect(await confirm('none', 'none', 'none')).toEqual({ payment: 'none', waited: [1000, 2000] })
  expect((await confirm('none', new Error('away'), 'none', 'active')).payment).toBe('active')
})
