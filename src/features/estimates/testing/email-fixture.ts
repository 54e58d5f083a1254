import { estimateType } from '#server/domain/documents/document-type.ts'
import { createEmailFixture } from '#server/domain/documents/testing/email-fixture.ts'
import type { Person, TestApp } from '#server/testing/app.ts'

// Fixture for tests of estimate emails: `mailing()` sets up an app with a real mail server for the file, and a draft estimate for each test.

export let app: TestApp
export let ada: Person
export let estimate: { id: number; number: string; publicId: string }
/** The address on the customer's record at the start of a test. */
export let kim: string

const fixture = createEmailFixture(estimateType, (ready) => {
  ;({ app, ada, kim, document: estimate } = ready)
})
export const {
  begin: mailing,
  startServer,
  whileDown,
  holdMessages,
  make: makeEstimate,
  address,
  url,
  send,
  email,
  waitForState,
  retry,
  saved,
  messages,
  runRetriesNow,
} = fixture

/** Accepts the estimate as its customer. */
export const accept = async (of = estimate) => {
  const { version } = (await app.send(null, 'GET', `/api/public/estimate/${of.publicId}`)).body.estimate
  return app.send(null, 'POST', `/api/public/estimate/${of.publicId}/accept`, { name: 'Kim', version })
}
