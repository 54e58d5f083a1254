import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { needsSignIn } from '#shared/paths.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { cancelNativeSignIn, nativeSignInStore, reopenSignIn, watchSignInLinks } from './native-sign-in.ts'

export const NativeSignInDialog = () => {
  useEffect(watchSignInLinks, [])
  const state = useSyncExternalStore(nativeSignInStore.subscribe, nativeSignInStore.read)
  const [path, navigate] = useLocation()
  const cancel = () => {
    cancelNativeSignIn()
    // A visitor can't stay on a page that needs an account.
    if (needsSignIn(path) && !getKnownUser()) navigate('/', { replace: true })
  }
  return (
    <Modal
      open={state !== null}
      onClose={cancel}
      size="sm"
      guard
      title={state?.isExchangingCode ? 'Signing you in' : 'Sign in'}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button onClick={() => void reopenSignIn()} pending={state?.isExchangingCode}>
            Open browser again
          </Button>
        </>
      }
    >
      {state?.problem ? (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2.5 text-danger text-sm">
          {state.problem}
        </p>
      ) : state?.isExchangingCode ? (
        <p className="text-muted">One moment, please.</p>
      ) : (
        <>
          <p className="font-medium">Finish signing in in your browser.</p>
          <p className="mt-1 text-muted text-sm leading-6">Your saved passwords are available there. You return here automatically.</p>
        </>
      )}
    </Modal>
  )
}
