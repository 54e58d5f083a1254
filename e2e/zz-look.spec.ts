import { runInvoiceAction } from './support/invoice-actions.ts'
import { openMail } from './support/mailbox.ts'
import { test } from './support/test.ts'

test('look', async ({ page, records }) => {
  test.setTimeout(240_000)
  const long = 'accounts.payable.department.with.a.long.name@subsidiary.wolfeschlegelsteinhausen.example'
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@navy.example', company: 'Navy', otherEmails: long })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1' })
  await page.request.post(`/api/invoices/${id}/send-email`, { data: {} })
  await openMail(page, /grace@navy\.example/)
  await page.getByRole('button', { name: 'Simulate a bounce' }).click()
  const mailbox = page.url()
  await records.invoice({ customerId, invoiceNumber: 'A-2', status: 'draft' })
  await page.request.post(`/api/invoices/${(await records.invoice({ customerId, invoiceNumber: 'A-3' })).id}/send-email`, { data: { to: long } })
  await openMail(page, /A-3/)
  await page.getByRole('button', { name: 'Simulate a bounce' }).click()
  for (const [width, height] of [[1440, 900], [820, 1180], [390, 844]] as const)
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: scheme })
      const shot = (name: string) => page.screenshot({ path: `/tmp/look/${name}-${width}-${scheme}.png` })
      await page.goto(mailbox)
      await page.getByRole('button', { name: 'Simulate a bounce' }).scrollIntoViewIfNeeded()
      await shot('mailbox')
      await page.goto(`/customers/${customerId}`)
      await page.getByRole('list', { name: 'Addresses that get no emails' }).waitFor()
      await shot('customer')
      await page.goto('/invoices')
      await page.getByRole('img', { name: 'Last email bounced' }).first().waitFor()
      await shot('list')
      await runInvoiceAction(page, 'A-1', 'Send by Email')
      await page.getByRole('dialog').getByRole('list', { name: 'Addresses that get no emails' }).waitFor()
      await shot('dialog')
      await page.goto(`/invoices/${id}`)
      await page.getByText('Bounced ·').first().scrollIntoViewIfNeeded()
      await shot('panel')
    }
})
