/** `done` is from 0 to 1. */
export const ProgressBar = ({ label, done }: { label: string; done: number }) => {
  const percent = Math.round(Math.min(1, Math.max(0, done)) * 100)
  return (
    <div className="grid gap-2">
      <div className="flex justify-between gap-3 text-sm">
        <span aria-live="polite">{label}</span>
        <span className="text-muted tabular-nums" aria-hidden>
          {percent}%
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent transition-[width] duration-200" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
