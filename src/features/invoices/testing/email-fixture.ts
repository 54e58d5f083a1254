import { invoiceType } from '#server/domain/documents/document-type.ts'
import { createEmailFixture } from '#server/domain/documents/testing/email-fixture.ts'
import type { Person, TestApp } from '#server/testing/app.ts'

// Fixture for tests of invoice emails: `mailing()` sets up an app with a real mail server for the file, and a draft invoice for each test.

export let app: TestApp
export let ada: Person
export let invoice: { id: number; number: string; publicId: string }
/** The address on the customer's record at the start of a test. */
export let kim: string

const fixture = createEmailFixture(invoiceType, (ready) => {
  ;({ app, ada, kim, document: invoice } = ready)
})
export const {
  begin: mailing,
  startServer,
  whileDown,
  holdMessages,
  make: makeInvoice,
  address,
  record,
  accept,
  url,
  send,
  email,
  waitForState,
  retry,
  loseAnswers,
  saved,
  messages,
  runRetriesNow,
} = fixture
