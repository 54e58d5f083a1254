import { expect, test } from 'vitest'
import { ada, app, lookOverNow, open, payWith, quiet, row, status, subscribe, subscribing, verify } from './testing/review-helper.ts'
import { subscriptionsAt, choose } from './testing/buying.ts'

subscribing()

test('C: another plan while the bank decides', async () => {
  await app.simulate('webhooks', { mode: 'drop' })
  const secret = await open('monthly')
  const intent = { payment_intent: secret.split('_secret_')[0] }
  await app.simulate('payments/debit', intent)
  console.log(await verify())
  const other = await choose(app, ada, 'yearly')
  console.log(other.status, other.body)
  console.log((await subscriptionsAt(app, ada)).map((one: any) => [one.id, one.status]))
  const settled = await app.simulate('payments/settle', { ...intent, outcome: 'succeeded' }).catch((e) => String(e))
  console.log(JSON.stringify(settled).slice(0, 600))
  console.log((await subscriptionsAt(app, ada)).map((one: any) => [one.id, one.status]))
  console.log(await verify())
})

test('A: a clock that was ahead', async () => {
  await app.simulate('webhooks', { mode: 'drop' })
  const secret = await open('monthly')
  await app.sql("update users set subscription_checked_at = now() + interval '1 hour' where id = $1", [ada.userId])
  await payWith(secret)
  console.log(await verify(), await status())
})

test('B: back from the wrong key', async () => {
  await app.simulate('webhooks', { mode: 'drop' })
  await subscribe()
  await app.sql("update users set subscription_account = 'acct_former' where id = $1", [ada.userId])
  await lookOverNow()
  await quiet()
  console.log(await status(), await row())
  await app.sql("update users set subscription_account = 'sandbox' where id = $1", [ada.userId])
  await lookOverNow()
  await quiet()
  console.log(await status(), await row())
})
