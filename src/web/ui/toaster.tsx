import { CircleAlert, CircleCheck, Clock3, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { closeToast, toastStore } from '#web/lib/toast.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

export const Toaster = () => {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const isError = toast?.variant === 'destructive'
  const Icon = isError ? CircleAlert : toast?.isWaiting ? Clock3 : CircleCheck
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {toast && (
        <Toast.Root
          key={toast.id}
          open={toast.open}
          {...(toast.isSticky ? { duration: Number.POSITIVE_INFINITY } : {})}
          onOpenChange={(open) => !open && closeToast(toast.id)}
          type={isError ? 'foreground' : 'background'}
          className={cx(
            'pointer-events-auto flex items-start gap-3 rounded-lg border bg-surface py-3 pr-2 pl-4 shadow-raised data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in data-[swipe=end]:animate-swipe-out',
            isError ? 'border-danger' : 'border-line',
          )}
        >
          <Icon
            className={cx('mt-0.5 size-5 shrink-0', isError ? 'text-danger' : toast.isWaiting ? 'text-muted' : 'text-good')}
            aria-hidden
          />
          <div className="min-w-0 flex-1 py-0.5">
            <Toast.Title className="font-medium text-sm">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className="text-muted text-sm [overflow-wrap:anywhere]">{toast.description}</Toast.Description>
            )}
            {toast.detail && <p className="mt-0.5 text-sm [overflow-wrap:anywhere]">{toast.detail}</p>}
            {toast.action && (
              <Toast.Action asChild altText={toast.action.label}>
                {/* A swipe that starts on the button arrives as a click with its default prevented. */}
                <Button variant="secondary" size="sm" className="mt-2" onClick={(event) => event.defaultPrevented || toast.action?.run()}>
                  {toast.action.label}
                </Button>
              </Toast.Action>
            )}
          </div>
          <Toast.Close asChild>
            <Button variant="ghost" size="icon" className="-my-1 size-8 pointer-coarse:-my-2 pointer-coarse:size-11" aria-label="Close">
              <X />
            </Button>
          </Toast.Close>
        </Toast.Root>
      )}
      {/* Placed clear of fixed buttons: above the bottom bar on phones, beside the sidebar elsewhere. */}
      <Toast.Viewport
        className={cx(
          'fixed left-0 z-60 flex w-full flex-col p-4 outline-none md:max-w-[420px] lg:bottom-0 lg:left-60 lg:max-w-[376px] xl:max-w-[420px]',
          // Over the page beside a form, whose buttons are at the left.
          'wide:[:root:has([data-modal-body=editor])_&]:right-0 wide:[:root:has([data-modal-body=editor])_&]:left-auto',
          toast?.isAtTop ? 'max-lg:top-[calc(var(--head)-0.5rem)]' : 'max-lg:bottom-[calc(var(--bar)+3.5rem)]',
        )}
      />
    </Toast.Provider>
  )
}
