import { expect, test } from 'vitest'
import { confirmPayment } from './payment-success-page.tsx'

/** Confirms with a provider that gives the listed answers in order, and records the pauses. */
const confirm = async (...answers: ('paid' | 'pending' | 'open')[]) => {
  const waited: number[] = []
  const result = await confirmPayment(
    async () => answers.shift()!,
    async (ms) => void waited.push(ms),
  )
  return { result, waited }
}

test('a confirmed payment ends the polling', async () => {
  expect(await confirm('paid')).toEqual({ result: 'paid', waited: [] })
  expect(await confirm('open', 'pending', 'paid')).toEqual({ result: 'paid', waited: [2000, 3000] })
})

test('after four requests in ten seconds the last answer counts', async () =>
  expect(await confirm('open', 'pending', 'pending', 'pending')).toEqual({ result: 'pending', waited: [2000, 3000, 5000] }))
