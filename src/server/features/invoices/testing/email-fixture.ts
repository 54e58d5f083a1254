import { invoiceType } from '#server/domain/documents/document-type.ts'
import { documentMailing } from '#server/domain/documents/testing/email-fixture.ts'
import type { Person, TestApp } from '#server/testing/app.ts'

// For tests of the invoices' e-mails: `mailing()` gives the file an app that sends through a real mail server, and each test a draft to send.

export let app: TestApp
export let ada: Person
export let invoice: { id: number; number: string; publicId: string }
/** The address on the customer's record when a test begins. */
export let kim: string

const desk = documentMailing(invoiceType, (ready) => {
  ;({ app, ada, kim, document: invoice } = ready)
})
export const {
  begin: mailing,
  startServer,
  whileDown,
  holdMessages,
  make: makeInvoice,
  address,
  url,
  send,
  email,
  settled,
  retry,
  saved,
  messages,
  hurry,
} = desk
