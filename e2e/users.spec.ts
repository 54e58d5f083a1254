import type { Page } from '@playwright/test'
import { expect, test } from './support/admin.ts'

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Users' }).locator('tbody tr')
const searchOf = (page: Page) => page.getByRole('searchbox', { name: 'Search by email or name' })
const newUsers = `
  insert into users (issuer, subject, email, first_name, last_name, subscription_status, subscription_plan, trial_invoices_used, past_due_since,
    live_subscriptions, created_at)
  select 'test', gen_random_uuid()::text, r.email, r.first, r.last, coalesce(r.status, 'trial'), r.plan, coalesce(r.used, 0), r.past_due,
    coalesce(r.live, 0), coalesce(r.at, now())
  from json_to_recordset($1::json) as r(email text, first text, last text, status text, plan text, used int, past_due timestamptz, live int, at timestamptz)`

test('the admin lists and searches users, and each access is recorded in the audit log', async ({ page, asAdmin, sql, accessible }) => {
  const tag = `t${Date.now()}`
  await sql(newUsers, [
    JSON.stringify([
      { email: `grace@${tag}.example`, first: 'Grace', last: 'Hopper', used: 3, at: '2024-01-05T12:00:00Z' },
      {
        email: `kj@${tag}.example`,
        first: 'Katherine',
        last: 'Johnson',
        status: 'active',
        plan: 'yearly',
        used: 10,
        live: 2,
        at: '2024-01-06T12:00:00Z',
      },
      {
        email: `late@${tag}.example`,
        first: '太郎',
        last: '田中',
        status: 'active',
        plan: 'monthly',
        past_due: '2024-02-01',
        live: 1,
        at: '2024-01-07T12:00:00Z',
      },
      { email: `nameless@${tag}.example`, status: 'canceled', used: 10, at: '2024-01-08T12:00:00Z' },
    ]),
  ])
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
  await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()
  const entries = await menu.getByRole('link').allTextContents()
  expect(entries.slice(entries.indexOf('Business Profile'), entries.indexOf('Subscription') + 1)).toEqual([
    'Business Profile',
    'Users',
    'Subscription',
  ])
  await menu.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')

  const [counted] = await sql<Record<string, string>>(
    `select count(*) as all, count(*) filter (where subscription_status = 'active') as active,
       count(*) filter (where subscription_status = 'trial') as trial from users`,
  )
  const counter = (title: string) => page.getByRole('term').filter({ hasText: title }).locator('xpath=following-sibling::dd')
  const shown = (n: string) => Number(n).toLocaleString('en-US')
  await expect(counter('Total Users')).toHaveText(shown(counted!.all!))
  await expect(counter('Active Subscribers')).toHaveText(shown(counted!.active!))
  await expect(counter('Trial Users')).toHaveText(shown(counted!.trial!))
  await expect(counter('New This Month')).toHaveText(/^[1-9][\d,]*$/)
  const rows = rowsOf(page)
  await expect(rows.first()).toBeVisible()
  await accessible(page, 'users')

  await searchOf(page).fill(tag)
  await expect(rows).toHaveCount(4)
  await expect(page.getByText('4 users', { exact: true })).toBeVisible()
  const [nameless, late, twice, grace] = [0, 1, 2, 3].map((n) => rows.nth(n))
  await expect(grace!).toContainText('Grace Hopper')
  await expect(grace!).toContainText(`grace@${tag}.example`)
  await expect(grace!).toContainText('GH')
  await expect(grace!).toContainText('3/10')
  await expect(grace!).toContainText('Trial')
  await expect(grace!).toContainText('Jan 05, 2024')
  await expect(twice!).toContainText(/Active\s*Yearly\s*Subscribed twice/)
  await expect(late!).toContainText(/Active\s*Monthly\s*Past due/)
  await expect(nameless!).toContainText(`nameless@${tag}.example`)
  await expect(nameless!).toContainText('Canceled')
  await expect(page.getByText('Past due')).toHaveCount(1)
  await expect(page.getByText('Subscribed twice')).toHaveCount(1)

  await searchOf(page).fill('GRACE HOP')
  await expect(rows.first()).toContainText('Grace Hopper')
  await searchOf(page).fill(`nobody ${tag}`)
  await expect(page.getByText('No users found matching your search.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(searchOf(page)).toBeFocused()
  await expect(rows.nth(3)).toBeVisible()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page).toHaveURL(/\/users\?view=audit-log$/)
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log).toContainText('Listed users')
  await expect(log).toContainText('Counted users')
  await expect(log).toContainText(asAdmin.email)
  await expect(log).toContainText('127.0.0.1')
  await accessible(page, 'audit log')
  await page.getByRole('link', { name: 'All users' }).click()
  await expect(rows.first()).toBeVisible()
})

