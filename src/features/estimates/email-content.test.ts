import { describe, expect, test } from 'vitest'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { buildDefaultMessage, buildDefaultSubject, buildDocumentMail } from '#server/domain/documents/emails/document-mail.ts'
import { productBrand } from '#server/platform/mail/brand.ts'
import { textsIn } from '#shared/customer-texts.ts'
import { parseAmount } from '#shared/money.ts'
import { buildAnswerNotification } from './answer-notification.job.ts'
import { buildEstimateEmailContent } from './emails.ts'

const english = textsIn('en')
const plain = {
  businessName: 'Acme',
  customerName: 'Kim Lee',
  businessEmail: 'office@acme.example',
  estimateNumber: 'EST-0001',
  total: '$162.36',
  expiryDate: 'Mar 2, 2026',
  url: 'https://billfold.example/review-estimate/abc',
}
const estimateMail = (over: Partial<typeof plain> & { message?: string } = {}) => {
  const fields = { ...plain, ...over }
  return buildDocumentMail(estimateType, buildEstimateEmailContent(fields, english), { ...fields, brand: productBrand })
}
const evil = `"><img src=x onerror='alert(1)'>\r\nBcc: evil@example.com\n</title></style><script>x</script>&amp;`

describe('the email with an estimate', () => {
  test('contains the total, the expiry date and the review link', () => {
    const mail = estimateMail()
    expect(mail).toMatchObject({
      subject: buildDefaultSubject(estimateType, { businessName: 'Acme', number: 'EST-0001' }, english),
      fromName: 'Acme',
      replyTo: { name: 'Acme', address: 'office@acme.example' },
      preview: '$162.36, valid until Mar 2, 2026',
    })
    expect(mail.subject).toBe('Estimate EST-0001 from Acme')
    expect(mail.text).toBe(
      [
        buildDefaultMessage(estimateType, plain, english),
        'Total: $162.36\nValid until: Mar 2, 2026\nEstimate: EST-0001',
        'Review estimate:\nhttps://billfold.example/review-estimate/abc',
        'Questions about this estimate? Reply to this email.',
        'Acme\n',
      ].join('\n\n'),
    )
    expect(mail.html).toMatch(/<a href="https:\/\/billfold\.example\/review-estimate\/abc"[^>]*>Review estimate<\/a>/)
  })

  test.each(['businessName', 'customerName', 'estimateNumber', 'total', 'expiryDate'] as const)(
    'markup and line breaks in %s stay text on one line',
    (field) => {
      const mail = estimateMail({ [field]: evil })
      expect(mail.html).toContain('&lt;script&gt;x&lt;/script&gt;&amp;amp;')
      expect(mail.html).not.toMatch(/<img|<script|'alert/)
      expect(`${mail.subject}${mail.preview}${mail.fromName}`).not.toMatch(/[\r\n]/)
      expect(mail.text.split('\n')).toHaveLength(estimateMail().text.split('\n').length)
    },
  )
})

describe('the notification that a customer has answered', () => {
  const answered = {
    estimate: {
      id: 7,
      estimateNumber: 'EST-0001',
      currency: 'USD' as const,
      status: 'accepted' as 'accepted' | 'rejected',
      ...{ total: parseAmount('162.36'), depositPercent: null, depositAmount: null },
      invoice: { id: 9, invoiceNumber: 'INV-0003', isDeleted: false },
    },
    answer: { by: 'Jo', reason: null as string | null },
    customerName: 'Kim Lee',
    ownerName: 'Sam',
    refusal: null,
    link: (path: string) => `https://billfold.example${path}`,
  }
  const declined = { ...answered, estimate: { ...answered.estimate, status: 'rejected' as const, invoice: null } }

  test('an acceptance links to its invoice', () => {
    const mail = buildAnswerNotification(answered)
    expect(mail.subject).toBe('Estimate EST-0001 accepted by Jo')
    expect(mail.text).toBe(
      [
        'Hello Sam,',
        'A customer accepted your estimate.',
        'Total: $162.36\nCustomer: Kim Lee\nAccepted by: Jo\nEstimate: EST-0001\nInvoice: INV-0003',
        'Draft invoice INV-0003 was created from this estimate. Review it and send it when you are ready.',
        'Open invoice:\nhttps://billfold.example/invoices/9',
        'Billfold\n',
      ].join('\n\n'),
    )
  })

  test('a decline contains name and reason', () => {
    const mail = buildAnswerNotification({ ...declined, answer: { by: 'Jo', reason: 'Too dear' } })
    expect(mail.subject).toBe('Estimate EST-0001 declined by Kim Lee')
    expect(mail.text).toContain('\n\nTotal: $162.36\nCustomer: Kim Lee\nDeclined by: Jo\nEstimate: EST-0001\n\nReason:\nToo dear\n\n')
    expect(mail.text).toContain('Open estimate:\nhttps://billfold.example/estimates/7\n')
  })

  test('a deleted invoice is not linked', () => {
    const gone = { ...answered.estimate, invoice: { ...answered.estimate.invoice, isDeleted: true } }
    expect(buildAnswerNotification({ ...answered, estimate: gone }).text).toContain(
      'Open estimate:\nhttps://billfold.example/estimates/7\n',
    )
  })

  test.each([
    ['name', { answer: { by: evil, reason: null } }],
    ['customer', { customerName: evil }],
    ['owner', { ownerName: evil }],
    ['reason', { ...declined, answer: { by: null, reason: evil } }],
  ])('markup in the %s is escaped', (_, over) => {
    const mail = buildAnswerNotification({ ...answered, ...over })
    expect(mail.html).toContain('&lt;script&gt;x&lt;/script&gt;&amp;amp;')
    expect(mail.html).not.toMatch(/<img|<script|'alert/)
    expect(`${mail.subject}${mail.preview}`).not.toMatch(/[\r\n]/)
  })
})
