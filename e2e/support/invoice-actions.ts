import type { Page } from '@playwright/test'

/** Does something with an invoice of the open list, through its row's menu. */
export const runInvoiceAction = async (page: Page, invoiceNumber: string, action: string) => {
  await page
    .getByRole('button', { name: `More actions: ${invoiceNumber}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}
