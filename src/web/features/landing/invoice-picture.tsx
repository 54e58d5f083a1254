import { cx } from '#web/ui/cx.ts'

const lines = [
  ['Brand identity', 'Logo, type and color system', '1', '$2,400.00', '$2,400.00'],
  ['Website design, per page', '', '12', '$180.00', '$2,160.00'],
  ['Workshop with the product team', '', '1.5', '$140.00', '$210.00'],
] as const

const Label = ({ children, className }: { children: string; className?: string }) => (
  <p className={cx('font-semibold text-[0.5625rem] text-[#8a5a10] leading-4', className)}>{children}</p>
)

const Pair = ({ label, value }: { label: string; value: string }) => (
  <p className="leading-4">
    <span className="block text-[0.5rem]">{label}</span>
    <span className="font-semibold">{value}</span>
  </p>
)

/** As the PDF engine sets the design 'Modern': paper is white in dark mode, too. */
export const InvoicePicture = ({ className }: { className?: string }) => (
  <div
    className={cx(
      'overflow-hidden rounded-md border border-black/10 border-t-4 border-t-[#16324f] bg-white px-6 pt-5 pb-12 text-[#1c2024] text-[0.625rem] leading-4 tabular-nums shadow-raised sm:px-8 sm:pt-6',
      className,
    )}
  >
    <div className="flex items-center justify-between">
      <svg viewBox="0 0 96 96" className="size-9" aria-hidden="true">
        <rect width="96" height="96" rx="22" fill="#16324f" />
        <path d="M20 66a28 28 0 0 1 56 0z" fill="#e8a33d" />
        <path d="M14 74h68" stroke="#fff" strokeWidth="5" strokeLinecap="round" />
        <circle cx="48" cy="28" r="9" fill="#fff" />
      </svg>
      <p className="font-bold text-[#16324f] text-base tracking-tight">Invoice</p>
    </div>
    <div className="mt-4 rounded-md bg-[#e8a33d] p-4 text-[#16202b]">
      <p className="text-[0.5625rem]">Total</p>
      <p className="font-bold text-2xl leading-7 tracking-tight">$5,163.53</p>
      <div className="mt-3 flex gap-5 sm:gap-7">
        <Pair label="Invoice number" value="INV-2026-0001" />
        <Pair label="Issue date" value="Nov 23, 2026" />
        <Pair label="Due date" value="Dec 07, 2026" />
      </div>
      <p className="mt-3 border-[#16324f]/25 border-t pt-3">
        <span className="inline-block rounded-full bg-white px-3 py-0.5 font-semibold">Pay online</span>
      </p>
    </div>
    <div className="mt-4 grid grid-cols-2 gap-4 px-1">
      <div>
        <Label>Bill to</Label>
        <p className="font-semibold">Margaret Whitfield</p>
        <p>Northwind Traders, Inc.</p>
        <p>San Francisco</p>
      </div>
      <div>
        <Label>From</Label>
        <p className="font-semibold">Sunrise Studio</p>
        <p>14 Quayside Lane</p>
        <p>Portland, OR 97209</p>
      </div>
    </div>
    <div className="mt-4">
      <div className="grid grid-cols-[1fr_1.75rem_4rem_4rem] border-[#e8a33d] border-b px-1 pb-0.5 [&>:nth-child(n+2)]:text-right">
        <Label>Description</Label>
        <Label>Qty</Label>
        <Label>Rate</Label>
        <Label>Amount</Label>
      </div>
      {lines.map(([name, detail, quantity, rate, amount], at) => (
        <div
          key={name}
          className={cx('grid grid-cols-[1fr_1.75rem_4rem_4rem] px-1 py-1 [&>:nth-child(n+2)]:text-right', at === 1 && 'bg-[#fdf6ea]')}
        >
          <p>
            <span className="font-semibold">{name}</span>
            {detail && <span className="block text-[#55606a] text-[0.5625rem] leading-3">{detail}</span>}
          </p>
          <p>{quantity}</p>
          <p>{rate}</p>
          <p className="font-semibold">{amount}</p>
        </div>
      ))}
    </div>
    <div className="mt-1 ml-auto w-3/5 border-[#e8a33d] border-t pt-1.5">
      <p className="flex justify-between px-2">
        <span>Subtotal</span>
        <span>$4,770.00</span>
      </p>
      <p className="flex justify-between px-2">
        <span>Tax (8.25%)</span>
        <span>$393.53</span>
      </p>
      <p className="mt-1 flex justify-between bg-[#16324f] px-2 py-1 font-semibold text-white text-xs">
        <span>Total</span>
        <span>$5,163.53</span>
      </p>
    </div>
  </div>
)
