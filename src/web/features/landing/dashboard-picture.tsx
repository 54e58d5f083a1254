import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { cx } from '#web/ui/cx.ts'

const figures = [
  ['Total Revenue', '$230,175.65', 'Nov: +61.9% from last month'],
  ['Outstanding', '$19,054.44', '21 invoices pending payment'],
  ['Paid This Month', '$20,891.60', '15 invoices this month'],
  ['Total Expenses', '$20,226.46', 'Nov: -62.8% from last month'],
] as const

/** Income and expenses, in percent of the chart's height. */
const months = [
  ['Dec', 52, 14],
  ['Jan', 66, 9],
  ['Feb', 44, 17],
  ['Mar', 86, 12],
  ['Apr', 62, 21],
  ['May', 38, 10],
  ['Jun', 60, 16],
  ['Jul', 88, 24],
  ['Aug', 62, 13],
  ['Sep', 92, 18],
  ['Oct', 56, 30],
  ['Nov', 68, 11],
] as const

const invoices = [
  ['INV-2026-0199', 'Chloe Martin', '$404.60', 'sent'],
  ['INV-2026-0196', 'Ethan Brooks', '$302.50', 'overdue'],
  ['INV-2026-0192', 'Zoe Anderson', '$2,321.99', 'paid'],
  ['INV-2026-0191', 'Nina Petrova', '$588.00', 'sent'],
  ['INV-2026-0189', 'Liam Chen', '$1,520.00', 'paid'],
] as const

const box = 'min-w-0 rounded-lg border border-line bg-surface'

export const DashboardPicture = () => (
  <div className="grid grid-cols-1 gap-3 rounded-xl border border-line bg-canvas p-3 text-left tabular-nums sm:gap-4 sm:p-5">
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {figures.map(([label, value, caption]) => (
        <div key={label} className={cx(box, 'p-3 sm:p-4')}>
          <p className="text-muted text-xs sm:text-[0.8125rem]">{label}</p>
          <p className="mt-1 font-semibold text-lg tracking-tight max-[22.49rem]:text-sm sm:text-xl">{value}</p>
          <p className="mt-0.5 text-muted text-xs max-sm:hidden">{caption}</p>
        </div>
      ))}
    </div>
    <div className="grid grid-cols-1 gap-3 sm:gap-4 lg:grid-cols-[1.35fr_1fr]">
      <div className={cx(box, 'flex flex-col p-4')}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="font-semibold text-sm">Income and Expenses</p>
          <p className="flex gap-3 text-muted text-xs">
            <span className="flex items-center gap-1.5">
              <span className="size-2 rounded-xs bg-accent" /> Income
            </span>
            <span className="flex items-center gap-1.5">
              <span className="size-2 rounded-xs bg-warn" /> Expenses
            </span>
          </p>
        </div>
        <svg viewBox="0 0 360 120" preserveAspectRatio="none" className="mt-4 h-32 w-full grow sm:h-44" aria-hidden="true">
          <path d="M0 .5h360M0 40h360M0 80h360" className="stroke-line" strokeWidth="1" vectorEffect="non-scaling-stroke" />
          {months.map(([name, income, expenses], month) => (
            <g key={name}>
              <rect x={month * 30 + 6} y={120 - income * 1.2} width="9" height={income * 1.2} className="fill-accent" />
              <rect x={month * 30 + 16} y={120 - expenses * 1.2} width="9" height={expenses * 1.2} className="fill-warn" />
            </g>
          ))}
        </svg>
      </div>
      <div className={box}>
        <p className="px-4 pt-4 pb-2 font-semibold text-sm">Recent Invoices</p>
        {invoices.map(([number, customer, amount, status], at) => (
          <div key={number} className={cx('flex items-center gap-3 border-line border-t px-4 py-2 text-sm', at > 3 && 'max-sm:hidden')}>
            <p className="min-w-0 flex-1 leading-5">
              <span className="block truncate font-medium text-[0.8125rem]">{number}</span>
              <span className="block truncate text-muted text-xs">{customer}</span>
            </p>
            <p className="font-medium text-[0.8125rem]">{amount}</p>
            <span className="flex w-18 justify-end">
              <StatusBadge status={status} />
            </span>
          </div>
        ))}
      </div>
    </div>
  </div>
)
