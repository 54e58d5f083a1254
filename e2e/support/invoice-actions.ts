import type { Page } from '@playwright/test'

/** Runs an action from the row menu of an invoice in the open list. */
export const runInvoiceAction = async (page: Page, invoiceNumber: string, action: string) => {
  await page
    .getByRole('button', { name: `More actions: ${invoiceNumber}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
