import type { SyntheticEvent } from 'react'

/** Keeps downshift's own handling away from an event; the browser's stays. */
export const preventDownshiftDefault = (event: SyntheticEvent): void => {
  ;(event.nativeEvent as Event & { preventDownshiftDefault?: boolean }).preventDownshiftDefault = true
}
