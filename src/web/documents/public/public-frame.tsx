import { type CSSProperties, type ReactNode, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { t } from './language.ts'
import type { PublicBusiness } from './public-document.ts'

/** React sets style variables through the DOM, which the content security policy allows. */
const getBrandVariables = (brand: PublicBusiness['brand']) =>
  Object.fromEntries(
    Object.entries(brand).flatMap(([scheme, shade]) => Object.entries(shade).map(([name, color]) => [`--${scheme}-${name}`, color])),
  ) as CSSProperties

type Props = {
  business?: PublicBusiness | undefined
  sandbox?: boolean | undefined
  isNarrow?: boolean
  children: ReactNode
}

export const PublicFrame = ({ business, sandbox = false, isNarrow = false, children }: Props) => {
  const column = cx(
    'mx-auto w-full px-[max(1rem,var(--safe-left),var(--safe-right))] sm:px-[max(1.5rem,var(--safe-left),var(--safe-right))] print:px-7',
    isNarrow ? 'max-w-xl' : 'max-w-5xl',
  )
  return (
    <div
      className={cx('flex min-h-dvh flex-col bg-canvas print:bg-transparent', business && 'branded')}
      style={business && getBrandVariables(business.brand)}
    >
      {sandbox && <SandboxBanner />}
      <header
        className={cx(
          'border-t-4 border-b print:border-b-0',
          business ? 'border-t-(--stripe,transparent) border-b-line bg-surface' : 'border-transparent',
          !sandbox && 'pt-(--safe-top)',
        )}
      >
        <div className={cx('flex min-h-16 flex-col items-start justify-center gap-1.5 py-3', column)}>
          {business && <Letterhead business={business} />}
        </div>
      </header>
      <main className={cx('flex-1 py-5 sm:py-8 print:p-0', column)}>{children}</main>
      <footer className="px-4 pt-6 pb-[max(1.5rem,var(--safe-bottom))] text-center text-muted text-xs print:hidden">
        {t('Powered by Billfold')}
      </footer>
    </div>
  )
}

/** Visible while scrolling and in print, so that a test can't be mistaken for a payment. */
const SandboxBanner = () => (
  <aside
    aria-label="Sandbox"
    className="sticky top-0 z-20 bg-warn-soft pt-(--safe-top) text-warn print:static print:mb-6 print:border-2 print:border-current print:bg-transparent"
  >
    <p className="px-4 py-2 text-center font-semibold text-sm">{t('Sandbox: no real money moves.')}</p>
    <div
      aria-hidden
      className="h-1.5 bg-[repeating-linear-gradient(135deg,currentColor_0_0.5rem,transparent_0.5rem_1rem)] opacity-80 print:hidden"
    />
  </aside>
)

/** The name stands below the logo, whose width isn't known before it loads, so that nothing moves then. */
const Letterhead = ({ business: { businessName, logoUrl } }: { business: PublicBusiness }) => {
  const [broken, setBroken] = useState<string>()
  const hasLogo = logoUrl !== null && logoUrl !== broken
  const name = (
    <p className="line-clamp-2 min-w-0 max-w-full font-semibold leading-5 [overflow-wrap:anywhere]" title={businessName}>
      <bdi>{businessName}</bdi>
    </p>
  )
  if (hasLogo)
    return (
      <>
        <span className="flex h-11 max-w-full items-center">
          <img
            src={logoUrl}
            alt={t('Logo of {name}', { name: businessName })}
            onError={() => setBroken(logoUrl)}
            className="max-h-full max-w-full object-contain sm:max-w-80 dark:rounded-md dark:bg-white dark:p-1"
          />
        </span>
        {name}
      </>
    )
  return (
    <div className="flex max-w-full items-center gap-3">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent font-semibold text-on-accent shadow-[inset_0_0_0_1px_var(--accent-edge)]"
      >
        {[...businessName][0]?.toUpperCase()}
      </span>
      {name}
    </div>
  )
}
