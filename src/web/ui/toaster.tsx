import { CircleAlert, CircleCheck, Clock3, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { closeToast, toastStore } from '#web/lib/toast.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

/** Shows the notice that `toast()` left, for 5 seconds; hovering or focusing it stops the clock, F8 goes to it. */
export const Toaster = () => {
  const notice = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const bad = notice?.variant === 'destructive'
  const Icon = bad ? CircleAlert : notice?.isWaiting ? Clock3 : CircleCheck
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {notice && (
        <Toast.Root
          key={notice.id}
          open={notice.open}
          {...(notice.isSticky ? { duration: Number.POSITIVE_INFINITY } : {})}
          onOpenChange={(open) => !open && closeToast(notice.id)}
          type={bad ? 'foreground' : 'background'}
          className={cx(
            'pointer-events-auto flex items-start gap-3 rounded-lg border bg-surface py-3 pr-2 pl-4 shadow-raised data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in data-[swipe=end]:animate-swipe-out',
            bad ? 'border-danger' : 'border-line',
          )}
        >
          <Icon className={cx('mt-0.5 size-5 shrink-0', bad ? 'text-danger' : notice.isWaiting ? 'text-muted' : 'text-good')} aria-hidden />
          <div className="min-w-0 flex-1 py-0.5">
            <Toast.Title className="font-medium text-sm">{notice.title}</Toast.Title>
            {notice.description && (
              <Toast.Description className="text-muted text-sm [overflow-wrap:anywhere]">{notice.description}</Toast.Description>
            )}
            {notice.detail && <p className="mt-0.5 text-sm [overflow-wrap:anywhere]">{notice.detail}</p>}
            {notice.action && (
              <Toast.Action asChild altText={notice.action.label}>
                {/* A swipe that began on the button is no press: it comes here with its click prevented. */}
                <Button variant="secondary" size="sm" className="mt-2" onClick={(event) => event.defaultPrevented || notice.action?.run()}>
                  {notice.action.label}
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
      {/* Where none of the buttons lies that stay in place: above those at a phone's thumb, at the foot beside the sidebar elsewhere. */}
      <Toast.Viewport
        className={cx(
          'fixed left-0 z-60 flex w-full flex-col p-4 outline-none md:max-w-[420px] lg:bottom-0 lg:left-60 lg:max-w-[376px] xl:max-w-[420px]',
          notice?.isAtTop ? 'max-lg:top-[calc(var(--head)-0.5rem)]' : 'max-lg:bottom-[calc(var(--bar)+3.5rem)]',
        )}
      />
    </Toast.Provider>
  )
}
