import sharp from 'sharp'
import { type Paper, type PaperTheme, themeColors } from '#shared/paper.ts'

const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="180" viewBox="0 0 250 90">
  <path d="M8 82V46L45 10l37 36v36z" fill="#16324f"/><path d="M22 82c0-26 46-26 46 0z" fill="#e8a33d"/><circle cx="45" cy="42" r="7" fill="#fff"/>
  <text x="100" y="44" font-family="DejaVu Sans, sans-serif" font-weight="bold" font-size="30" fill="#16324f">Harbour</text>
  <text x="100" y="76" font-family="DejaVu Sans, sans-serif" font-size="26" fill="#16324f">&amp; Pine</text></svg>`

const business = {
  name: 'Harbour & Pine Studio',
  lines: ['14 Quayside Lane', 'Portland, OR 97209', 'hello@harbourpine.example', '+1 503 555 0142', 'Tax number 93-1847266'],
}
const dates = [
  { label: 'Issue date', value: 'Jan 05, 2026' },
  { label: 'Due date', value: 'Feb 04, 2026' },
]
const work = [
  'Brand identity\nLogo, type and colour system, delivered as vector files',
  'Website design, per page',
  'Workshop with the product team',
  'Review and handover of one more screen',
  'Illustrations for the onboarding',
  'Copy editing, help pages',
  'Accessibility review with a written report, including two rounds of questions by telephone and one visit',
]
const money = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

const sums = (lines: number) => {
  const rows = Array.from({ length: lines }, (_, index) => {
    const [quantity, price] = [(index % 5) + 1, 12_000 + (index % 7) * 3_550]
    return { description: work[index % work.length]!, quantity: `${quantity}`, price, total: quantity * price }
  })
  const subtotal = rows.reduce((sum, { total }) => sum + total, 0)
  const tax = Math.round(subtotal * 0.0825)
  return {
    lines: rows.map(({ description, quantity, price, total }) => ({ description, quantity, unitPrice: money(price), total: money(total) })),
    totals: [
      { label: 'Subtotal', value: money(subtotal), strong: false },
      { label: 'Tax (8.25%)', value: money(tax), strong: false },
      { label: 'Total', value: money(subtotal + tax), strong: false },
      { label: 'Paid', value: money(100_000), strong: false },
      { label: 'Balance due', value: money(subtotal + tax - 100_000), strong: true },
    ],
  }
}

const invoice = (theme: PaperTheme, lines: number, changes: Partial<Paper> = {}): Paper => ({
  kind: 'Invoice',
  number: 'INV-2026-0042',
  mark: '',
  markDay: '',
  business,
  customer: {
    name: 'Margaret Whitfield',
    lines: ['Northwind Traders, Inc.', '880 Market Street, Suite 1200', 'San Francisco, CA 94102', 'USA'],
  },
  dates,
  ...sums(lines),
  link: { words: 'Pay online', url: 'https://billfold.example/pay/9fK2mQ7xT1bVwZ8sLr3JdA' },
  notes: 'Thank you for the good work together. The source files are in the shared folder until the end of March.',
  terms: 'Payment within 30 days of the issue date. Work that isn’t named above is agreed upon in writing before it begins.',
  logo: null,
  size: 'letter',
  theme,
  primaryColor: themeColors[theme].primary,
  accentColor: themeColors[theme].accent,
  changedAt: new Date('2026-01-05T10:00:00Z'),
  ...changes,
})

const arabic = (theme: PaperTheme) =>
  invoice(theme, 1, {
    business: {
      name: 'شركة النور للتصميم والتطوير',
      lines: ['شارع الملك فهد ١٢', 'الرياض ١٢٣٤٥', 'hello@alnoor.example', 'الرقم الضريبي 300123456700003'],
    },
    customer: { name: 'مكتبة الأفق', lines: ['شارع الحمراء', 'بيروت، لبنان'] },
    lines: [
      { description: 'تصميم الهوية البصرية\nالشعار والألوان والخطوط', quantity: '1', unitPrice: '$3,200.00', total: '$3,200.00' },
      { description: 'تطوير الموقع الإلكتروني (12 صفحة)', quantity: '12', unitPrice: '$180.00', total: '$2,160.00' },
      { description: 'ورشة عمل مع Northwind Traders', quantity: '1.5', unitPrice: '$140.00', total: '$210.00' },
    ],
    totals: [
      { label: 'Subtotal', value: '$5,570.00', strong: false },
      { label: 'Tax (15%)', value: '$835.50', strong: false },
      { label: 'Total', value: '$6,405.50', strong: true },
    ],
    notes: 'شكراً لثقتكم بنا. الملفات المصدرية متاحة في المجلد المشترك حتى نهاية شهر مارس.',
    terms: 'يستحق الدفع خلال ٣٠ يوماً من تاريخ الفاتورة.',
  })

const japanese = (theme: PaperTheme) =>
  invoice(theme, 1, {
    business: {
      name: '株式会社みなと設計',
      lines: ['〒231-0023', '神奈川県横浜市中区山下町14-2', 'hello@minato.example', '登録番号 T1234567890123'],
    },
    customer: { name: '東京書店株式会社 御中', lines: ['東京都千代田区神田神保町1-8', '経理部 佐藤様'] },
    lines: [
      { description: 'ブランドデザイン一式\nロゴ、配色、書体の選定', quantity: '1', unitPrice: '¥320,000', total: '¥320,000' },
      { description: 'ウェブサイト制作（12ページ）', quantity: '12', unitPrice: '¥18,000', total: '¥216,000' },
      { description: '打ち合わせは月に二回、資料は電子データにて納品いたします', quantity: '1.5', unitPrice: '¥14,000', total: '¥21,000' },
    ],
    totals: [
      { label: 'Subtotal', value: '¥557,000', strong: false },
      { label: 'Tax (10%)', value: '¥55,700', strong: false },
      { label: 'Total', value: '¥612,700', strong: true },
    ],
    notes: 'いつもお世話になっております。ご不明な点がございましたら、お気軽にお問い合わせください。',
    terms: 'お支払いは請求書発行日より30日以内にお願いいたします。',
  })

const estimate = (theme: PaperTheme) =>
  invoice(theme, 4, {
    kind: 'Estimate',
    number: 'EST-2026-0007',
    dates: [dates[0]!, { label: 'Expiry date', value: 'Feb 04, 2026' }],
    totals: sums(4)
      .totals.slice(0, 3)
      .map((sum, index) => ({ ...sum, strong: index === 2 })),
    link: { words: 'View and accept online', url: 'https://billfold.example/review-estimate/9fK2mQ7xT1bVwZ8sLr3JdA' },
    size: 'a4',
  })

/** The same sums when all of it came. */
const paidTotals = (lines: number): Paper['totals'] => {
  const { totals } = sums(lines)
  const total = totals[2]!.value
  return [...totals.slice(0, 3), { label: 'Paid', value: total, strong: false }, { label: 'Balance due', value: '$0.00', strong: true }]
}

/** Each theme in the cases that a look must bear, by the names that their pictures get. */
export const samplesOf = async (theme: PaperTheme): Promise<Record<string, Paper>> => {
  const logo = { bytes: await sharp(Buffer.from(mark)).png().toBuffer(), type: 'image/png' as const }
  return {
    3: invoice(theme, 3, { logo }),
    30: invoice(theme, 30, { logo }),
    120: invoice(theme, 120, { logo }),
    paid: invoice(theme, 3, { mark: 'PAID', markDay: 'Jan 20, 2026', link: null, totals: paidTotals(3) }),
    estimate: estimate(theme),
    arabic: arabic(theme),
    japanese: japanese(theme),
    plain: invoice(theme, 3, { primaryColor: '#333333', accentColor: '#0079F2', mark: 'DRAFT', link: null }),
  }
}
