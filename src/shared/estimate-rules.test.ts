import { describe, expect, test } from 'vitest'
import { type EstimateStatus, mayAnswer, mayConvert, mayEmailEstimate } from './estimate-rules.ts'

const customer = { email: 'ada@example.com' }

/** Whether the customer may answer, the owner may convert it, and it may be emailed. */
const allowed: Record<EstimateStatus, [answer: boolean, convert: boolean, email: boolean]> = {
  draft: [false, true, true],
  sent: [true, true, true],
  accepted: [false, true, false],
  rejected: [false, false, false],
  expired: [false, false, false],
}

describe.each(Object.entries(allowed) as [EstimateStatus, (typeof allowed)[EstimateStatus]][])(
  'an estimate that is %s',
  (status, [answer, convert, email]) => {
    test(`can ${answer ? '' : 'not '}be answered, can ${convert ? '' : 'not '}be converted, and can ${email ? '' : 'not '}be emailed`, () => {
      const found = [mayAnswer({ status }), mayConvert({ status }), mayEmailEstimate({ status, customer })]
      expect(found.map((may) => may === true)).toEqual([answer, convert, email])
      // A reason is a sentence.
      for (const may of found) if (may !== true) expect(may).toMatch(/^This estimate .+\.$/)
    })
  },
)

test('without an address an estimate can not be emailed', () => {
  expect(mayEmailEstimate({ status: 'sent', customer: { email: null } })).toBe("Customer doesn't have an email address on file.")
})