test.describe('users without admin access', () => {
  test.use({ allowedErrors: /status of 403 .*\/api\/admin\// })

  test('a regular user has no menu entry, sees Access Denied, and gets 403 even if the client is manipulated', async ({
    page,
    person,
    accessible,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/admin/') && asked.push(request.url()))
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
    await expect(menu.getByRole('link', { name: 'Customers' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)
    const denied = async () => {
      await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
      await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
      await expect(page.getByRole('searchbox')).toHaveCount(0)
      await expect(page.getByText('Total Users')).toHaveCount(0)
    }
    for (const path of ['/users', '/users?view=audit-log']) {
      await page.goto(path)
      await denied()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
    }
    expect(asked).toEqual([])
    await accessible(page, 'access denied')

    // The client is manipulated to report admin access.
    await page.route('**/api/auth/user', async (route) => {
      // A navigation may abort the request while it is here.
      const reply = await route.fetch().catch(() => null)
      const user = await reply?.json().catch(() => null)
      if (!user) return route.abort().catch(() => {})
      await route.fulfill({ json: { ...user, isAdmin: true } })
    })
    for (const path of ['/users', '/users?view=audit-log']) {
      const refused = page.waitForResponse(/\/api\/admin\//)
      await page.goto(path)
      expect((await refused).status()).toBe(403)
      await denied()
    }
    expect(person.email).toBeTruthy()
  })

  test('an admin with an unconfirmed email is asked to confirm it, also during a visit, and can resend the link', async ({
    page,
    asAdmin,
    sql,
    accessible,
  }) => {
    // More than are loaded at once: a search asks the server.
    await sql(newUsers, [JSON.stringify(Array.from({ length: 70 }, (_, i) => ({ email: `f${Date.now()}.${i}@former.example` })))])
    const accounts = await sql<{ at: Date }>('select email_verified_at as at from identity_accounts where email = $1', [asAdmin.email])
    await sql('update users set email_verified = false where email = $1', [asAdmin.email])
    await sql('update identity_accounts set email_verified_at = null where email = $1', [asAdmin.email])
    // Makes the last link older than one minute, so that a new one can be sent.
    await sql("update identity_links set created_at = created_at - interval '2 minutes' where email = $1", [asAdmin.email])
    try {
      await page.goto('/users')
      await expect(page.getByRole('heading', { name: 'Confirm your email first' })).toBeVisible()
      await expect(page.getByText(`This page opens for ${asAdmin.email} once the address is confirmed.`)).toBeVisible()
      await accessible(page, 'users before the address is confirmed')
      await page.getByRole('button', { name: 'Send a new link' }).click()
      await expect(page.getByText(`Link sent to ${asAdmin.email}.`).first()).toBeVisible()
      expect((await page.request.get('/api/admin/users')).status()).toBe(403)
    } finally {
      await sql('update users set email_verified = true where email = $1', [asAdmin.email])
      await sql('update identity_accounts set email_verified_at = $2 where email = $1', [asAdmin.email, accounts[0]!.at])
    }
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(page.getByText('Total Users').first()).toBeVisible()

    // Access that ends during a visit ends with the next request.
    await sql('update users set email_verified = false where email = $1', [asAdmin.email])
    try {
      await searchOf(page).fill('former.example')
      await expect(page.getByRole('heading', { name: 'Confirm your email first' })).toBeVisible()
      await expect(page.getByText('@former.example')).toHaveCount(0)
    } finally {
      await sql('update users set email_verified = true where email = $1', [asAdmin.email])
      await sql("delete from users where email like '%@former.example'")
    }
  })
})
