import { CircleAlert, CircleCheck, Clock3, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { closeToast, toastStore } from '#web/lib/toast.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

export const Toaster = () => {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const isError = toast?.variant === 'destructive'
  const isPlain = toast?.description !== undefined && (toast.title === 'Success' || toast.title === 'Error')
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
            'pointer-events-auto mx-auto flex w-fit max-w-full items-center gap-2.5 rounded-lg border bg-surface py-1 pr-1 pl-3 shadow-raised data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in data-[swipe=end]:animate-swipe-out',
            isError ? 'border-danger' : 'border-line',
          )}
        >
          <Icon className={cx('size-4.5 shrink-0', isError ? 'text-danger' : toast.isWaiting ? 'text-muted' : 'text-good')} aria-hidden />
          {/* One line, and a smaller one for details. An error is read to its end. */}
          <div className={cx('min-w-0 flex-1 text-sm', isError ? 'py-1.5 [overflow-wrap:anywhere]' : 'leading-4.5 *:truncate')}>
            <p>
              <Toast.Title asChild>
                {/* The icon says as much. */}
                <span className={isPlain ? 'sr-only' : 'font-medium'}>{toast.title}</span>
              </Toast.Title>{' '}
              {toast.description && (
                <Toast.Description asChild>
                  <span className={isPlain ? 'font-medium' : 'text-muted'}>{toast.description}</span>
                </Toast.Description>
              )}
            </p>
            {toast.detail && <p className={cx('text-muted', !isError && 'text-xs')}>{toast.detail}</p>}
          </div>
          {toast.action && (
            <Toast.Action asChild altText={toast.action.label}>
              {/* A swipe that starts on the button arrives as a click with its default prevented. */}
              <Button variant="ghost" size="sm" className="text-accent" onClick={(event) => event.defaultPrevented || toast.action?.run()}>
                {toast.action.label}
              </Button>
            </Toast.Action>
          )}
          <Toast.Close asChild>
            <Button variant="ghost" size="icon" className="size-8 pointer-coarse:size-11" aria-label="Close">
              <X />
            </Button>
          </Toast.Close>
        </Toast.Root>
      )}
      {/* Clear of fixed buttons: above the bottom bar on phones, below the header where the page is saved at its end, at the top over a dialog. */}
      <Toast.Viewport
        className={cx(
          'pointer-events-none fixed inset-x-0 z-60 mx-auto flex w-full max-w-[calc(420px+2rem)] flex-col p-4 outline-none lg:bottom-0 lg:[:root:has([role=dialog],[data-save-bar])_&]:bottom-auto lg:[:root:has([role=dialog])_&]:top-0 lg:[:root:not(:has([role=dialog]))_&]:left-60 lg:[:root:has([data-save-bar]):not(:has([role=dialog]))_&]:top-[calc(var(--head)-0.5rem)]',
          toast?.isAtTop ? 'max-lg:top-[calc(var(--head)-0.5rem)]' : 'max-lg:bottom-[calc(var(--bar)+4rem)]',
        )}
      />
    </Toast.Provider>
  )
}
