import { useFormContext, useWatch } from 'react-hook-form'
import { SandboxBadge } from '#web/payments/sandbox-badge.tsx'
import type { Values } from './profile-values.ts'
import { Switch } from './switch.tsx'

/** Whether the built-in stand-in serves until there are keys, and what that means. */
export const SandboxSwitch = () => {
  const { control, register } = useFormContext<Values>()
  const isOn = useWatch({ control, name: 'paymentSandbox' })
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-lg border border-warn/50 border-dashed bg-warn-soft/50 px-3.5 py-3">
      <Switch
        {...register('paymentSandbox')}
        className="min-w-0 flex-1 basis-72"
        label="Try payments in the sandbox"
        hint={
          isOn
            ? 'The built-in sandbox stands in until you save keys of your own: cards, PayPal, refunds and disputes can all be tried. It needs no account, no real money moves, and every page that uses it says so.'
            : 'Off: your pay pages take no payments until you save keys of your own. The sandbox is built in: it needs no account, and no real money moves.'
        }
      />
      {isOn && <SandboxBadge />}
    </div>
  )
}
