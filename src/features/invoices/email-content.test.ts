import { describe, expect, test } from 'vitest'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { buildDefaultMessage, buildDefaultSubject, buildDocumentMail } from '#server/domain/documents/emails/document-mail.ts'
import { productBrand } from '#server/platform/mail/brand.ts'
import { textsIn } from '#shared/customer-texts.ts'
import { buildInvoiceEmailContent } from './emails.ts'

const english = textsIn('en')
const plain = {
  businessName: 'Acme',
  customerName: 'Kim Lee',
  invoiceNumber: 'INV-0001',
  total: '$200.00',
  amountDue: '$162.36',
  dueDate: 'Mar 2, 2026',
  payUrl: 'https://billfold.example/pay-invoice/abc',
  businessEmail: 'office@acme.example',
  message: null,
}
type Fields = Omit<typeof plain, 'businessEmail' | 'message'> & { businessEmail: string | null; subject?: string; message: string | null }
const invoiceMail = ({ payUrl, ...fields }: Fields) =>
  buildDocumentMail(invoiceType, buildInvoiceEmailContent(fields, english), { ...fields, brand: productBrand, url: payUrl })
const usual = buildDefaultMessage(invoiceType, plain, english)

test('contains the amount due, the due date and the payment link', () => {
  const mail = invoiceMail(plain)
  expect(mail).toMatchObject({
    subject: 'Invoice INV-0001 from Acme',
    fromName: 'Acme',
    replyTo: { name: 'Acme', address: 'office@acme.example' },
    preview: '$162.36 due Mar 2, 2026',
  })
  for (const said of ['Kim Lee', 'INV-0001', '$162.36', '$200.00', 'Mar 2, 2026']) {
    expect(mail.text).toContain(said)
    expect(mail.html).toContain(said)
  }
  expect(mail.text).toContain('View and pay invoice:\nhttps://billfold.example/pay-invoice/abc\n')
  expect(mail.html).toMatch(/<a href="https:\/\/billfold\.example\/pay-invoice\/abc"[^>]*>View and pay invoice<\/a>/)
  expect(mail.text).toMatch(/^Hello Kim Lee,\n\nAcme has sent you an invoice\. It is attached as a PDF\.\n\nAmount due: /)
})

test('a custom message replaces greeting and introduction; figures, button and footer stay', () => {
  const mail = invoiceMail({ ...plain, subject: 'Our bill', message: 'Dear Kim,\rthanks!\u2028\r\n\tSee you\u0007\u202egnp' })
  expect(mail.subject).toBe('Our bill')
  expect(mail.text).toMatch(/^Dear Kim,\nthanks!\n\n\tSee you gnp\n\nAmount due: \$162\.36\n/)
  expect(mail.html).toMatch(/<p [^>]*dir="auto"[^>]*>Dear Kim,<br>thanks!<\/p>/)
  expect(mail.html).toMatch(/<p [^>]*dir="auto"[^>]*>See you gnp<\/p>/)
  expect(mail.text + mail.html).not.toMatch(/Hello|has sent you an invoice/)
  for (const said of ['$162.36', 'View and pay invoice', 'Sent with Billfold']) expect(mail.html).toContain(said)
  for (const empty of ['', ' \n\t', null])
    expect(invoiceMail({ ...plain, message: empty, subject: '' })).toMatchObject({
      subject: 'Invoice INV-0001 from Acme',
      text: expect.stringContaining('has sent you an invoice'),
    })
})

test('a name that ends in a period ends the sentence', () => {
  const closingOf = (fields: Partial<Fields & { contactName: string }>) =>
    /^Questions about.*$/m.exec(invoiceMail({ ...plain, ...fields }).text)?.[0]
  expect(closingOf({ contactName: 'Ada L.' })).toBe('Questions about this invoice? Reply to this email to reach Ada L.')
  expect(closingOf({ contactName: 'Ada' })).toBe('Questions about this invoice? Reply to this email to reach Ada.')
  expect(closingOf({ businessName: 'Acme Inc.', businessEmail: null })).toBe('Questions about this invoice? Please contact Acme Inc.')
})

test('the preview matches the email', () => {
  const mail = invoiceMail(plain)
  expect(mail.subject).toBe(buildDefaultSubject(invoiceType, { ...plain, number: plain.invoiceNumber }, english))
  expect(mail.text.startsWith(usual)).toBe(true)
  for (const [label, value] of buildInvoiceEmailContent(plain, english).facts) expect(mail.text).toContain(`${label}: ${value}\n`)
  expect(invoiceMail({ ...plain, message: usual }).text).toBe(mail.text)
})

test('without a business address the email doesn’t ask for a reply', () => {
  const mail = invoiceMail({ ...plain, businessEmail: null, customerName: '', amountDue: plain.total })
  expect(mail.replyTo).toBeUndefined()
  expect(mail.text + mail.html).not.toMatch(/reply to this/)
  expect(mail.text).toMatch(/^Hello,\n/)
  expect(mail.text).not.toContain('Invoice total')
})

describe('hostile and non-Latin values', () => {
  const fields = ['businessName', 'customerName', 'invoiceNumber', 'total', 'amountDue', 'dueDate', 'subject', 'message'] as const
  test.each(fields)('markup and quotes in %s are escaped', (field) => {
    const evil = `"><img src=x onerror='alert(1)'></title></style><script>x</script>&amp;`
    const { html } = invoiceMail({ ...plain, [field]: evil })
    expect(html).toContain('&lt;script&gt;x&lt;/script&gt;&amp;amp;')
    expect(html).not.toMatch(/<img|<script/)
    expect(html).not.toContain(`'alert(1)'`)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(html.match(/<\/title>/g)).toHaveLength(1)
  })

  test.each(fields.filter((field) => field !== 'message'))('a line break in %s adds no line to subject or text', (field) => {
    const mail = invoiceMail({ ...plain, [field]: 'a\r\nBcc: evil@example.com\n\nPay here: https://evil.example' })
    expect(`${mail.subject}${mail.preview}${mail.fromName}`).not.toMatch(/[\r\n]/)
    expect(mail.text.split('\n').length).toBe(invoiceMail(plain).text.split('\n').length)
  })

  test('a link is http or https, and can’t contain markup', () => {
    expect(() => invoiceMail({ ...plain, payUrl: 'javascript:alert(1)' })).toThrow(TypeError)
    expect(invoiceMail({ ...plain, payUrl: 'https://x.example/"><script>' }).html).not.toContain('<script')
  })

  test('Arabic and Japanese text is unchanged', () => {
    const mail = invoiceMail({ ...plain, businessName: 'شركة النور', customerName: '山田 太郎', message: 'どうも\nشكرا' })
    expect(mail.subject).toBe('Invoice INV-0001 from شركة النور')
    const usual = invoiceMail({ ...plain, businessName: 'شركة النور', customerName: '山田 太郎' })
    expect(usual.text).toContain('Hello 山田 太郎,')
    expect(usual.html).toContain('<bdi>شركة النور</bdi>')
    expect(mail.html).toContain('どうも<br>شكرا')
  })
})
