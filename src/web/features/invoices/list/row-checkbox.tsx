import { useEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = {
  label: string
  checked: boolean
  mixed?: boolean
  onToggle: (range: boolean) => void
  className?: string
}

/** With Shift it selects a range. */
export const RowCheckbox = ({ label, checked, mixed = false, onToggle, className }: Props) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className={cx('grid size-9 shrink-0 cursor-pointer select-none place-items-center pointer-coarse:size-11', className)}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey)}
        className="size-4 accent-accent"
      />
    </label>
  )
}
