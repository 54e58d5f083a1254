import { Ellipsis } from 'lucide-react'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { MenuOnDemand } from '#web/ui/menu-on-demand.tsx'
import { type ActionName, invoiceActions, useRun } from './actions.ts'
import { pdfUrl } from './calls.ts'

type Props = {
  invoice: InvoiceWire
  /** Which of them stand in the row; the menu has them all. */
  icons: readonly ActionName[]
  /** What is under way with this invoice. */
  busy: ActionName | undefined
  /** Where the menu opens: on a phone a list as long as this one only fits beside its button. */
  menuSide?: 'bottom' | 'left' | undefined
  className?: string | undefined
  /** Icons that make room when there is little. */
  iconClassName?: string | undefined
}

const look = { variant: 'ghost', size: 'icon' } as const

/** What can be done with one invoice right now: the most used as icons, all of it in a menu. */
export const InvoiceActions = ({ invoice, icons, busy, menuSide, className, iconClassName }: Props) => {
  const run = useRun()
  return (
    <div className={cx('flex justify-end', className)}>
      {invoiceActions
        .filter(({ name }) => icons.includes(name))
        .map(({ name, label, icon: Icon, offered }) => {
          // Leaves its place empty, so that the same icons stand below each other.
          if (!offered(invoice)) return <span key={name} className={cx('size-9 shrink-0 pointer-coarse:size-11', iconClassName)} />
          const shared = {
            ...look,
            title: label,
            'aria-label': `${label}: ${invoice.invoiceNumber}`,
            className: cx('text-muted hover:text-ink', iconClassName),
          }
          return name === 'view' ? (
            <ButtonLink key={name} {...shared} href={pdfUrl(invoice.id)} target="_blank" rel="noopener">
              <Icon aria-hidden />
            </ButtonLink>
          ) : (
            <Button key={name} {...shared} pending={busy === name} onClick={() => run(name, invoice)}>
              {busy !== name && <Icon aria-hidden />}
            </Button>
          )
        })}
      <ActionMenu invoice={invoice} side={menuSide} />
    </div>
  )
}

type MenuProps = { invoice: InvoiceWire; side?: 'bottom' | 'left' | undefined; without?: readonly ActionName[] }

export const ActionMenu = ({ invoice, side, without = [] }: MenuProps) => {
  const run = useRun()
  return (
    <MenuOnDemand
      side={side}
      trigger={
        <Button {...look} className="text-muted hover:text-ink" title="More actions" aria-label={`More actions: ${invoice.invoiceNumber}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {({ MenuItem, MenuSeparator }) =>
        invoiceActions
          .filter(({ name, offered }) => !without.includes(name) && offered(invoice))
          .map(({ name, label, icon: Icon, hint }) => (
            <div key={name} role="none">
              {name === 'delete' && <MenuSeparator />}
              <MenuItem icon={<Icon aria-hidden />} hint={hint} danger={name === 'delete'} onSelect={() => run(name, invoice)}>
                {label}
              </MenuItem>
            </div>
          ))
      }
    </MenuOnDemand>
  )
}
