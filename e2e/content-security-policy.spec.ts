import { expect, test } from './support/test.ts'

type Types = { createPolicy(name: string, rules: object): unknown }

// Every other test fails on a policy violation. This test causes violations on purpose, in a context without that check.
test('Trusted Types block plain strings as HTML and as script URLs', async ({ browser, app, person, page }) => {
  expect(person.email).toContain('@')
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const tried = await context.newPage()
  await tried.goto(`${app.origin}/invoices`)
  await expect(tried.getByRole('button', { name: 'Create Invoice' }).first()).toBeVisible()
  const outcomes = await tried.evaluate(() => {
    const outcome = (work: () => unknown) => {
      try {
        work()
        return 'let through'
      } catch (error) {
        return (error as Error).name
      }
    }
    const types = (window as unknown as { trustedTypes: Types }).trustedTypes
    return {
      markup: outcome(() => {
        document.createElement('p').innerHTML = '<img src=x onerror=alert(1)>'
      }),
      parsed: outcome(() => new DOMParser().parseFromString('<p>x', 'text/html')),
      address: outcome(() => {
        document.createElement('script').src = '/assets/app.js'
      }),
      policyOfItsOwn: outcome(() => types.createPolicy('mine', {})),
    }
  })
  expect(outcomes).toEqual({
    markup: 'TypeError',
    parsed: 'TypeError',
    address: 'TypeError',
    policyOfItsOwn: 'TypeError',
  })
  await context.close()
})
