import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { Brand } from '#web/ui/brand.tsx'
import { Button } from '#web/ui/button.tsx'
import { AccountFooter } from './account-footer.tsx'
import { NavLinks } from './nav-links.tsx'

export default function Drawer({ user, open, onClose }: { user: CurrentUser; open: boolean; onClose: () => void }) {
  const opener = useRef<HTMLElement | null>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement as HTMLElement | null
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener.current?.focus()
          }}
          className="fixed inset-y-0 left-0 z-50 flex box-content w-80 max-w-[calc(100vw-3rem-var(--safe-left))] flex-col bg-surface pt-(--safe-top) pl-(--safe-left) overscroll-contain shadow-raised outline-none short:overflow-y-auto data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex h-14 shrink-0 items-center justify-between pr-2 pl-5">
            <Brand />
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close menu">
                <X aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <NavLinks user={user} onNavigate={onClose} />
          <AccountFooter user={user} onNavigate={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
