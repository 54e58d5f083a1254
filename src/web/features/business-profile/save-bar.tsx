import type { Failure } from '#web/entity/failure.ts'
import type { IdempotentSave } from '#web/lib/use-saves.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { SavePendingNotice } from '#web/ui/save-waiting.tsx'

type Props = {
  exists: boolean
  dirty: boolean
  saving: boolean
  saves: IdempotentSave
  /** Why the last save came to nothing, when no field says it. */
  failure: Failure | undefined
  /** How many fields have something wrong. */
  wrong: number
}

/** The form's foot: it stays in sight, on a phone while there is something to save, and says whether there is. */
export const SaveBar = ({ exists, dirty, saving, saves, failure, wrong }: Props) => (
  <div
    className={cx(
      '[@media(min-height:30rem)]:sticky bottom-(--bar) z-5 -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-line border-t bg-surface px-4 py-2.5 sm:bottom-[calc(var(--bar)+0.5rem)] sm:mx-0 sm:rounded-lg sm:border sm:shadow-raised lg:bottom-4',
      exists && !dirty && !saving && !failure && 'max-sm:static!',
    )}
  >
    <p role="status" className="text-muted text-sm">
      {wrong > 0
        ? `${wrong} ${wrong === 1 ? 'field needs' : 'fields need'} a look`
        : dirty
          ? 'Unsaved changes'
          : exists
            ? 'Everything is saved'
            : 'Only the name is needed'}
    </p>
    {failure && (
      // The notice has said it; this stays when the notice is gone.
      <p className="-order-1 w-full rounded-md bg-danger-soft px-3 py-2 text-danger text-sm [overflow-wrap:anywhere]">{failure.message}</p>
    )}
    <SavePendingNotice saves={saves} />
    <Button type="submit" pending={saving}>
      {saving ? 'Saving...' : exists ? 'Update Profile' : 'Create Profile'}
    </Button>
  </div>
)
