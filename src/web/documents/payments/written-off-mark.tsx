/** Stands beside the status of an invoice that was written off: no money came for its balance. */
export const WrittenOffMark = () => (
  <span title="Nothing is due: the balance was written off" className="whitespace-nowrap text-muted text-xs">
    Written off
  </span>
)
