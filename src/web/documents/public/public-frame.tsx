import { type ReactNode, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { PublicBusiness } from './public-document.ts'
import { SandboxBanner } from './sandbox-banner.tsx'

/** The `img` props of the business's logo; undefined when there is none or it failed to load. */
export const useBusinessLogo = (business: Pick<PublicBusiness, 'businessName' | 'logoUrl'> | undefined) => {
  const [broken, setBroken] = useState<string>()
  if (!business?.logoUrl || business.logoUrl === broken) return undefined
  const { businessName, logoUrl } = business
  return { src: logoUrl, alt: `Logo of ${businessName}`, onError: () => setBroken(logoUrl) }
}

type Props = { business?: PublicBusiness | undefined; sandbox?: boolean | undefined; children: ReactNode }

/** The frame of public pages: the business's logo and name above the content. */
export const PublicFrame = ({ business, sandbox = false, children }: Props) => (
  <div className="flex min-h-dvh flex-col bg-canvas print:bg-transparent">
    {sandbox && <SandboxBanner />}
    <header className={cx('border-line border-b bg-surface print:hidden', !sandbox && 'pt-(--safe-top)')}>
      <div className="mx-auto flex h-16 w-full max-w-5xl items-center gap-3 px-[max(1rem,var(--safe-left),var(--safe-right))] sm:px-[max(1.5rem,var(--safe-left),var(--safe-right))] sm:h-18">
        {business && <Letterhead business={business} />}
      </div>
    </header>
    <main className="mx-auto w-full max-w-5xl flex-1 px-[max(1rem,var(--safe-left),var(--safe-right))] sm:px-[max(1.5rem,var(--safe-left),var(--safe-right))] py-5 sm:py-8 print:p-0">
      {children}
    </main>
    <footer className="px-4 pt-6 pb-[max(1.5rem,var(--safe-bottom))] text-center text-muted text-xs print:hidden">
      Invoicing by Billfold
    </footer>
  </div>
)

/** Logo and name are at opposite ends, so that nothing moves when the logo loads, whatever its width. */
const Letterhead = ({ business }: { business: PublicBusiness }) => {
  const { businessName } = business
  const logo = useBusinessLogo(business)
  const name = <bdi>{businessName}</bdi>
  if (logo)
    return (
      <>
        <span className="flex h-11 min-w-0 flex-1 items-center sm:h-12">
          <img
            {...logo}
            alt={logo.alt}
            className="max-h-full max-w-full object-contain sm:max-w-72 dark:rounded-md dark:bg-white dark:p-1"
          />
        </span>
        <p className="line-clamp-2 max-w-[55%] text-end font-semibold leading-5 [overflow-wrap:anywhere]" title={businessName}>
          {name}
        </p>
      </>
    )
  return (
    <>
      <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent font-semibold text-on-accent">
        {[...businessName][0]?.toUpperCase()}
      </span>
      <p className="line-clamp-2 min-w-0 font-semibold leading-5 [overflow-wrap:anywhere]" title={businessName}>
        {name}
      </p>
    </>
  )
}
