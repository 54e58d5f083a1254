import { Link } from 'wouter'
import type { CurrentUser } from '#shared/api/auth.ts'
import { AccountFooter } from './account-footer.tsx'
import { Brand } from './brand.tsx'
import { NavLinks } from './nav-links.tsx'

/** The navigation of wide screens. */
export const Sidebar = ({ user }: { user: CurrentUser }) => (
  <aside className="fixed inset-y-0 left-0 z-20 hidden w-60 flex-col border-line border-r bg-surface lg:flex short:overflow-y-auto">
    <div className="flex h-16 shrink-0 items-center px-5">
      <Link href="/" className="flex rounded-md">
        <Brand />
      </Link>
    </div>
    <NavLinks user={user} />
    <AccountFooter user={user} />
  </aside>
)
