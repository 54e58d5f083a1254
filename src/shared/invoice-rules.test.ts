import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from './dates.ts'
import { noAddress } from './document-status.ts'
import { alreadyPaid, findTooSmallLines, getInvoiceStatus, invoiceStatuses, isPublic, mayCollect, mayEmail } from './invoice-rules.ts'

test.each([
  ['sent', '100.00', '2026-01-31', '2026-01-30', 'sent'],
  ['sent', '100.00', '2026-01-31', '2026-01-31', 'sent'],
  ['sent', '100.00', '2026-01-31', '2026-02-01', 'overdue'],
  ['sent', '0.01', '2025-12-31', '2026-01-01', 'overdue'],
  ['draft', '100.00', '2026-01-31', '2030-01-01', 'draft'],
  ['paid', '100.00', '2026-01-31', '2030-01-01', 'paid'],
  ['overdue', '100.00', '2026-01-31', '2026-01-01', 'overdue'],
  ['sent', '0.00', '2026-01-31', '2026-01-30', 'paid'],
  ['sent', '0', '2026-01-31', '2026-02-01', 'paid'],
  ['overdue', '0.000', '2026-01-31', '2026-02-01', 'paid'],
  ['draft', '0.00', '2026-01-31', '2030-01-01', 'draft'],
] as const)('a %s invoice of %s due on %s is, on %s, %s', (status, total, due, on, expected) => {
  expect(getInvoiceStatus({ status, total, dueDate: day(due) }, day(on))).toBe(expected)
})

test.each(invoiceStatuses)('allowed actions on a %s invoice', (status) => {
  const customer = { email: 'c@example.com' }
  const total = '100.00'
  expect(mayEmail({ status, total, customer })).toBe(status === 'paid' ? alreadyPaid : true)
  expect(mayEmail({ status, total, customer: { email: null } })).toBe(status === 'paid' ? alreadyPaid : noAddress)
  expect(mayEmail({ status, total, customer: { email: '' } })).toBe(status === 'paid' ? alreadyPaid : noAddress)
  expect(mayEmail({ status, total: '0.00', customer })).toBe(true)
  expect(mayCollect({ status })).toBe(status === 'paid' ? alreadyPaid : true)
  expect(isPublic({ status })).toBe(status !== 'draft')
})

const saved = [
  { id: 1, description: 'A', quantity: '0.50' },
  { id: 2, description: 'B', quantity: '0.25' },
  { id: 3, description: 'C', quantity: '1.00' },
]
test.each([
  ['left alone', saved, []],
  ['moved', [saved[1]!, saved[0]!], []],
  ['moved and described anew', [saved[2]!, { ...saved[0]!, description: 'Z' }], []],
  ['typed as another line has it', [{ ...saved[0]!, quantity: '0.25' }, saved[1]!], [0]],
  ['typed below 1 where it was 1', [saved[0]!, { ...saved[2]!, quantity: '0.50' }], [1]],
  ['of a new line, as a removed one had it', [{ id: null, description: 'A', quantity: '0.50' }], [0]],
  ['of a line sent twice', [saved[0]!, saved[0]!], [1]],
  [
    'without ids, at their places or with their descriptions',
    [
      { description: 'B', quantity: '0.25' },
      { description: 'Z', quantity: '0.25' },
    ],
    [1],
  ],
  ['without an id, in place', [{ description: 'Z', quantity: '0.50' }], []],
  ['without an id, as no line has it', [{ description: 'A', quantity: '0.51' }], [0]],
  ['of an id that an older version had', [{ id: 9, description: 'A', quantity: '0.50' }], []],
])('a quantity below 1, %s', (_, edited, expected) => {
  expect(findTooSmallLines(edited, saved)).toEqual(expected)
})

test('after any edits of the lines, exactly the typed quantities below 1 are refused', () => {
  const text = fc.constantFrom('A', 'B', 'C')
  const quantity = fc.constantFrom('0.000001', '0.25', '0.50', '0.99', '1.00', '2.50')
  const place = fc.nat(6)
  const step = fc.oneof(
    fc.record({ act: fc.constant('add' as const), description: text, quantity }),
    fc.record({ act: fc.constant('remove' as const), at: place }),
    fc.record({ act: fc.constant('move' as const), at: place, to: place }),
    fc.record({ act: fc.constant('type' as const), at: place, quantity }),
    fc.record({ act: fc.constant('describe' as const), at: place, description: text }),
  )
  type Line = { id: number | null; description: string; quantity: string; wasSavedWith?: string }
  fc.assert(
    fc.property(
      fc.array(fc.record({ description: text, quantity }), { minLength: 1, maxLength: 5 }),
      fc.array(step, { maxLength: 8 }),
      (of, steps) => {
        const before = of.map((line, i) => ({ id: i + 1, ...line }))
        const form: Line[] = before.map((line) => ({ ...line, wasSavedWith: line.quantity }))
        for (const did of steps) {
          const line = 'at' in did ? form[did.at] : undefined
          if (did.act === 'add') form.push({ id: null, description: did.description, quantity: did.quantity })
          else if (!line) continue
          else if (did.act === 'remove') form.splice(did.at, 1)
          else if (did.act === 'move') form.splice(did.to, 0, ...form.splice(did.at, 1))
          else if (did.act === 'type') line.quantity = did.quantity
          else line.description = did.description
        }
        const typed = form.flatMap((line, i) => (Number(line.quantity) < 1 && line.quantity !== line.wasSavedWith ? [i] : []))
        expect(findTooSmallLines(form, before)).toEqual(typed)
      },
    ),
    { numRuns: 1000 },
  )
})
