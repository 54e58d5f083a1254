import { Rows3 } from 'lucide-react'
import { startTransition, useState } from 'react'
import { readStored, store } from '#web/lib/stored.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

/** Whether a list of cards is shown as rows, where there is room for them. @param list its path */
export const useAsRows = (list: string) => {
  const key = `billfold.rows.${list}`
  const [asRows, setAsRows] = useState(() => readStored(key) === true)
  const toggle = () => {
    store(key, !asRows)
    // The cards stay until the rows are loaded.
    startTransition(() => setAsRows(!asRows))
  }
  return { asRows, toggle }
}

export const RowsSwitch = ({ asRows, toggle }: ReturnType<typeof useAsRows>) => (
  <Button
    variant="secondary"
    size="icon"
    className={cx('max-md:hidden', asRows ? 'border-accent bg-accent-soft text-accent' : 'text-muted')}
    onClick={toggle}
    aria-pressed={asRows}
    title="Show as rows"
  >
    <Rows3 aria-hidden />
  </Button>
)
